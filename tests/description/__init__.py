"""The OpenAPI description against the real server: schemathesis asks, and may find nothing."""
