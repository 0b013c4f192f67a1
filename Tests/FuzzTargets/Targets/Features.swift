import CairnFiles
import CairnGeocoding
import CairnTypes

extension Target {
  /// A GeoJSON file of which a pack is made. The first byte says how often each of its areas is added, so that
  /// a short input has as many areas at one place as a long one; its lowest bit moves each a little further.
  static let features = Target("Features", maximumLength: 8192, seeds: { featureSeeds }) { input in
    guard let first = input.first else { return }
    featureFile.hold(Array(input.dropFirst()))
    var writer = GeoPackWriter()
    var places: [Coordinate] = []
    do throws(CommandFailure) {
      var reading = try FeatureInput(path: featureFile.path, progress: nil)
      while let (line, text) = try reading.next() {
        require((1...input.count).contains(line), "a feature on line \(line)")
        guard let rings = rings(of: text) else { continue }
        places += rings.compactMap(\.first).prefix(8)
        for copy in 0...Int(first >> 1) {
          let way = first & 1 == 0 ? 0 : Double(copy) * 1e-5
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
      #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"A"},"#
      + #""geometry":{"type":"Polygon","coordinates":[[[7,46],[8,46],[8,47],[7,47],[7,46]]]}}]}"#
    let many =
      #"{"features":[{"geometry":{"type":"MultiPolygon","coordinates":[[[[-1,-1],[1,-1],[0,1]],"#
      + #"[[-0.1,0],[0.1,0],[0,0.1]]],[[[5,5],[6,5],[6,6]]]]}},"# + "\n"
      + #"{"properties":{"names":{"ko":"\"}"}},"geometry":null}]}"#
    let depth = #"{"features":[{"a":"# + String(repeating: "[", count: 61)
    return [
      ("one", [0] + Array(polygon.utf8)), ("moved", [9] + Array(polygon.utf8)),
      ("many", [2] + Array(many.utf8)), ("depth", [0] + Array(depth.utf8)),
    ]
  }()
}
