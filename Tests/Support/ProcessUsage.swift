import Foundation

/// What this process holds and has used.
package struct ProcessUsage {
  package let descriptors: Int
  package let threads: Int
  /// Memory in use that no file backs, in KiB; 0 under a sanitizer, whose own notes grow.
  package let residentKiB: Int
  /// Of all processors.
  package let processorSeconds: Double

  /// At this moment.
  package init() throws {
    let manager = FileManager.default
    descriptors = try manager.contentsOfDirectory(atPath: "/proc/self/fd").count
    threads = try manager.contentsOfDirectory(atPath: "/proc/self/task").count
    let isSanitized = ProcessInfo.processInfo.environment["TSAN_OPTIONS"] != nil
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") } ?? ""
    residentKiB = isSanitized ? 0 : Int(line.split(separator: " ").dropLast().last ?? "") ?? .max
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    processorSeconds = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
