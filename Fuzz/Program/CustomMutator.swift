#if FUZZER
import CFuzzer
import CairnTestSupport
import FuzzTargets

/// libFuzzer calls this for every mutation of an input.
@c(LLVMFuzzerCustomMutator)
public func mutate(
  _ data: UnsafeMutablePointer<UInt8>?, _ count: Int, _ capacity: Int, _ seed: CUnsignedInt
) -> Int {
  guard let data, let target = Program.target else { return 0 }
  let input = [UInt8](UnsafeBufferPointer(start: data, count: count))
  return put(
    target.mutated(input, capacity: capacity, seed: UInt64(seed), mutateBytes), data, capacity)
}

/// libFuzzer calls this to join two inputs.
@c(LLVMFuzzerCustomCrossOver)
public func cross(
  _ first: UnsafePointer<UInt8>?, _ firstCount: Int, _ second: UnsafePointer<UInt8>?,
  _ secondCount: Int, _ out: UnsafeMutablePointer<UInt8>?, _ capacity: Int, _ seed: CUnsignedInt
) -> Int {
  let a = [UInt8](UnsafeBufferPointer(start: first, count: firstCount))
  let b = [UInt8](UnsafeBufferPointer(start: second, count: secondCount))
  guard let out, let joined = Program.target?.crossed(a, b, seed: UInt64(seed)) else { return 0 }
  return put(joined, out, capacity)
}

/// libFuzzer's own mutation, which uses what it has learnt from comparisons.
private func mutateBytes(_ bytes: [UInt8], _ room: Int, _ random: inout SplitMix) -> [UInt8] {
  let start = Array(bytes.prefix(room))
  return Array(unsafeUninitializedCapacity: room) { buffer, count in
    _ = buffer.initialize(from: start)
    for index in start.count..<room { buffer.initializeElement(at: index, to: 0) }
    count = LLVMFuzzerMutate(buffer.baseAddress, start.count, room)
  }
}

private func put(
  _ bytes: [UInt8], _ out: UnsafeMutablePointer<UInt8>, _ capacity: Int
) -> Int {
  let count = min(bytes.count, capacity)
  for index in 0..<count { out[index] = bytes[index] }
  return count
}
#endif
