extension EventLoop {
  /// Runs `body` at once, isolated to an actor whose executor is this loop.
  ///
  /// Like `assumeIsolated`, but with the loop's own check and without the boxes of a capturing
  /// closure: together they cost a thousand instructions on every fix.
  ///
  /// Unsafe: checks that the caller runs on the loop, not that the loop is the actor's executor.
  ///
  /// - Parameters:
  ///   - actor: an actor whose executor is this loop.
  ///   - argument: handed to `body`, so that it needs no captures.
  ///   - body: runs before the function returns and is not kept.
  @unsafe @inlinable @inline(__always)
  package func assume<A: Actor, Argument>(
    _ actor: A, _ argument: Argument, _ body: @escaping (isolated A, Argument) -> Void
  ) {
    precondition(isCurrent, "an actor of the event loop was called from another thread")
    unsafe unsafeBitCast(body, to: ((A, Argument) -> Void).self)(actor, argument)
  }

  /// Runs `body` like `assume(_:_:_:)`, with two arguments.
  @unsafe @inlinable @inline(__always)
  package func assume<A: Actor, First, Second>(
    _ actor: A, _ first: First, _ second: Second,
    _ body: @escaping (isolated A, First, Second) -> Void
  ) {
    precondition(isCurrent, "an actor of the event loop was called from another thread")
    unsafe unsafeBitCast(body, to: ((A, First, Second) -> Void).self)(actor, first, second)
  }
}
