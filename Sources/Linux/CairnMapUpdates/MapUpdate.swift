package import CairnData
internal import CairnLinux
package import CairnMaps
internal import CairnRadio
internal import CairnTypes
internal import CairnWireless

/// Takes the newest pack of a publisher in place of the one that a device has.
///
/// Blocks; for a thread of its own. Everything is checked before the pack in use makes way, as a whole. Whatever ends the
/// program, a whole pack is in its place, and the next call goes on.
package struct MapUpdate: Sendable {
  /// A step after which a loss of power is a case of its own, for tests.
  package enum Step: CaseIterable, Sendable {
    case fetched, patched, verified, keptPrevious, recorded, replaced
  }

  /// What a call has done.
  package enum Outcome: Hashable, Sendable {
    /// The newest pack was there already.
    case upToDate(MapRecord.Pack)
    /// The newest pack gave worse positions here, and is not taken again.
    case refused(MapRecord.Refusal)
    /// A newer pack is there to be fetched, in so many bytes.
    case available(version: Int, byteCount: Int)
    /// A newer pack is in place; `fetched` bytes have come over the network.
    case updated(MapRecord.Pack, fetched: Int, byDelta: Bool)
  }

  package let files: MapFiles
  package let publisher: MapPublisher
  /// The name of the map; `nil` for that of the first one that is taken.
  package var name: String?
  /// Days after which a release is too old; `nil` for never.
  package var maximumAge: Int?
  /// Today in UTC, counted from 1 January 1970; `nil` if the clock is not set.
  package var today: Int?
  /// Called with the bytes that are there of a file, and all of them.
  package var onProgress: @Sendable (Int, Int) -> Void = { _, _ in }
  /// Throws in tests.
  package var onStep: @Sendable (Step) throws(MapFailure) -> Void = { _ throws(MapFailure) in }
  package let cancellation = Cancellation()

  /// See the properties.
  package init(_ files: MapFiles, from publisher: MapPublisher, today: Int?) {
    self.files = files
    self.publisher = publisher
    self.today = today
  }

  /// Asks the publisher, and takes its newest pack.
  ///
  /// - Parameter isCheck: whether to tell only whether there is a newer one.
  /// - Returns: what was done.
  /// - Throws: why the newest pack is not in place.
  package func run(isCheck: Bool = false) throws(MapFailure) -> Outcome {
    try checkPlace()
    if !isCheck { try files.change { () throws(MapFailure) in try files.completeRefusal() } }
    let record = try files.readRecord()
    let manifest = try publisher.manifest(cancellation)
    try check(manifest, record)
    if let refusal = record?.refused.last(where: { $0.pack.version == manifest.version }) {
      return .refused(refusal)
    }
    let own = try Self.digest(of: files.pack)
    if own == manifest.pack.digest {
      let pack = try verified(manifest, at: files.pack)
      if !isCheck { try note(pack, of: manifest) }
      return .upToDate(pack)
    }
    let delta = manifest.deltas.filter { $0.base == own }
      .min { $0.file.byteCount < $1.file.byteCount }
      .flatMap { $0.file.byteCount < manifest.pack.byteCount ? $0 : nil }
    if isCheck {
      return .available(
        version: manifest.version, byteCount: (delta?.file ?? manifest.pack).byteCount)
    }
    if let delta {
      do throws(MapFailure) { return try takeDelta(delta, of: manifest) } catch {
        // A delta that leads nowhere is the publisher's mistake, and the whole pack mends it.
        guard error.kind == .publisher else { throw error }
      }
    }
    return try takePack(of: manifest)
  }

  // MARK: - Checks

  /// Refuses to replace what is no pack.
  private func checkPlace() throws(MapFailure) {
    guard let file = try? PagedFile(files.pack), file.count > 0 else { return }
    do throws(PackError) { _ = try RadioPack(file) } catch {
      // One that is damaged is replaced.
      guard error == .notAPack else { return }
      throw MapFailure(
        .here, "\(files.pack) is not a pack, and stays: name another file, or remove it")
    }
  }

  private func check(_ manifest: MapManifest, _ record: MapRecord?) throws(MapFailure) {
    let host = publisher.host
    if let expected = name ?? record?.name, manifest.name != expected {
      throw MapFailure(
        .publisher,
        "\(host) has the map '\(manifest.name)', and '\(expected)' is wanted: check the address")
    }
    if let record, manifest.version < record.floor {
      throw MapFailure(
        .publisher,
        "\(host) has version \(manifest.version), and \(record.floor) was taken before: "
          + "somebody serves an old release; the map stays as it is")
    }
    guard let today else {
      throw MapFailure(.later, "the clock is not set, so that no release can be judged: set it")
    }
    let made = MapManifest.text(ofDay: manifest.day)
    // The publisher's day may have begun already.
    guard manifest.day <= today + 1 else {
      throw MapFailure(
        .publisher, "\(host) has a release of \(made), which is to come: check both clocks")
    }
    if let maximumAge, manifest.day < today - maximumAge {
      throw MapFailure(
        .publisher,
        "\(host) has nothing newer than the release of \(made): somebody may withhold it; "
          + "ask the publisher")
    }
  }

  /// Reads and checks a pack that the manifest names.
  func verified(_ manifest: MapManifest, at path: String) throws(MapFailure) -> MapRecord.Pack {
    let pack = try MapFiles.open(path)
    do throws(PackError) { try pack.verify() } catch {
      throw MapFailure(.publisher, "\(publisher.host): \(manifest.pack.name): \(error)")
    }
    return MapRecord.Pack(
      version: manifest.version, day: manifest.day, digest: manifest.pack.digest,
      fingerprint: pack.fingerprint)
  }

  /// Returns the SHA-256 of a file; `nil` if there is none.
  static func digest(of path: String) throws(MapFailure) -> ContentDigest? {
    let bytes: [UInt8]?
    do throws(FileFailure) { bytes = try ContentHash.ofFile(path) } catch {
      if error.isAbsence { return nil }
      throw MapFailure(.here, "\(error)")
    }
    guard let digest = bytes.flatMap({ ContentDigest(bytes: $0) }) else {
      throw MapFailure(.here, ContentHash.lack)
    }
    return digest
  }
}
