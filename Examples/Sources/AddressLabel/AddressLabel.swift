import Cairn
import CairnData
import CairnGeocoding
import CairnLinux
import CairnPlaces
import Synchronization

// No receiver is used.
// With a receiver: move 1: 대한민국 남동
// With a receiver: move 13: 대한민국 중동
// With a receiver: move 19: 대한민국 북동
// With a receiver: 30 moves, 5 look-ups
// Without a receiver: move 1: 대한민국 남동
// Without a receiver: move 13: 대한민국 중동
// Without a receiver: move 19: 대한민국 북동
// Without a receiver: 30 moves, 5 look-ups

/// A map is moved under a pin in its middle, and a label below shows the address of the pin.
///
/// `AddressLabel [PACK…]` moves it 30 times by 10 m, from Seoul City Hall to the north, and prints the label whenever it
/// changes. Without packs it uses three made-up districts.
@main
struct AddressLabel {
  static func main() async throws {
    let paths = CommandLine.arguments.dropFirst()
    if paths.isEmpty {
      try await walk(PackSource(try Gazetteer([madeUpDistricts()])))
    } else {
      let packs = try paths.map { try GeoPack(PagedFile($0)) }
      try await walk(PackSource(try Gazetteer(packs)))
    }
  }

  private static func walk(_ packs: some PlacemarkSource) async throws {
    let source = CountedSource(packs)
    // Answers serve again within 50 m, so that most moves ask nobody.
    let geocoder = Geocoder(source, now: SystemClock.monotonic)
    var pin = Coordinate(latitude: 37.5663, longitude: 126.9779)
    var label: String?
    for move in 1...30 {
      // A degree of latitude has 111 km.
      pin.latitude += 10 / 111_000
      let place = try await geocoder.placemarks(at: pin, language: LanguageTag("ko")).first
      if place?.formattedAddress != label {
        label = place?.formattedAddress
        print("move \(move): \(label ?? "")")
      }
    }
    print("30 moves, \(source.count.withLock { $0 }) look-ups")
  }

  /// Three districts on the way, 110 m from south to north.
  private static func madeUpDistricts() throws -> GeoPack {
    var writer = GeoPackWriter()
    let country = try writer.add(
      GeoArea(.country, countryCode: "KR", names: [LocalName("대한민국")]))
    for (number, name) in ["남동", "중동", "북동"].enumerated() {
      let south = 37.566 + Double(number) * 0.001
      let corners = [
        (south, 126.97), (south, 126.98), (south + 0.001, 126.98), (south + 0.001, 126.97),
      ]
      try writer.add(
        GeoArea(
          .division, level: 3, parent: country, countryCode: "KR", names: [LocalName(name)]),
        rings: [corners.map { Coordinate(latitude: $0.0, longitude: $0.1) }])
    }
    return try GeoPack(writer.finish())
  }
}

/// A source that counts how often it is asked.
final class CountedSource: PlacemarkSource {
  let count = Mutex(0)
  private let source: any PlacemarkSource

  init(_ source: any PlacemarkSource) { self.source = source }

  func placemarks(
    at coordinate: Coordinate, language: LanguageTag?
  ) async throws(LocationError) -> [Placemark] {
    count.withLock { $0 += 1 }
    return try await source.placemarks(at: coordinate, language: language)
  }

  func placemarks(
    named address: String, near area: SearchArea?, language: LanguageTag?
  ) async throws(LocationError) -> [Placemark] {
    count.withLock { $0 += 1 }
    return try await source.placemarks(named: address, near: area, language: language)
  }
}
