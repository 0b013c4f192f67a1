extension EventLoop {
  /// Runs `body` isolated to an actor whose executor is this loop, at once.
  ///
  /// What `assumeIsolated` does, with the loop's own check instead of the general one, and without
  /// the boxes of a closure that captures: together they cost a thousand instructions on every fix.
  ///
  /// Unsafe: the actor's executor must be this loop. That the caller runs on the loop is checked.
  ///
  /// - Parameters:
  ///   - actor: its executor is this loop.
  ///   - argument: handed to `body`, which needs no captures then.
  ///   - body: runs before the function returns, and is not kept.
  @unsafe @inlinable @inline(__always)
  package func assume<A: Actor, Argument>(
    _ actor: A, _ argument: Argument, _ body: @escaping (isolated A, Argument) -> Void
  ) {
    precondition(isCurrent, "an actor of the event loop was called from another thread")
    unsafe unsafeBitCast(body, to: ((A, Argument) -> Void).self)(actor, argument)
  }

  /// The same with two arguments.
  @unsafe @inlinable @inline(__always)
  package func assume<A: Actor, First, Second>(
    _ actor: A, _ first: First, _ second: Second,
    _ body: @escaping (isolated A, First, Second) -> Void
  ) {
    precondition(isCurrent, "an actor of the event loop was called from another thread")
    unsafe unsafeBitCast(body, to: ((A, First, Second) -> Void).self)(actor, first, second)
  }
}
