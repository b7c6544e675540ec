"""Long checks of rules and solvers, of which the tests run a small part."""
