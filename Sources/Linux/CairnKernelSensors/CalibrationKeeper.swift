internal import CairnLinux
internal import CairnSensors
internal import CairnTypes

/// Keeps a magnetometer's calibration between programs, in the folder of its program.
///
/// Isolation: belongs to its event loop. A separate thread reads and writes.
final class CalibrationKeeper {
  private let storage: FileStorage
  let queue: StateQueue
  private let key: String

  init(_ folder: String, of id: ProviderID, loop: EventLoop) {
    let storage = FileStorage(folder)
    self.storage = storage
    key = Self.key(of: id)
    queue = StateQueue(loop: loop) { bytes, key throws(LocationError) in
      try storage.store(bytes, for: key)
    }
  }

  private static func key(of id: ProviderID) -> String { "\(id)-calibration" }

  /// Returns the calibration saved in a folder; `nil` if there is none of use. Blocks.
  static func read(in folder: String, of id: ProviderID) -> MagneticCalibration? {
    do throws(LocationError) {
      return try FileStorage(folder).load(key(of: id)).flatMap { MagneticCalibration(decoding: $0) }
    } catch {
      return nil
    }
  }

  /// Reads what an earlier program has found.
  ///
  /// - Parameter then: called once on the loop, with `nil` for nothing of use.
  func load(_ then: @escaping (MagneticCalibration?) -> Void) {
    queue.read { [storage, key] () throws(LocationError) -> [UInt8]? in
      try storage.load(key)
    } then: { result in
      guard case .success(let bytes?) = result else { return then(nil) }
      then(MagneticCalibration(decoding: bytes))
    }
  }

  /// Keeps a calibration.
  func keep(_ calibration: MagneticCalibration) {
    let bytes = calibration.encoded
    queue.write(key) { { bytes } }
  }
}
