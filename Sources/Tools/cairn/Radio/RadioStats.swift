import ArgumentParser
import CairnFiles
import CairnJSON
import CairnRadio
import CairnTypes
import CommandSupport

struct RadioStats: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Checks packs and prints what they hold.",
    discussion: """
      Reads each pack whole and checks it. One that is damaged is reported, and the others are still \
      read. The area is the smallest \
      rectangle of latitude and longitude around all places.

      Examples:
        cairn radio stats region.pack
        cairn radio stats *.pack --json | jq -r '[.pack, .accessPoints] | @tsv'

      Exit codes: 0 done, 1 a pack cannot be read or is damaged, 64 wrong usage.
      """)

  @Argument(help: "The packs.")
  var packs: [String]

  @Flag(help: "Print one JSON object per pack.")
  var json = false

  func run() throws {
    let output = StandardOutput()
    var failed = 0
    for path in packs {
      do throws(CommandFailure) {
        let summary = PackSummary(path: path, pack: try Self.checkedPack(path))
        if json { output.write(summary.json) } else { summary.lines.forEach(output.line) }
      } catch {
        failed += 1
        complain("\(error)")
      }
    }
    output.flush()
    guard failed == 0 else { throw ExitCode.failure }
  }

  private static func checkedPack(_ path: String) throws(CommandFailure) -> RadioPack {
    let pack = try openPack(path)
    do throws(PackError) { try pack.verify() } catch { throw packFailure(path, error) }
    return pack
  }
}

/// Summary of a pack, for people and programs.
private struct PackSummary {
  let path: String
  let pack: RadioPack

  private var bytesPerAccessPoint: Double? {
    let count = pack.count(.accessPoints)
    return count > 0 ? Double(pack.byteCount(.accessPoints)) / Double(count) : nil
  }

  private var date: String? {
    pack.day.flatMap { CalendarDate(daysSince1970: $0) }?.text
  }

  var lines: [String] {
    var lines = [
      "\(path): \(pack.byteCount) bytes, made on \(date ?? "an unknown day")",
      "  access points  \(pack.count(.accessPoints))"
        + (bytesPerAccessPoint.map { ", \($0.text(places: 2)) bytes each" } ?? ""),
      "  cells          \(pack.count(.cells))",
      "  areas          \(pack.count(.areas))",
    ]
    if let bounds = pack.bounds {
      let (low, high) = (bounds.southWest, bounds.northEast)
      lines.append(
        "  covers         \(low.latitude.text(places: 4)), \(low.longitude.text(places: 4))"
          + " to \(high.latitude.text(places: 4)), \(high.longitude.text(places: 4))")
    }
    return lines
  }

  var json: [UInt8] {
    var text = JSONText()
    text.object {
      $0.member("pack", path)
      $0.member("bytes", pack.byteCount)
      $0.member("date", date)
      $0.member("accessPoints", pack.count(.accessPoints))
      $0.member("bytesPerAccessPoint", bytesPerAccessPoint, places: 2)
      $0.member("cells", pack.count(.cells))
      $0.member("areas", pack.count(.areas))
      if let bounds = pack.bounds {
        $0.object("bounds") {
          $0.member("south", bounds.southWest.latitude, places: 6)
          $0.member("west", bounds.southWest.longitude, places: 6)
          $0.member("north", bounds.northEast.latitude, places: 6)
          $0.member("east", bounds.northEast.longitude, places: 6)
        }
      }
    }
    text.newline()
    return text.bytes
  }
}
