import FuzzTargets
import Glibc

#if FUZZER
import CFuzzer
#endif

/// Runs targets on files. Built with FUZZER, as `scripts/check/fuzz.sh` does, it also is the fuzzer of
/// the target that its name selects.
@main
enum Program {
  /// The target that the program's name selects; static, as libFuzzer's callbacks have no context.
  static let target = Target.named(name)

  static func main() {
    #if FUZZER
    if let target { return fuzz(target) }
    #endif
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch (arguments.first, arguments.count) {
    case ("list", 1): for target in Target.all { print(target.name) }
    case ("seeds", 2): Target.all.forEach { $0.writeSeeds(into: arguments[1]) }
    case (let name?, 2...) where Target.named(name) != nil:
      for path in arguments.dropFirst() { Target.named(name)?.run(content(of: path)) }
    default:
      print("usage: \(name) list | seeds FOLDER | TARGET FILE...")
      exit(64)
    }
  }

  private static var name: String {
    String(CommandLine.arguments[0].split(separator: "/").last ?? "")
  }

  private static func content(of path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else {
      print("\(name): cannot read \(path): check the path")
      exit(1)
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    var count = fread(&piece, 1, piece.count, file)
    while count > 0 {
      bytes += piece.prefix(count)
      count = fread(&piece, 1, piece.count, file)
    }
    return bytes
  }

  #if FUZZER
  private static func fuzz(_ target: Target) {
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
  #endif
}

#if FUZZER
@c(LLVMFuzzerTestOneInput)
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  Program.target?.run([UInt8](UnsafeBufferPointer(start: start, count: start == nil ? 0 : count)))
  return 0
}
#endif
