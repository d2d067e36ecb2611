"""The draw of a stage: table sizes, who plays at which table, and who sits on which seat."""
