internal import CCairnLinux
internal import CairnData
internal import CairnLinux
package import CairnMaps
internal import CairnRadio
internal import CairnTypes
internal import CairnWireless

/// The pack of a published map, and the files beside it.
///
/// Whatever ends a program, there is a whole pack at `pack`, and the record is the old or the new one.
package struct MapFiles: Hashable, Sendable {
  /// The pack in use.
  package let pack: String

  /// - Parameter pack: the path of the pack.
  package init(_ pack: String) {
    let name = String(
      pack[(pack.lastIndex(of: "/").map { pack.index(after: $0) } ?? pack.startIndex)...])
    let parent = pack.dropLast(name.count)
    let folder = FileSystem.canonical(parent.isEmpty ? "." : String(parent))
    let usual = folder.map { $0 == "/" ? "/" + name : $0 + "/" + name }
    self.pack = FileSystem.canonical(pack) ?? usual ?? pack
  }

  /// The folder of all files, and the name of the pack in it.
  package var folder: String {
    let end = pack.lastIndex(of: "/") ?? pack.startIndex
    return end == pack.startIndex ? "/" : String(pack[..<end])
  }
  package var name: String {
    String(pack[(pack.lastIndex(of: "/").map { pack.index(after: $0) } ?? pack.startIndex)...])
  }

  /// The pack before, to go back to.
  package var previous: String { pack + ".previous" }
  /// The record, JSON.
  package var record: String { pack + ".json" }
  /// What was fetched so far of a file.
  var part: String { pack + ".part" }
  /// A pack that is being made.
  var fresh: String { pack + ".new" }
  private var lock: String { pack + ".lock" }

  /// How long one program waits for the lock that another has, which holds it for as long as the disk takes.
  private static let patience = Duration.seconds(10)
  private static let pause = Duration.milliseconds(50)

  /// Reads the record.
  ///
  /// - Returns: `nil` if there is none.
  /// - Throws: why it cannot be read.
  package func readRecord() throws(MapFailure) -> MapRecord? {
    let bytes: [UInt8]
    do throws(FileFailure) { bytes = try readFile(record, limit: MapRecord.maximumLength) } catch {
      if error.isAbsence { return nil }
      throw MapFailure(.here, "\(error)")
    }
    do throws(MapManifestError) { return try MapRecord(json: bytes) } catch {
      throw MapFailure(
        .here,
        "\(record) is damaged: \(error); remove it, and the next update begins anew, with any version"
      )
    }
  }

  /// Changes the record and the files that it describes, while no other program does.
  ///
  /// - Throws: `.later` while another program has the lock for long, and what `body` throws.
  package func change<Result>(
    _ body: () throws(MapFailure) -> Result
  ) throws(MapFailure) -> Result {
    let lock = try locked()
    defer { lock.release() }
    return try body()
  }

  /// Writes the record.
  func write(_ value: MapRecord) throws(MapFailure) {
    do throws(DeviceError) { try FileSystem.replace(record, with: value.json) } catch {
      throw MapFailure(disk: error)
    }
  }

  /// Ends what a loss of power has interrupted: a pack that the record refuses gives way to the one before.
  package func completeRefusal() throws(MapFailure) {
    guard let record = try readRecord(), !record.refused.isEmpty,
      let opened = try? Self.open(pack), record.refuses(opened.fingerprint),
      FileSystem.identity(previous) != nil
    else { return }
    do throws(DeviceError) { try FileSystem.rename(previous, to: pack) } catch {
      throw MapFailure(disk: error)
    }
  }

  private func locked() throws(MapFailure) -> FileLock {
    let end = SystemClock.monotonic() + Self.patience
    while true {
      do throws(DeviceError) { return try FileLock(lock) } catch {
        guard error.isBusy else { throw MapFailure(disk: error) }
        guard SystemClock.monotonic() < end else {
          throw MapFailure(.later, "another program changes \(pack): try again later")
        }
      }
      pauseThread(Self.pause)
    }
  }

  /// Opens a pack.
  ///
  /// - Throws: a line that says what is wrong.
  static func open(_ path: String) throws(MapFailure) -> RadioPack {
    let file: PagedFile
    do throws(FileFailure) { file = try PagedFile(path) } catch {
      throw MapFailure(.here, "\(error)")
    }
    do throws(PackError) { return try RadioPack(file) } catch {
      throw MapFailure(.publisher, "\(path): \(error)")
    }
  }
}

/// Why a map was not updated; the one in use stays.
package struct MapFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// Who can do something.
  package enum Kind: Hashable, Sendable {
    /// Time may: the server does not answer, the disk is full, another program is at it.
    case later
    /// The publisher must: what it says or serves is wrong, or is not its own.
    case publisher
    /// Somebody must on this device.
    case here
    /// The caller has ended it.
    case cancelled
  }

  package let kind: Kind
  /// One line, with what to do next.
  package let description: String

  /// The caller does not want the new pack any more.
  package static let interrupted = MapFailure(.cancelled, "interrupted; what was fetched is kept")

  init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }

  /// A failure of the disk or of a right.
  init(disk error: DeviceError) {
    if error.isFull {
      self.init(.later, "\(error.path): the disk is full: make room")
    } else if error.isBusy {
      self.init(.later, "another program writes \(error.path): try again later")
    } else {
      self.init(.here, error.explanation)
    }
  }
}

extension DeviceError {
  fileprivate var isFull: Bool {
    code == Int32(cairnlinux_ENOSPC) || code == Int32(cairnlinux_EFBIG) || code == cairnlinux_EDQUOT
  }

  fileprivate var isBusy: Bool { code == Int32(cairnlinux_EAGAIN) }
}
