"""Work off the event loop: thread pools, compilation, solvers and child processes."""
