"""HTTP and WebSockets: middleware, routes and the page's files."""
