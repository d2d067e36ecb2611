"""Who calls, by the bearer token."""

from rest_framework.authentication import BaseAuthentication


class BearerAuthentication(BaseAuthentication):
    pass
