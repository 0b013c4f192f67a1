import ArgumentParser
import CairnData
import CairnFiles
import CairnJSON
import CairnLinux
import CairnMapUpdates
import CairnMaps
import CairnRadio
import CairnTypes
import CairnWireless
import CommandSupport
import Glibc

struct RadioRelease: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "release",
    abstract: "Makes a folder from which devices take a pack and its later versions.",
    discussion: """
      Writes NAME-VERSION.pack, differences from older packs (NAME-OLD-VERSION.delta) and manifest.json into the \
      folder, which any server of files can serve. Sign the manifest afterwards; `cairn radio update` \
      takes nothing without the signature. docs/RADIO-MAPS.md has the format.

      The version is one more than that of the manifest in the folder, and 1 in an empty one. Differences are made \
      from the packs that are named, or, if none is, from the newest ten of the folder; one that is not smaller than \
      the pack is left out. Older files stay: devices may be fetching them.

      Examples:
        cairn radio release fleet.pack --name town --into public
        cairn radio release fleet.pack old/1.pack old/2.pack --name town --version 3 --into public
        openssl pkeyutl -sign -rawin -inkey maps.key -in public/manifest.json -out public/manifest.json.sig

      Exit codes: 0 done, 1 a file cannot be read or written or is damaged, 64 wrong usage.
      """)

  /// Older packs that differences are made from, unless they are named.
  private static let usualBases = 10

  @Argument(help: "The new pack.")
  var pack: String

  @Argument(help: "Older packs, which devices may have.")
  var older: [String] = []

  @Option(help: "The folder to write into.")
  var into: String

  @Option(help: "The name of the map, which never changes.")
  var name: String

  @Option(
    help: "The version, larger than all before. Default: the next.", transform: OptionNumber.whole)
  var version: Int?

  @Flag(help: "Print a JSON object.")
  var json = false

  func validate() throws {
    guard MapManifest.isName(name), name.utf8.count <= 64 else {
      throw ValidationError(
        "--name has up to 64 letters, digits, '.', '_' and '-', and does not begin with a dot")
    }
    if let version, !(1...MapManifest.maximumVersion ~= version) {
      throw ValidationError("--version is a whole number from 1 on")
    }
    guard older.count <= MapManifest.maximumDeltas else {
      throw ValidationError("at most \(MapManifest.maximumDeltas) older packs")
    }
  }

  func run() throws {
    let new = try Self.checked(pack)
    let last = try lastManifest()
    if let last, last.name != name {
      throw CommandFailure(
        message: "\(into) has the map '\(last.name)': give it another folder, or that name")
    }
    let version = version ?? (last?.version ?? 0) + 1
    if let last, version <= last.version {
      throw CommandFailure(
        message: "\(into) has version \(last.version), and devices take none that is not larger")
    }
    let file = MapManifest.File(
      name: "\(name)-\(version).pack", byteCount: new.byteCount, digest: try Self.digest(of: pack))
    var manifest = MapManifest(name: name, version: version, day: Int(today), pack: file)
    let bases = older.isEmpty ? try packsOfFolder() : older.map { ($0, nil) }
    for (path, number) in bases {
      if let delta = try delta(from: path, number, to: new, file.digest, version, manifest.deltas) {
        manifest.deltas.append(delta)
      }
    }
    try copy(to: "\(into)/\(file.name)")
    // Last: whoever reads it finds all that it names.
    try WholeFile(path: "\(into)/\(MapManifest.fileName)").write(manifest.json)
    report(manifest)
  }

  // MARK: - Parts

  private static func checked(_ path: String) throws(CommandFailure) -> RadioPack {
    let pack = try openPack(path)
    do throws(PackError) { try pack.verify() } catch { throw packFailure(path, error) }
    return pack
  }

  private static func digest(of path: String) throws(CommandFailure) -> ContentDigest {
    let bytes: [UInt8]?
    do throws(FileFailure) { bytes = try ContentHash.ofFile(path) } catch {
      throw CommandFailure(message: "\(error)")
    }
    guard let digest = bytes.flatMap({ ContentDigest(bytes: $0) }) else {
      throw CommandFailure(message: ContentHash.lack)
    }
    return digest
  }

  private func lastManifest() throws(CommandFailure) -> MapManifest? {
    let path = "\(into)/\(MapManifest.fileName)"
    let bytes: [UInt8]
    do throws(FileFailure) { bytes = try readFile(path, limit: MapManifest.maximumLength) } catch {
      if error.isAbsence { return nil }
      throw CommandFailure(message: "\(error)")
    }
    do throws(MapManifestError) { return try MapManifest(json: bytes) } catch {
      throw CommandFailure(message: "\(path): \(error)")
    }
  }

  /// The newest packs of the map in the folder, each with its version.
  private func packsOfFolder() throws(CommandFailure) -> [(path: String, version: Int?)] {
    let versions = FileSystem.entries(into).compactMap { file -> Int? in
      guard file.hasPrefix("\(name)-"), file.hasSuffix(".pack") else { return nil }
      return Int(file.dropFirst(name.utf8.count + 1).dropLast(5))
    }
    return versions.sorted().suffix(Self.usualBases).map { ("\(into)/\(name)-\($0).pack", $0) }
  }

  private func delta(
    from path: String, _ number: Int?, to new: RadioPack, _ target: ContentDigest, _ version: Int,
    _ others: [MapManifest.Delta]
  ) throws(CommandFailure) -> MapManifest.Delta? {
    let old = try Self.checked(path)
    let base = try Self.digest(of: path)
    guard base != target, !others.contains(where: { $0.base == base }) else { return nil }
    let bytes: [UInt8]?
    do throws(PackError) { bytes = try PackDelta.bytes(from: old, to: new) } catch {
      throw packFailure(path, error)
    }
    guard let bytes else { return nil }
    // Of a pack that another program has written differently, a device could not make the same.
    guard try Self.makes(target, bytes, from: old) else {
      complain("\(path): no difference is made from a pack that was written by another program")
      return nil
    }
    let label = number.map(String.init) ?? String(base.description.prefix(8))
    let file = "\(name)-\(label)-\(version).delta"
    try WholeFile(path: "\(into)/\(file)").write(bytes)
    return MapManifest.Delta(
      base: base,
      file: MapManifest.File(
        name: file, byteCount: bytes.count, digest: try Self.digest(of: "\(into)/\(file)")))
  }

  /// Whether a delta makes what has a digest. The header of a pack comes last and stands first, so that it is made twice.
  private static func makes(
    _ target: ContentDigest, _ delta: [UInt8], from old: RadioPack
  ) throws(CommandFailure) -> Bool {
    do throws(PackDeltaError) {
      let opened = try PackDelta(delta)
      var first = try PackPatch(opened, to: old)
      while try first.next() != nil {}
      guard var header = first.finish(), var hash = ContentHash() else { return false }
      var second = try PackPatch(opened, to: old)
      while var bytes = try second.next() {
        bytes.replaceSubrange(..<header.count, with: header)
        header = []
        hash.add(bytes.span)
      }
      return hash.end() == target.bytes
    } catch {
      return false
    }
  }

  private func copy(to target: String) throws(CommandFailure) {
    let source: PagedFile
    do throws(FileFailure) { source = try PagedFile(pack, limit: 0) } catch {
      throw CommandFailure(message: "\(error)")
    }
    do throws(DeviceError) {
      var file = try ReplacedFile(target)
      var start = 0
      while start < source.count {
        let range = start..<min(source.count, start + PackBuilder.pieceSize)
        var piece: [UInt8] = []
        source.read { bytes in
          guard source.load(range) else { return }
          let part = bytes.extracting(range)
          piece = part.indices.map { part[$0] }
        }
        guard piece.count == range.count else {
          throw DeviceError(.read, path: pack, code: EIO)
        }
        try file.append(piece)
        start = range.upperBound
      }
      try file.putInPlace()
    } catch {
      throw PackBuilder.failure(error)
    }
  }

  private func report(_ manifest: MapManifest) {
    let output = StandardOutput()
    guard json else {
      output.line(
        "\(into): version \(manifest.version) of \(name), \(counted(manifest.pack.byteCount, "byte"))"
      )
      for delta in manifest.deltas {
        output.line("  \(delta.file.name): \(counted(delta.file.byteCount, "byte"))")
      }
      return output.line(
        "to be signed: openssl pkeyutl -sign -rawin -inkey KEY -in \(into)/\(MapManifest.fileName) "
          + "-out \(into)/\(MapManifest.signatureName)")
    }
    output.write(manifest.json)
  }
}
