"""The screens of the terminal, and the line mode where there is no screen."""
