import CFuzzer
import Glibc

/// The fuzzer of one target, which the program's name selects; under its own name it lists the
/// targets and writes their seeds.
@main
enum Program {
  /// The target that the program's name selects; static, as libFuzzer's callbacks have no context.
  static let target = Target.all.first { $0.name == name }

  static func main() {
    guard let target else { return serve(Array(CommandLine.arguments.dropFirst())) }
    var arguments: [UnsafeMutablePointer<CChar>?] = [
      strdup(CommandLine.arguments[0]), strdup("-max_len=\(target.maximumLength)"),
    ]
    arguments += CommandLine.arguments.dropFirst().map { strdup($0) }
    var count = Int32(arguments.count)
    arguments.append(nil)
    arguments.withUnsafeMutableBufferPointer { arguments in
      var first = arguments.baseAddress
      exit(LLVMFuzzerRunDriver(&count, &first, test))
    }
  }

  private static var name: String {
    String(CommandLine.arguments[0].split(separator: "/").last ?? "")
  }

  private static func serve(_ arguments: [String]) {
    switch (arguments.first, arguments.count) {
    case ("list", 1): for target in Target.all { print(target.name) }
    case ("seeds", 2): Target.all.forEach { $0.writeSeeds(into: arguments[1]) }
    default:
      print("usage: \(name) list | seeds FOLDER; a link that is named like a target fuzzes it")
      exit(64)
    }
  }
}

@c(LLVMFuzzerTestOneInput)
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  Program.target?.run([UInt8](UnsafeBufferPointer(start: start, count: start == nil ? 0 : count)))
  return 0
}
