"""What clients send and receive, as types, from which the API's documents and decoders are generated.

Objects that the server sends are TypedDicts, because they are built on the hot path, where a frozen dataclass
takes five times as long. Objects that the server reads are NamedTuples. The docstring of a field is its
description in docs/socket.schema.json and docs/openapi.yaml. A `final` object never gains a field.
"""
