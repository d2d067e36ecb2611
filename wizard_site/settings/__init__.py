"""All settings, read from the environment once. The defaults run the whole product on one machine."""

from wizard_site.settings.accounts import *
from wizard_site.settings.database import *
from wizard_site.settings.http import *
from wizard_site.settings.log import *
from wizard_site.settings.mail import *
from wizard_site.settings.push import *
from wizard_site.settings.security import *
from wizard_site.settings.shared import *
from wizard_site.settings.site import *
from wizard_site.settings.static import *
