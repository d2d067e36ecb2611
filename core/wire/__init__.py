"""JSON at the edge: decoded, validated and documented by the annotations of plain Python types."""
