import ArgumentParser
import CairnFiles
import CairnGeocoding
import CairnJSON
import CairnTypes
import CommandSupport

struct GeodataStats: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Checks packs and prints what they hold.",
    discussion: """
      Reads each pack whole and checks it. One that is damaged is reported, and the others are still read.

      Examples:
        cairn geodata stats world.pack
        cairn geodata stats *.pack --json | jq -r '[.pack, .places] | @tsv'

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
        let pack = try openGeoPack(path)
        do throws(GeoPackError) { try pack.verify() } catch { throw geoPackFailure(path, error) }
        if json { output.write(Self.json(path, pack)) } else { Self.write(path, pack, output) }
      } catch {
        failed += 1
        complain("\(error)")
      }
    }
    output.flush()
    guard failed == 0 else { throw ExitCode.failure }
  }

  private static func write(_ path: String, _ pack: GeoPack, _ output: StandardOutput) {
    output.line("\(path): \(pack.byteCount) bytes, made on \(date(pack) ?? "an unknown day")")
    output.line("  areas   \(pack.areaCount)")
    output.line("  places  \(pack.placeCount)")
    for section in GeoPackSection.allCases where pack.byteCount(section) > 0 {
      output.line("  \(pack.byteCount(section)) bytes of \(section)")
    }
    for source in pack.sources { output.line("  source  \(source)") }
  }

  private static func json(_ path: String, _ pack: GeoPack) -> [UInt8] {
    var text = JSONText()
    text.object {
      $0.member("pack", path)
      $0.member("bytes", pack.byteCount)
      $0.member("date", date(pack))
      $0.member("areas", pack.areaCount)
      $0.member("places", pack.placeCount)
      $0.array("sources") { for source in pack.sources { $0.element(source) } }
    }
    text.newline()
    return text.bytes
  }

  private static func date(_ pack: GeoPack) -> String? {
    pack.day.flatMap { CalendarDate(daysSince1970: $0) }?.text
  }
}
