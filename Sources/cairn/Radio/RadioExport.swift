import ArgumentParser
import CairnRadio
import CairnTypes
import CommandSupport

struct RadioExport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Prints a pack as comma-separated values, which import takes again.",
    discussion: """
      First come the access points (bssid,lat,lon,accuracy), then the cells and areas in the columns of \
      the MLS and OpenCelliD. A row without a cell is an area. The area of a cell is known only where \
      its number is not unique without it.

      Examples:
        cairn radio export region.pack > region.csv
        cairn radio export region.pack | grep '^04:1a:2b' | cairn radio import - --into small.pack

      Exit codes: 0 done, 1 the pack cannot be read or is damaged, 64 wrong usage.
      """)

  @Argument(help: "The pack.")
  var pack: String

  func run() throws {
    let opened = try openPack(pack)
    let output = StandardOutput()
    do throws(PackError) {
      if opened.count(.accessPoints) > 0 { output.line("bssid,lat,lon,accuracy") }
      try opened.accessPoints.forEach { bssid, known in
        let accuracy = known.accuracy?.text(places: 3) ?? ""
        output.line("\(bssid),\(Self.place(known.coordinate)),\(accuracy)")
      }
      guard opened.count(.cells) + opened.count(.areas) > 0 else { return }
      output.line(CellColumns.names.joined(separator: ","))
      try opened.cells.forEach { output.line(Self.row($0, String($0.cell), $1)) }
      try opened.cells.forEachArea { output.line(Self.row($0, "", $1)) }
    } catch {
      output.flush()
      throw packFailure(pack, error)
    }
  }

  private static func row(_ identity: CellIdentity, _ cell: String, _ known: KnownCell) -> String {
    let place = known.coordinate
    let area = identity.area.map(String.init) ?? ""
    let fields = [
      CellColumns.name(of: identity.technology), "\(identity.countryCode)",
      "\(identity.networkCode)", area, cell, "", place.longitude.text(places: 6),
      place.latitude.text(places: 6), known.range.text(places: 0), "", "", "", "", "",
    ]
    return fields.joined(separator: ",")
  }

  private static func place(_ place: Coordinate) -> String {
    place.latitude.text(places: 6) + "," + place.longitude.text(places: 6)
  }
}
