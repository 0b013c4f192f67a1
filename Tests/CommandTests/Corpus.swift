import Foundation

/// The receiver captures, kept beside the package.
enum Corpus {
  static let root: URL? = {
    let environment = ProcessInfo.processInfo.environment
    var candidates = [environment["CAIRN_SHARED"].map { URL(fileURLWithPath: $0) }]
    var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    while folder.path != "/" {
      candidates.append(folder.appending(path: "shared"))
      folder.deleteLastPathComponent()
    }
    return candidates.lazy.compactMap { $0?.appending(path: "corpus/receivers") }
      .first { FileManager.default.fileExists(atPath: $0.path) }
  }()

  static var isRequired: Bool { ProcessInfo.processInfo.environment["CI"] == "true" }

  /// Recordings of one to two thousand messages or less, of several generations of receivers.
  static let captures = [
    "gpsd/ublox-neo-m8l.log", "gpsd/ublox-zed-f9r.log", "gpsd/ublox-zoe-m8b-logbatch.log",
    "pyubx2/pygpsdata-ALL.log", "pyubx2/pygpsdata-MIXED.log", "pyubx2/pygpsdata-RXMRAWX.log",
    "pyrtcm/pygpsdata-NTRIP-1300-1302.log", "rtklib/ubx_20080526.ubx",
  ]
}
