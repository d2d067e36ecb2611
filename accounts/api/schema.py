"""What the OpenAPI document needs to know about accounts; changes no behaviour."""
