import CairnReceiver
import CairnTypes
import Glibc

/// Decodes a file of equally long epochs: `DecodeLoop FILE EPOCHS PASSES`.
///
/// The difference between two numbers of passes, counted by callgrind, is the cost of an epoch: what
/// happens once cancels out.
@main
struct DecodeLoop {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let epochs = Int(arguments[2]), let passes = Int(arguments[3])
    else {
      print("usage: DecodeLoop FILE EPOCHS PASSES")
      exit(2)
    }
    let bytes = contents(of: arguments[1])
    let length = bytes.count / epochs
    var delivered = 0
    for _ in 0..<passes {
      var pipeline = ReceiverPipeline()
      for epoch in 0..<epochs {
        let piece = bytes.span.extracting(epoch * length..<(epoch + 1) * length)
        pipeline.receive(piece, at: MonotonicTime(nanoseconds: Int64(epoch) * 100_000_000))
        pipeline.takeEvents { _ in
          delivered += 1
        } satellites: { _ in
        }
      }
    }
    // The last epoch waits for a silence that never comes, the first ones are learned from.
    guard delivered >= (epochs - 2) * passes else {
      print("only \(delivered) epochs of \(epochs * passes)")
      exit(1)
    }
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
