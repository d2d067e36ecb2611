"""Additions to the OpenAPI document beyond what views and serializers declare."""
