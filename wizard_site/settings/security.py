"""The headers that protect visitors, and HTTPS."""

from csp.constants import NONCE, NONE, SELF, UNSAFE_INLINE

from wizard_site.boot.https import make_https_settings
from wizard_site.settings.accounts import ALLAUTH_TRUSTED_PROXY_COUNT
from wizard_site.settings.environment import env

X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        # Own files, and the inline scripts that carry `request.csp_nonce`.
        "script-src": [SELF, NONCE],
        # The admin and the cards that move set styles inline.
        "style-src": [SELF, UNSAFE_INLINE],
        "img-src": [SELF, "data:"],
        # In every browser that knows import maps, 'self' covers this host's sockets.
        "connect-src": [SELF],
        "object-src": [NONE],
        "worker-src": [SELF],
        "manifest-src": [SELF],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
if env.bool("HTTPS", default=False):
    vars().update(make_https_settings(trusted_proxies=ALLAUTH_TRUSTED_PROXY_COUNT))
