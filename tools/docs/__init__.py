"""What the documentation shows that is made by a program."""
