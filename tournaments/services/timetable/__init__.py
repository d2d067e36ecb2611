"""What tournaments do by themselves, and the scheduler that has it done."""
