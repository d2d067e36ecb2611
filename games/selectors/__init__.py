"""All reads: whoever shows a table asks here, and gets what the viewer may know."""
