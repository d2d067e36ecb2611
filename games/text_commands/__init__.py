"""Commands that people type, such as `/play R7`: one grammar for the chat line, the API and mail. Pure."""
