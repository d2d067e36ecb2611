"""What the OpenAPI document says beyond what views and serializers show."""
