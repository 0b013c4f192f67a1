import ArgumentParser
import CairnFiles
import CairnLinux
import CairnRadio
import CairnTypes
import CommandSupport

struct RadioExport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Prints a pack, or what a device has learned, as values that import takes again.",
    discussion: """
      First come the access points (bssid,lat,lon,accuracy), then the cells and areas in the columns of \
      the MLS and OpenCelliD. A row without a cell is an area. The area of a cell is known only where \
      its number is not unique without it.

      With --state, the access points are those whose places the device has learned well enough to use \
      them, without any times. A program that runs keeps what it learns within ten minutes.

      Examples:
        cairn radio export region.pack > region.csv
        cairn radio export --state /var/lib/cairn | cairn radio import - --into learned.pack
        cairn radio export region.pack | grep '^04:1a:2b' | cairn radio import - --into small.pack

      Exit codes: 0 done, 1 there is nothing to print, or it cannot be read or is damaged, 64 wrong usage.
      """)

  @Argument(help: "The pack.")
  var pack: String?

  @Option(help: "A state folder, of which what was learned is printed in place of a pack.")
  var state: String?

  func validate() throws {
    guard (pack == nil) != (state == nil) else {
      throw ValidationError("name either a pack, or with --state the folder of what was learned")
    }
  }

  func run() throws {
    let output = StandardOutput()
    if let pack { try write(pack, to: output) }
    if let state { try writeLearned(in: state, to: output) }
  }

  private func writeLearned(in folder: String, to output: StandardOutput) throws(CommandFailure) {
    let learned = try LearnedMap(in: folder).accessPoints.sorted {
      $0.key.rawValue < $1.key.rawValue
    }
    let known = learned.compactMap { bssid, record in record.known(on: today).map { (bssid, $0) } }
    guard !known.isEmpty else {
      throw CommandFailure(
        message: "\(folder): of \(counted(learned.count, "access point")), "
          + "none was learned well enough to use it")
    }
    output.line(Self.header)
    for (bssid, known) in known { output.line(Self.row(bssid, known)) }
  }

  private func write(_ pack: String, to output: StandardOutput) throws(CommandFailure) {
    let opened = try openPack(pack)
    do throws(PackError) {
      if opened.count(.accessPoints) > 0 { output.line(Self.header) }
      try opened.accessPoints.forEach { output.line(Self.row($0, $1)) }
      guard opened.count(.cells) + opened.count(.areas) > 0 else { return }
      output.line(CellColumns.names.joined(separator: ","))
      try opened.cells.forEach { output.line(Self.row($0, String($0.cell), $1)) }
      try opened.cells.forEachArea { output.line(Self.row($0, "", $1)) }
    } catch {
      output.flush()
      throw packFailure(pack, error)
    }
  }

  private static let header = "bssid,lat,lon,accuracy"

  private static func row(_ bssid: BSSID, _ known: KnownAccessPoint) -> String {
    "\(bssid),\(place(known.coordinate)),\(known.accuracy?.text(places: 3) ?? "")"
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
