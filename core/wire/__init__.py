"""JSON at the edge: decoded, validated and documented from the annotations of plain Python types."""
