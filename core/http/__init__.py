"""The HTTP toolkit: problems, pages of lists, conditional responses, the OpenAPI description."""
