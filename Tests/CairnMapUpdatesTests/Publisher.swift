import CairnMaps
import CairnRadio
import CairnTestSupport
import CairnTypes
import CairnMapUpdates
import CairnWireless
import Testing

/// A publisher of packs with a key of its own, and a device that follows it.
final class Publisher {
  let server: FolderServer
  let folder: TemporaryFolder
  let keys: [PublisherKey]
  /// The pack of the device.
  let pack: String

  /// - Throws: when something cannot be made.
  init() async throws {
    server = try FolderServer()
    folder = try TemporaryFolder()
    pack = folder.path + "/town.pack"
    try await Self.openssl("genpkey", "-algorithm", "ed25519", "-out", folder.path + "/key")
    try await Self.openssl(
      "pkey", "-in", folder.path + "/key", "-pubout", "-out", folder.path + "/key.pub")
    let pem = try #require(folder.read("key.pub"))
    keys = try #require(PublisherKey.keys(pem: pem))
  }

  deinit { server.end() }

  static func openssl(_ arguments: String...) async throws {
    let process = try ChildProcess("/usr/bin/env", ["openssl"] + arguments, limit: .seconds(60))
    let status = await process.end()
    try #require(status == 0, "\(process.complaints)")
  }

  /// A pack of access points along a street; every tenth is elsewhere in each version.
  static func bytes(_ version: Int, count: Int = 2000, shift: Double = 0) throws -> [UInt8] {
    var writer = RadioPackWriter(day: 20_700 + version)
    for number in 0..<UInt64(count) where number % 50 != UInt64(version) {
      let moved = number % 10 == 0 ? Double(version) * 0.0001 : 0
      let place = Coordinate(
        latitude: 47 + Double(number) * 0.0002 + moved, longitude: 8 + shift)
      try writer.add(AccessPoints.bssid(number), KnownAccessPoint(coordinate: place, accuracy: 20))
    }
    var (bytes, header) = writer.finish()
    bytes.replaceSubrange(..<header.count, with: header)
    return bytes
  }

  func digest(_ bytes: [UInt8]) throws -> ContentDigest {
    var found: ContentDigest?
    if var hash = ContentHash() {
      hash.add(bytes.span)
      found = hash.end().flatMap { ContentDigest(bytes: $0) }
    }
    return try #require(found)
  }

  /// Publishes a version, with deltas from older packs.
  func release(
    _ version: Int, _ bytes: [UInt8], from older: [[UInt8]] = [], name: String = "town",
    day: Int = 20_787, isSigned: Bool = true,
    _ change: (inout MapManifest) -> Void = { _ in }
  ) async throws {
    var manifest = MapManifest(
      name: name, version: version, day: day,
      pack: .init(name: "town-\(version).pack", byteCount: bytes.count, digest: try digest(bytes)))
    server.put(manifest.pack.name, bytes)
    for (number, old) in older.enumerated() {
      let delta = try #require(try PackDelta.bytes(from: RadioPack(old), to: RadioPack(bytes)))
      let file = "town-\(number)-\(version).delta"
      server.put(file, delta)
      manifest.deltas.append(
        .init(
          base: try digest(old),
          file: .init(name: file, byteCount: delta.count, digest: try digest(delta))))
    }
    change(&manifest)
    server.put("manifest.json", manifest.json)
    if isSigned { try await sign(manifest.json) }
  }

  func sign(_ json: [UInt8]) async throws {
    try folder.write(json, to: "manifest")
    try await Self.openssl(
      "pkeyutl", "-sign", "-rawin", "-inkey", folder.path + "/key", "-in",
      folder.path + "/manifest", "-out", folder.path + "/signature")
    server.put("manifest.json.sig", folder.read("signature"))
  }

  /// The device's update, which waits for nothing.
  func update(
    patience: Duration = .seconds(20), today: Int? = 20_790
  ) throws -> MapUpdate {
    let found = MapPublisher(server.address, keys: keys, patience: patience) { _ in }
    let publisher = try #require(found)
    return MapUpdate(MapFiles(pack), from: publisher, today: today)
  }

  /// The kind of failure of an update; `nil` if it succeeds.
  func failure(_ update: MapUpdate) -> MapFailure? {
    do throws(MapFailure) {
      _ = try update.run()
      return nil
    } catch {
      return error
    }
  }

  var installed: [UInt8]? { folder.read("town.pack") }
  var previous: [UInt8]? { folder.read("town.pack.previous") }
  var record: MapRecord? {
    folder.read("town.pack.json").flatMap { try? MapRecord(json: $0) }
  }
}
