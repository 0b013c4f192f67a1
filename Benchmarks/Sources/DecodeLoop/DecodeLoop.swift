import CairnReceiver
import CairnTypes
import Glibc

/// Runs one stage of the decoding path over a file: `DecodeLoop STAGE FILE PASSES [COUNT]`.
///
/// `COUNT` is the number of epochs for `pipeline`, and the number of bytes in a piece for `cut`.
///
/// The difference between two numbers of passes, counted by callgrind, is the cost of a pass;
/// one-time costs cancel out. The time is that of the fastest pass.
@main
struct DecodeLoop {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 4 || arguments.count == 5, let passes = Int(arguments[3]),
      let stage = Stage(name: arguments[1])
    else {
      print("usage: DecodeLoop \(Stage.names) FILE PASSES [COUNT]")
      exit(2)
    }
    let bytes = contents(of: arguments[2])
    let count = arguments.count == 5 ? Int(arguments[4]) ?? 0 : 0
    var best = Double.infinity
    var result = Tally()
    for _ in 0..<passes {
      let begin = seconds()
      result = stage.run(bytes.span, count: count)
      best = min(best, seconds() - begin)
    }
    guard result.messages > 0, result.isComplete else {
      print("only \(result.messages) messages, \(result.decoded) decoded")
      exit(1)
    }
    print(
      "stage=\(arguments[1])\tbytes=\(bytes.count)\tmessages=\(result.messages)"
        + "\tdecoded=\(result.decoded)\tallocations=\(allocations(stage, bytes.span, count))"
        + "\tMB/s=\(Int(Double(bytes.count) / best / 1e6))"
        + "\tM/s=\(Double(Int(Double(result.messages) / best / 1e4)) / 100)\tsum=\(result.sum)")
  }

  /// Heap allocations in one more pass, counted by a preloaded `allocations.so`; -1 without it.
  private static func allocations(_ stage: Stage, _ bytes: Span<UInt8>, _ count: Int) -> Int {
    typealias Counter = @convention(c) () -> UInt
    guard let symbol = dlsym(nil, "harness_allocations") else { return -1 }
    let counted = unsafeBitCast(symbol, to: Counter.self)
    let before = counted()
    _ = stage.run(bytes, count: count)
    return Int(counted() - before)
  }

  private static func seconds() -> Double {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
  }

  private static func contents(of path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY)
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
      all.append(contentsOf: buffer[..<count])
    }
    close(descriptor)
    return all
  }
}
