internal import CairnJSON
internal import CairnTypes

/// What a publisher of radio maps says of its newest pack, in a file that it signs.
public struct MapManifest: Hashable, Sendable {
  /// Most bytes of the file.
  public static let maximumLength = 65_536
  /// Most deltas that it names.
  public static let maximumDeltas = 64
  /// Largest version: larger numbers are not exact everywhere in JSON.
  public static let maximumVersion = 1 << 53 - 1
  /// The file's name beside the packs, and that of its signature.
  public static let fileName = "manifest.json"
  /// Name of the file with the signature of the manifest.
  public static let signatureName = "manifest.json.sig"
  private static let format = 1

  /// One file beside the manifest.
  public struct File: Hashable, Sendable {
    /// Its name beside the manifest.
    public var name: String
    /// Its length in bytes.
    public var byteCount: Int
    /// Its SHA-256.
    public var digest: ContentDigest

    /// See the properties.
    public init(name: String, byteCount: Int, digest: ContentDigest) {
      self.name = name
      self.byteCount = byteCount
      self.digest = digest
    }
  }

  /// What turns an older pack into the new one.
  public struct Delta: Hashable, Sendable {
    /// The SHA-256 of the older pack.
    public var base: ContentDigest
    /// The delta.
    public var file: File

    /// See the properties.
    public init(base: ContentDigest, file: File) {
      self.base = base
      self.file = file
    }
  }

  /// Name of the map, of the characters that `isName` allows.
  public var name: String
  /// Larger with each release; 1...`maximumVersion`.
  public var version: Int
  /// Day of the release, UTC, counted from 1 January 1970.
  public var day: Int
  /// The whole pack.
  public var pack: File
  /// Deltas from older packs, at most 64.
  public var deltas: [Delta]

  /// See the properties.
  public init(name: String, version: Int, day: Int, pack: File, deltas: [Delta] = []) {
    self.name = name
    self.version = version
    self.day = day
    self.pack = pack
    self.deltas = deltas
  }

  /// Whether a text may be the name of a map or of a file: 1...128 letters of ASCII, digits, dots, lines and hyphens,
  /// not beginning with a dot.
  public static func isName(_ text: String) -> Bool {
    let bytes = text.utf8
    return (1...128).contains(bytes.count) && bytes.first != UInt8(ascii: ".")
      && bytes.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
        default: false
        }
      }
  }
}

/// Why bytes are no manifest.
public struct MapManifestError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The missing or wrong part, for a person.
  public let description: String

  init(_ reason: String) { description = reason }
}

extension MapManifest {
  /// Reads a manifest; members that it does not know are ignored.
  ///
  /// - Parameter json: the file, in UTF-8.
  /// - Throws: the first defect.
  public init(json: [UInt8]) throws(MapManifestError) {
    guard json.count <= Self.maximumLength else {
      throw MapManifestError("it has more than \(Self.maximumLength) bytes")
    }
    let value: JSONValue
    do throws(JSONFailure) { value = try JSONReader.value(of: json[...]) } catch {
      throw MapManifestError("byte \(error.column): \(error.reason) expected")
    }
    let format = try value.integer("format", in: 1...Self.maximumVersion)
    guard format == Self.format else {
      throw MapManifestError("it has format \(format); this program reads format \(Self.format)")
    }
    version = try value.integer("version", in: 1...Self.maximumVersion)
    name = try value.fileName("name")
    guard let day = value["made"]?.asText.flatMap(Self.day) else {
      throw MapManifestError("'made' must be a day such as 2026-11-30")
    }
    self.day = day
    pack = try value.file("pack")
    deltas = []
    guard case .array(let all)? = value["deltas"] else {
      throw MapManifestError("'deltas' must be a list")
    }
    guard all.count <= Self.maximumDeltas else {
      throw MapManifestError("it names more than \(Self.maximumDeltas) deltas")
    }
    for delta in all {
      deltas.append(Delta(base: try delta.digest("base"), file: try delta.file("file")))
    }
  }

  /// The file, one line.
  public var json: [UInt8] {
    var text = JSONText()
    text.object {
      $0.member("format", Self.format)
      $0.member("name", name)
      $0.member("version", version)
      $0.member("made", Self.text(ofDay: day))
      $0.member("pack", pack.name)
      pack.write(to: &$0)
      $0.array("deltas") { list in
        for delta in deltas {
          list.object {
            $0.member("base", delta.base.description)
            $0.member("file", delta.file.name)
            delta.file.write(to: &$0)
          }
        }
      }
    }
    text.newline()
    return text.bytes
  }

  /// Reads a day, `2026-11-30`, counted from 1 January 1970; `nil` for anything else.
  static func day(_ text: String) -> Int? {
    let bytes = [UInt8](text.utf8)
    guard bytes.count == 10 else { return nil }
    func number(_ range: Range<Int>) -> Int? {
      var number = 0
      for index in range {
        guard 0x30...0x39 ~= bytes[index] else { return nil }
        number = number &* 10 &+ Int(bytes[index] &- 0x30)
      }
      return number
    }
    guard bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"), let year = number(0..<4),
      let month = number(5..<7), let day = number(8..<10)
    else { return nil }
    return CalendarDate(year: year, month: month, day: day)?.daysSince1970
  }

  /// Returns a day as text; that of 1970 for one that does not exist.
  package static func text(ofDay day: Int) -> String {
    guard let date = CalendarDate(daysSince1970: day) else { return "1970-01-01" }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let year = String(date.year)
    return String(repeating: "0", count: 4 - year.utf8.count)
      + "\(year)-\(two(date.month))-\(two(date.day))"
  }
}

extension MapManifest.File {
  fileprivate func write(to text: inout JSONText) {
    text.member("bytes", byteCount)
    text.member("sha256", digest.description)
  }
}

extension JSONValue {
  func integer(
    _ name: String, in range: ClosedRange<Int>
  ) throws(MapManifestError) -> Int {
    guard case .number(let digits)? = self[name], let number = Int(digits), range ~= number else {
      throw MapManifestError("'\(name)' must be a whole number from \(range.lowerBound)")
    }
    return number
  }

  func fileName(_ name: String) throws(MapManifestError) -> String {
    guard let text = self[name]?.asText, MapManifest.isName(text) else {
      throw MapManifestError("'\(name)' must be a name of letters, digits, '.', '_' and '-'")
    }
    return text
  }

  func digest(_ name: String) throws(MapManifestError) -> ContentDigest {
    guard let digest = self[name]?.asText.flatMap({ ContentDigest($0) }) else {
      throw MapManifestError("'\(name)' must be 64 hexadecimal digits in lower case")
    }
    return digest
  }

  fileprivate func file(_ name: String) throws(MapManifestError) -> MapManifest.File {
    MapManifest.File(
      name: try fileName(name), byteCount: try integer("bytes", in: 1...Int(Int32.max)),
      digest: try digest("sha256"))
  }
}
