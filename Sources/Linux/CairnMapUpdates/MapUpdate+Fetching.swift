internal import CairnLinux
internal import CairnMaps
internal import CairnRadio
internal import CairnTypes
internal import CairnWireless

// Fetches what the manifest names, and puts it in its place.

extension MapUpdate {
  /// Fetches the whole pack.
  func takePack(of manifest: MapManifest) throws(MapFailure) -> Outcome {
    let part = try fetch(manifest.pack, of: manifest)
    try onStep(.fetched)
    let pack = try verified(manifest, at: files.part)
    try onStep(.verified)
    try install(pack, of: manifest) { () throws(DeviceError) in
      try part.putInPlace(of: files.pack)
    }
    return .updated(pack, fetched: part.appended, byDelta: false)
  }

  /// Fetches a delta, and makes the new pack of the old one.
  func takeDelta(
    _ delta: MapManifest.Delta, of manifest: MapManifest
  ) throws(MapFailure) -> Outcome {
    let part = try fetch(delta.file, of: manifest)
    try onStep(.fetched)
    let fresh = Fresh(try onDisk { () throws(DeviceError) in try ReplacedFile(files.pack) })
    try patch(into: fresh, of: manifest)
    try onStep(.patched)
    guard try Self.digest(of: files.fresh) == manifest.pack.digest else {
      throw MapFailure(
        .publisher, "\(publisher.host): \(delta.file.name) does not make \(manifest.pack.name)")
    }
    let pack = try verified(manifest, at: files.fresh)
    try onStep(.verified)
    try install(pack, of: manifest) { () throws(DeviceError) in try fresh.file.putInPlace() }
    part.delete()
    return .updated(pack, fetched: part.appended, byDelta: true)
  }

  /// A pack that is made beside its place; deleted unless it gets there.
  private final class Fresh {
    var file: ReplacedFile
    init(_ file: consuming ReplacedFile) { self.file = file }
  }

  private func patch(into fresh: Fresh, of manifest: MapManifest) throws(MapFailure) {
    let base = try MapFiles.open(files.pack)
    let delta: PagedFile
    do throws(FileFailure) { delta = try PagedFile(files.part) } catch {
      throw MapFailure(.here, "\(error)")
    }
    var patch = try onDelta { () throws(PackDeltaError) in
      try PackPatch(try PackDelta(delta), to: base)
    }
    var left = manifest.pack.byteCount
    while let bytes = try onDelta({ () throws(PackDeltaError) in try patch.next() }) {
      left -= bytes.count
      guard left >= 0 else {
        throw MapFailure(
          .publisher, "\(publisher.host): the delta makes a larger pack than was signed")
      }
      try onDisk { () throws(DeviceError) in try fresh.file.append(bytes) }
    }
    guard let header = patch.finish() else { return }
    try onDisk { () throws(DeviceError) in try fresh.file.overwriteStart(with: header) }
  }

  private func onDelta<Value>(
    _ body: () throws(PackDeltaError) -> Value
  ) throws(MapFailure) -> Value {
    do throws(PackDeltaError) { return try body() } catch {
      throw MapFailure(.publisher, "\(publisher.host): \(error)")
    }
  }

  // MARK: - Fetching

  /// Fetches a file, beginning with what is there of it, and checks that it is what was signed.
  private func fetch(
    _ file: MapManifest.File, of manifest: MapManifest
  ) throws(MapFailure) -> PartialFile {
    let part = try onDisk { () throws(DeviceError) in try PartialFile(files.part) }
    if try files.readRecord()?.partial != file.digest || part.count > file.byteCount {
      try onDisk { () throws(DeviceError) in try part.restart() }
      try note(partial: file.digest, of: manifest)
    }
    let wasResumed = part.count > 0
    try fetch(file, into: part)
    if wasResumed, try Self.digest(of: files.part) != file.digest {
      // What was there may be of another file.
      try onDisk { () throws(DeviceError) in try part.restart() }
      try fetch(file, into: part)
    }
    guard try Self.digest(of: files.part) == file.digest else {
      try onDisk { () throws(DeviceError) in try part.restart() }
      throw MapFailure(
        .publisher, "\(publisher.host): \(file.name) is not what was signed; the map stays as it is"
      )
    }
    return part
  }

  private func fetch(_ file: MapManifest.File, into part: PartialFile) throws(MapFailure) {
    guard part.count < file.byteCount else { return }
    var trouble: MapFailure?
    do throws(MapFailure) {
      try publisher.fetch(file, from: part.count, cancellation) { isFromStart, octets in
        do throws(DeviceError) {
          if isFromStart, part.count > 0 { try part.restart() }
          guard octets.count <= file.byteCount - part.count else {
            // Not even the beginning can be right.
            try part.restart()
            trouble = MapFailure(
              .publisher, "\(publisher.host): \(file.name) has more bytes than were signed")
            return false
          }
          try part.append(octets)
        } catch {
          trouble = MapFailure(disk: error)
          return false
        }
        onProgress(part.count, file.byteCount)
        return true
      }
    } catch {
      throw trouble ?? error
    }
    guard part.count == file.byteCount else {
      throw MapFailure(
        .later,
        "\(publisher.host): \(file.name) ended after \(part.count) of \(file.byteCount) bytes, which are kept: "
          + "try again later")
    }
  }

  // MARK: - The record

  /// Puts a pack in its place, and keeps the one before.
  private func install(
    _ pack: MapRecord.Pack, of manifest: MapManifest, _ place: () throws(DeviceError) -> Void
  ) throws(MapFailure) {
    try files.change { () throws(MapFailure) in
      var record = try files.readRecord() ?? MapRecord(name: manifest.name)
      // Another program may have taken or refused one meanwhile.
      guard manifest.version >= record.floor, !record.refuses(version: manifest.version) else {
        throw MapFailure(.later, "another program has changed \(files.pack): try again later")
      }
      if FileSystem.identity(files.pack) != nil {
        try onDisk { () throws(DeviceError) in
          try FileSystem.link(files.pack, as: files.previous)
        }
      }
      try onStep(.keptPrevious)
      record.take(pack)
      record.checkedDay = today
      // First, so that no version before it is taken even if power is lost now; the pack is then fetched again.
      try files.write(record)
      try onStep(.recorded)
      try onDisk(place)
      try onStep(.replaced)
    }
  }

  /// Notes that the pack in use is the newest.
  func note(_ pack: MapRecord.Pack, of manifest: MapManifest) throws(MapFailure) {
    try files.change { () throws(MapFailure) in
      var record = try files.readRecord() ?? MapRecord(name: manifest.name)
      guard record.current != pack || record.checkedDay != today else { return }
      if record.current != pack { record.take(pack) }
      record.checkedDay = today
      try files.write(record)
    }
  }

  private func note(partial: ContentDigest, of manifest: MapManifest) throws(MapFailure) {
    try files.change { () throws(MapFailure) in
      var record = try files.readRecord() ?? MapRecord(name: manifest.name)
      record.partial = partial
      try files.write(record)
    }
  }

  private func onDisk<Value: ~Copyable>(
    _ body: () throws(DeviceError) -> Value
  ) throws(MapFailure) -> Value {
    do throws(DeviceError) { return try body() } catch { throw MapFailure(disk: error) }
  }
}
