internal import CairnJSON

/// What a device remembers of the published map that it uses: which version, and which it refuses. It is kept beside the
/// pack as JSON, for the device's programs and for whoever watches over the fleet.
public struct MapRecord: Hashable, Sendable {
  /// Most bytes of the file.
  public static let maximumLength = 65_536
  /// Most refused versions that are remembered; the oldest go first, below the floor anyway.
  public static let maximumRefused = 32
  private static let format = 1

  /// One pack.
  public struct Pack: Hashable, Sendable {
    /// The publisher's number of the release.
    public var version: Int
    /// Day of its release, counted from 1 January 1970.
    public var day: Int
    /// SHA-256 of its file.
    public var digest: ContentDigest
    /// `RadioPack.fingerprint`, by which a program knows it without reading all of it.
    public var fingerprint: UInt64

    /// See the properties.
    public init(version: Int, day: Int, digest: ContentDigest, fingerprint: UInt64) {
      self.version = version
      self.day = day
      self.digest = digest
      self.fingerprint = fingerprint
    }
  }

  /// A version that is not taken again.
  public struct Refusal: Hashable, Sendable {
    /// The pack that is not taken again.
    public var pack: Pack
    /// Why, for a person.
    public var reason: String

    /// See the properties.
    public init(pack: Pack, reason: String) {
      self.pack = pack
      self.reason = reason
    }
  }

  /// The name of the map; none other takes its place.
  public var name: String
  /// The largest version that was taken. No smaller one is ever taken, and this one only if it was lost.
  public var floor: Int
  /// The pack in use; `nil` for one that nobody published.
  public var current: Pack?
  /// The pack before, which is still there for comparison; `nil` if there is none.
  public var previous: Pack?
  /// Whether the pack in use has proved to be no worse than the one before.
  public var isProven = false
  /// What was refused, the oldest first.
  public var refused: [Refusal] = []
  /// SHA-256 of the file of which a part was fetched; `nil` if none was.
  public var partial: ContentDigest?
  /// Day on which the publisher was last asked, and answered; `nil` for never.
  public var checkedDay: Int?

  /// Creates the record of a device that has taken nothing.
  public init(name: String) {
    self.name = name
    floor = 0
  }

  /// Whether a pack with this fingerprint was refused.
  public func refuses(_ fingerprint: UInt64) -> Bool {
    refused.contains { $0.pack.fingerprint == fingerprint }
  }

  /// Whether a version was refused.
  public func refuses(version: Int) -> Bool { refused.contains { $0.pack.version == version } }

  /// Notes that a pack takes the place of the one in use.
  public mutating func take(_ pack: Pack) {
    if current != pack { previous = current }
    current = pack
    floor = max(floor, pack.version)
    isProven = false
    partial = nil
  }

  /// Notes that the pack in use has given way to the one before.
  public mutating func refuseCurrent(because reason: String) {
    guard let current else { return }
    refused.append(Refusal(pack: current, reason: reason))
    if refused.count > Self.maximumRefused { refused.removeFirst() }
    self.current = previous
    previous = nil
    isProven = true
  }
}

extension MapRecord {
  /// Reads a record.
  ///
  /// - Throws: the first defect.
  public init(json: [UInt8]) throws(MapManifestError) {
    guard json.count <= Self.maximumLength else {
      throw MapManifestError("it has more than \(Self.maximumLength) bytes")
    }
    let value: JSONValue
    do throws(JSONFailure) { value = try JSONReader.value(of: json[...]) } catch {
      throw MapManifestError("byte \(error.column): \(error.reason) expected")
    }
    guard try value.integer("format", in: 1...Int(Int32.max)) == Self.format else {
      throw MapManifestError("it is of a later version of Cairn")
    }
    name = try value.fileName("name")
    floor = try value.integer("floor", in: 0...MapManifest.maximumVersion)
    current = try value.present("current").map { value throws(MapManifestError) in try Pack(value) }
    previous = try value.present("previous").map { value throws(MapManifestError) in
      try Pack(value)
    }
    isProven = value["proven"] == .flag(true)
    if case .array(let all)? = value["refused"] {
      guard all.count <= Self.maximumRefused else {
        throw MapManifestError("it refuses more than \(Self.maximumRefused) versions")
      }
      for one in all {
        refused.append(Refusal(pack: try Pack(one), reason: one["reason"]?.asText ?? ""))
      }
    }
    if value.present("partial") != nil { partial = try value.digest("partial") }
    checkedDay = value["checked"]?.asText.flatMap(MapManifest.day)
  }

  /// The file, one line.
  public var json: [UInt8] {
    var text = JSONText()
    text.object {
      $0.member("format", Self.format)
      $0.member("name", name)
      $0.member("floor", floor)
      $0.key("current")
      Self.write(current, to: &$0)
      $0.key("previous")
      Self.write(previous, to: &$0)
      $0.member("proven", isProven)
      $0.array("refused") { list in
        for one in refused {
          list.object {
            one.pack.write(to: &$0)
            $0.member("reason", one.reason)
          }
        }
      }
      $0.member("partial", partial?.description)
      $0.member("checked", checkedDay.map { MapManifest.text(ofDay: $0) })
    }
    text.newline()
    return text.bytes
  }

  private static func write(_ pack: Pack?, to text: inout JSONText) {
    guard let pack else { return text.null() }
    text.object { pack.write(to: &$0) }
  }
}

extension MapRecord.Pack {
  fileprivate init(_ value: JSONValue) throws(MapManifestError) {
    guard let day = value["made"]?.asText.flatMap(MapManifest.day) else {
      throw MapManifestError("'made' must be a day such as 2026-11-30")
    }
    guard
      let fingerprint = value["fingerprint"]?.asText.flatMap({ text in
        text.utf8.first == UInt8(ascii: "+") ? nil : UInt64(text, radix: 16)
      })
    else { throw MapManifestError("'fingerprint' must be hexadecimal digits") }
    self.init(
      version: try value.integer("version", in: 1...MapManifest.maximumVersion), day: day,
      digest: try value.digest("sha256"), fingerprint: fingerprint)
  }

  fileprivate func write(to text: inout JSONText) {
    text.member("version", version)
    text.member("made", MapManifest.text(ofDay: day))
    text.member("sha256", digest.description)
    text.member("fingerprint", String(fingerprint, radix: 16))
  }
}

extension JSONValue {
  /// The member of a name; `nil` also if it is null.
  fileprivate func present(_ name: String) -> JSONValue? {
    self[name].flatMap { $0 == .null ? nil : $0 }
  }
}
