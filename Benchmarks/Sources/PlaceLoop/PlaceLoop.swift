import CairnData
import CairnGeocoding
import CairnGeodesy
import CairnLinux
import CairnPacks
import CairnTypes
import Glibc

/// Looks up places and measures distances:
///
///     PlaceLoop make PACK              writes a pack of made-up countries and places
///     PlaceLoop whole|paged N PACK…    looks N positions up, anywhere on Earth, in packs that are read
///                                      whole before, or page by page
///     PlaceLoop distance N             measures N distances
///
/// The difference between two numbers, counted by callgrind, is the cost of one.
@main
struct PlaceLoop {
  static func main() throws {
    let words = CommandLine.arguments
    guard words.count > 2 else { return usage() }
    var numbers = Numbers()
    let places = (0..<(Int(words[2]) ?? 0)).map { _ in numbers.place() }
    switch words[1] {
    case "make": try make(words[2], &numbers)
    case "whole":
      try look(places) {
        try Gazetteer(words[3...].map { try GeoPack(readFile($0, limit: 1 << 30)) })
      }
    case "paged":
      try look(places) { try Gazetteer(words[3...].map { try GeoPack(PagedFile($0)) }) }
    case "distance":
      let begin = seconds()
      var sum = 0.0
      for (place, other) in zip(places, places.dropFirst()) { sum += place.distance(to: other) }
      print("µs=\((seconds() - begin) / Double(places.count) * 1e6)\tmetres=\(sum)")
    default: usage()
    }
  }

  static func usage() {
    print("usage: PlaceLoop make PACK | whole|paged N PACK... | distance N")
    exit(2)
  }

  /// A square country for each 5°, with 100 places each of which has a name of its own.
  static func make(_ path: String, _ numbers: inout Numbers) throws {
    var writer = GeoPackWriter()
    for cell in 0..<72 * 34 {
      let (west, south) = (Double(cell % 72) * 5 - 180, Double(cell / 72) * 5 - 85)
      let corners = [(0.0, 0.0), (5, 0), (5, 5), (0, 5)].map {
        Coordinate(latitude: south + $0.1, longitude: west + $0.0)
      }
      let area = try writer.add(
        GeoArea(.country, countryCode: code(cell), names: [LocalName("Country \(cell)")]),
        rings: [corners])
      for number in 0..<100 {
        let place = Coordinate(
          latitude: south + 5 * numbers.next(), longitude: west + 5 * numbers.next())
        try writer.add(
          GeoPlace(
            at: place, names: [LocalName("Place \(number) of \(cell)")], area: area,
            timeZone: "Etc/UTC"))
      }
    }
    var file = try ReplacedFile(path)
    try file.append(try writer.finish())
    try file.putInPlace()
  }

  private static func code(_ number: Int) -> String {
    String(
      decoding: [UInt8(65 + number / 26 % 26), UInt8(65 + number % 26)], as: UTF8.self)
  }

  static func look(
    _ places: [Coordinate], _ open: () throws -> Gazetteer
  ) throws {
    let before = kilobytes("Anonymous:")
    var begin = seconds()
    let gazetteer = try open()
    let opening = (seconds() - begin) * 1e3
    var named = 0
    var times: [Double] = []
    times.reserveCapacity(places.count)
    begin = seconds()
    for place in places {
      if try gazetteer.placemark(at: place)?.name != nil { named += 1 }
      let end = seconds()
      times.append((end - begin) * 1e6)
      begin = end
    }
    let (held, resident) = withExtendedLifetime(gazetteer) {
      (kilobytes("Anonymous:") - before, kilobytes("Rss:"))
    }
    let mean = times.reduce(0, +) / Double(times.count)
    times.sort()
    print(
      "open=\(opening)",
      "µs=\(mean)\tnamed=\(named)\tkB=\(held)\tresident=\(resident)",
      "p50=\(times[times.count / 2])\tp99=\(times[times.count * 99 / 100])", separator: "\t")
  }

  /// kB of the program's memory: all that is resident, or what no file stands behind, which the
  /// kernel cannot take back.
  private static func kilobytes(_ name: String) -> Int {
    guard let file = fopen("/proc/self/smaps_rollup", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, 256, file) != nil {
      let text = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      let words = String(decoding: text, as: UTF8.self).split(separator: " ")
      if words.first == name[...], words.count > 1 { return Int(words[1]) ?? 0 }
    }
    return 0
  }

  private static func seconds() -> Double {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
  }
}

/// A random generator that gives the same numbers in every run.
struct Numbers {
  private var state: UInt64 = 1

  /// Returns a number in 0..<1.
  mutating func next() -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(state >> 11) / Double(1 << 53 as UInt64)
  }

  mutating func place() -> Coordinate {
    Coordinate(latitude: 168 * next() - 84, longitude: 360 * next() - 180)
  }
}
