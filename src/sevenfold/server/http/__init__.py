"""What HTTP requests and WebSocket connections meet: middleware, routes, the page's files."""
