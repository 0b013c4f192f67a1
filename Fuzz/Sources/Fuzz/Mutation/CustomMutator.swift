import CFuzzer

/// libFuzzer calls this for every mutation of an input.
@c(LLVMFuzzerCustomMutator)
public func mutate(
  _ data: UnsafeMutablePointer<UInt8>?, _ count: Int, _ capacity: Int, _ seed: CUnsignedInt
) -> Int {
  guard let data else { return 0 }
  // A tenth of the inputs, and those without frames, are mutated as plain bytes.
  guard case .frames(let prefix)? = Program.target?.form, count >= prefix, seed % 10 != 0 else {
    return LLVMFuzzerMutate(data, count, capacity)
  }
  let input = [UInt8](UnsafeBufferPointer(start: data, count: count))
  var head = Array(input.prefix(prefix))
  var random = SplitMix(seed: UInt64(seed))
  if prefix > 0, random.isOne(in: 8) {
    head[random.below(prefix)] = UInt8(truncatingIfNeeded: random.next())
  }
  var mutator = StreamMutator(
    input.dropFirst(prefix), capacity: capacity - prefix, seed: random.next())
  return put(head + mutator.changed(), data, capacity)
}

/// Joins the beginning of one input and the end of another, cut between frames.
@c(LLVMFuzzerCustomCrossOver)
public func cross(
  _ first: UnsafePointer<UInt8>?, _ firstCount: Int, _ second: UnsafePointer<UInt8>?,
  _ secondCount: Int, _ out: UnsafeMutablePointer<UInt8>?, _ capacity: Int, _ seed: CUnsignedInt
) -> Int {
  guard case .frames(let prefix)? = Program.target?.form, let out, firstCount >= prefix,
    secondCount >= prefix
  else { return 0 }
  var random = SplitMix(seed: UInt64(seed))
  let a = [UInt8](UnsafeBufferPointer(start: first, count: firstCount))
  let b = [UInt8](UnsafeBufferPointer(start: second, count: secondCount))
  let (start, end) = (Piece.split(a.dropFirst(prefix)), Piece.split(b.dropFirst(prefix)))
  let pieces = start.prefix(random.below(start.count + 1)) + end.suffix(random.below(end.count + 1))
  return put(a.prefix(prefix) + pieces.flatMap { $0.bytes }, out, capacity)
}

private func put(
  _ bytes: [UInt8], _ out: UnsafeMutablePointer<UInt8>, _ capacity: Int
) -> Int {
  let count = min(bytes.count, capacity)
  for index in 0..<count { out[index] = bytes[index] }
  return count
}
