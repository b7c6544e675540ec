"""What play reaches, and what stays as it is."""
