import CairnFiles
import CairnGeocoding
import CairnTypes

extension Target {
  /// A GeoJSON file of which packs are made: one of its areas, and one that has more of each than a cell can
  /// have. A byte before it says whether these lie on each other or each a little further.
  static let features = Target("Features", maximumLength: 8192, seeds: { featureSeeds }) { input in
    guard let first = input.first else { return }
    featureFile.hold(Array(input.dropFirst()))
    for copies in [1, 65] { build(copies, apart: Double(first & 3) * 1e-5) }
  }

  private static func build(_ copies: Int, apart: Double) {
    var writer = GeoPackWriter()
    var places: [Coordinate] = []
    do throws(CommandFailure) {
      var reading = try FeatureInput(path: featureFile.path, progress: nil)
      while let (line, text) = try reading.next() {
        require(line >= 1, "a feature on line \(line)")
        guard let rings = rings(of: text) else { continue }
        places += rings.compactMap(\.first).prefix(8)
        for copy in 0..<copies {
          let way = Double(copy) * apart
          let moved = rings.map { ring in
            ring.map { Coordinate(latitude: $0.latitude - way, longitude: $0.longitude) }
          }
          // One that leaves the Earth is refused.
          _ = try? writer.add(GeoArea(.country, names: [LocalName("A")]), rings: moved)
        }
      }
    } catch {
      require(!error.description.isEmpty, "refuses a file without a reason")
    }
    look(at: places.prefix(16), in: &writer)
  }

  private static func rings(of text: [UInt8]) -> [[Coordinate]]? {
    do throws(UnusableRow.Reason) { return try Feature(text).rings } catch {
      require(!"\(error)".isEmpty, "refuses a feature without a reason")
      return nil
    }
  }

  /// A pack of what was accepted is sound, or what makes it impossible is said in words.
  private static func look(
    at places: ArraySlice<Coordinate>, in writer: inout GeoPackWriter
  ) {
    var last = 0.0
    let bytes: [UInt8]
    do throws(GeoPackWriter.Failure) {
      bytes = try writer.finish {
        require($0 >= last && $0 <= 1, "progress from \(last) to \($0)")
        last = $0
      }
    } catch {
      return require(!error.description.isEmpty, "refuses areas without a reason")
    }
    do throws(GeoPackError) {
      let gazetteer = try Gazetteer([try GeoPack(bytes)])
      try gazetteer.packs[0].verify()
      for place in places { _ = try gazetteer.placemark(at: place) }
    } catch {
      require(false, "a pack that was made is refused: \(error)")
    }
  }

  private static let featureFile = MemoryFile()

  private static let featureSeeds: [(name: String, bytes: [UInt8])] = {
    let polygon =
      #"{"features":[{"geometry":{"type":"Polygon","coordinates":[[[7,46],[8,46],[8,47]]]}}]}"#
    let many =
      #"{"type":"FeatureCollection","features":[{"geometry":{"type":"MultiPolygon","coordinates":[[[[-1,-1],[1,-1],[0,1]],"#
      + #"[[-0.1,0],[0.1,0],[0,0.1]]],[[[5,5],[6,5],[6,6]]]]}},"# + "\n"
      + #"{"properties":{"names":{"ko":"\"}"}},"geometry":null}]}"#
    let depth = #"{"features":[{"a":"# + String(repeating: "[", count: 61)
    return [
      ("one", [0] + Array(polygon.utf8)), ("moved", [1] + Array(polygon.utf8)),
      ("many", [2] + Array(many.utf8)), ("depth", [0] + Array(depth.utf8)),
    ]
  }()
}
