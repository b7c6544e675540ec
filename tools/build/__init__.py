"""Building: the page, the container, compiled rules."""
