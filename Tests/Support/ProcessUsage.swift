import Foundation

/// What this process holds and has used.
package struct ProcessUsage {
  package let descriptors: Int
  package let threads: Int
  /// Memory in use that no file backs, in KiB; 0 under a sanitizer, whose own notes grow.
  package let residentKiB: Int
  /// Bytes that were allocated and not given back, to a few KiB; knows nothing of a sanitizer's allocator.
  package let allocated: Int
  /// Of all processors.
  package let processorSeconds: Double

  /// Whether it runs under the thread sanitizer, which maps and writes more than the program does.
  package static var isSanitized: Bool {
    ProcessInfo.processInfo.environment["TSAN_OPTIONS"] != nil
  }

  /// At this moment.
  package init() throws {
    let manager = FileManager.default
    descriptors = try manager.contentsOfDirectory(atPath: "/proc/self/fd").count
    threads = try manager.contentsOfDirectory(atPath: "/proc/self/task").count
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") } ?? ""
    let figure = Int(line.split(separator: " ").dropLast().last ?? "")
    residentKiB = Self.isSanitized ? 0 : figure ?? .max
    allocated = try Self.allocated()
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    processorSeconds = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// What the allocator holds of the system, less what lies free in it, by its own report: Swift's Glibc
  /// module lacks the function that writes one.
  private static func allocated() throws -> Int {
    typealias Report = @convention(c) (CInt, UnsafeMutablePointer<FILE>) -> CInt
    var text: UnsafeMutablePointer<CChar>?
    var length = 0
    guard let symbol = dlsym(nil, "malloc_info"), let file = open_memstream(&text, &length) else {
      throw CocoaError(.featureUnsupported)
    }
    _ = unsafeBitCast(symbol, to: Report.self)(0, file)
    fclose(file)
    defer { free(text) }
    let report = text.map { String(cString: $0) } ?? ""
    // The sums of all arenas come last.
    func last(_ element: String) throws -> Int {
      let line = report.split(separator: "\n").last { $0.hasPrefix("<\(element)") }
      let size = line?.split(separator: "\"").last { Int($0) != nil }
      guard let size = size.flatMap({ Int($0) }) else { throw CocoaError(.fileReadCorruptFile) }
      return size
    }
    return try last("system type=\"current\"") + last("total type=\"mmap\"")
      - last("total type=\"fast\"") - last("total type=\"rest\"")
  }
}
