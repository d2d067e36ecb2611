"""Commands that people type, such as `/play R7`: one syntax for chat, the API and email. Pure functions."""
