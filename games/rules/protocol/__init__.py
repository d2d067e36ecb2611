"""What clients send and get, as types: the wire's documents and decoders are made from these declarations.

Objects that are sent are TypedDicts: they are built on the hot path, where a frozen dataclass takes five
times as long. Objects that are read are NamedTuples. The docstring of a field is its description in
docs/socket.schema.json and docs/openapi.yaml. A `final` object never gains a field.
"""
