package import CairnTestSupport

/// Changes bytes that have no structure: gets them, the most that there may be afterwards, and where
/// chance comes from.
package typealias ByteMutation = ([UInt8], Int, inout SplitMix) -> [UInt8]

extension Target {
  /// Returns an input after a mutation: of whole frames, where it has some, or of plain bytes.
  ///
  /// - Parameters:
  ///   - input: what is changed.
  ///   - capacity: the most bytes that there may be afterwards.
  ///   - seed: the same seed makes the same of it, if `mutateBytes` does.
  ///   - mutateBytes: changes bytes that have no structure.
  /// - Returns: the new input.
  package func mutated(
    _ input: [UInt8], capacity: Int, seed: UInt64, _ mutateBytes: @escaping ByteMutation
  ) -> [UInt8] {
    var random = SplitMix(seed: seed)
    // A tenth of the inputs, and those without frames, are mutated as plain bytes.
    guard case .frames(let prefix) = form, input.count >= prefix, !random.isOne(in: 10) else {
      return Array(mutateBytes(input, capacity, &random).prefix(capacity))
    }
    var head = Array(input.prefix(prefix))
    if prefix > 0, random.isOne(in: 8) {
      head[random.below(prefix)] = UInt8(truncatingIfNeeded: random.next())
    }
    var mutator = StreamMutator(
      input.dropFirst(prefix), capacity: capacity - prefix, seed: random.next(),
      mutateBytes: mutateBytes)
    return Array((head + mutator.changed()).prefix(capacity))
  }

  /// Joins the beginning of one input and the end of another, cut between frames.
  ///
  /// - Returns: the new input; `nil` if inputs of this target have no frames.
  package func crossed(_ first: [UInt8], _ second: [UInt8], seed: UInt64) -> [UInt8]? {
    guard case .frames(let prefix) = form, first.count >= prefix, second.count >= prefix else {
      return nil
    }
    var random = SplitMix(seed: seed)
    let start = Piece.split(first.dropFirst(prefix))
    let end = Piece.split(second.dropFirst(prefix))
    let pieces =
      start.prefix(random.below(start.count + 1)) + end.suffix(random.below(end.count + 1))
    return first.prefix(prefix) + pieces.flatMap { $0.bytes }
  }
}
