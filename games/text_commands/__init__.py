"""Commands that people type, such as `/play R7`: one grammar for chat, the API and email. Pure functions."""
