"""Where long work runs: thread pools, compilation, solvers, subprocesses."""
