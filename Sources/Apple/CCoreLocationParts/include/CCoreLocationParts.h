// Empty: what matters is the module map beside it.
