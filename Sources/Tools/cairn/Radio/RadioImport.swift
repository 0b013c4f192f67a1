import ArgumentParser
import CairnFiles
import CairnJSON
import CairnLinux
import CairnRadio
import CairnTypes
import CommandSupport

struct RadioImport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Makes a pack from tables and submissions.",
    discussion: """
      The files may be, in any mixture:
        tables of cells, as the MLS and OpenCelliD publish them: radio,mcc,net,area,cell,unit,lon,lat,\
      range,samples,changeable,created,updated,averageSignal (the header may be missing; range in metres, 95 %)
        tables of access points: bssid,lat,lon,accuracy (accuracy in metres, 68 %; 0 or nothing \
      if unknown). With a header, which names bssid first or is the first line, the columns may be in any \
      order; others are ignored, but for ssid
        recordings of the WiGLE app as CSV 1.4 to 1.6: its access points and cells of GSM, WCDMA, LTE and NR
        submissions as JSON, as geosubmit version 2 of ichnaea takes them: one value, or one a line

      Several rows of an access point give their mean, weighted by their accuracy; if they are more \
      than 500 m apart, the access point moves and is left out. Access points that may be phones (a \
      locally administered address) or whose owner has opted out (_nomap, _optout) are left out too. \
      Latitude 0 with longitude 0 stands for no position: such rows are wrong.

      A field in quotation marks may hold line breaks.

      Rows that are wrong are counted, and the first are reported. All rows are held in memory: at \
      most 10 million of a kind, 24 bytes each for access points. The pack is written beside PACK as \
      PACK.new and takes its place when it is whole.

      Compressed files are read through zcat.

      Examples:
        cairn radio import access-points.csv --into region.pack
        zcat MLS-cells.csv.gz | cairn radio import - --into cells.pack
        cairn radio import walks/*.json old.csv --into region.pack --json

      Exit codes: 0 done, 1 a file cannot be read or there is nothing to import, 64 wrong usage.
      """)

  @Argument(help: "The files; - reads standard input.")
  var files: [String]

  @Option(help: "The pack to make or replace.")
  var into: String

  @Flag(help: "Print a JSON object of statistics.")
  var json = false

  func validate() throws {
    for file in files where file.hasSuffix(".gz") {
      throw ValidationError(
        "\(file) is compressed: zcat \(ShellWord(file)) | cairn \(ImportFile.hint)")
    }
    guard !into.isEmpty, into != "-" else {
      throw ValidationError("--into needs a file: a pack is not written to standard output")
    }
    guard files.count(where: { $0 == "-" }) <= 1 else {
      throw ValidationError("standard input can be read only once")
    }
  }

  func run() throws {
    try PackBuilder.checkPlace(into)
    var rows = ImportedRows()
    for path in files {
      var file = try ImportFile(path: path)
      try file.read(into: &rows)
    }
    var builder = PackBuilder(path: into)
    try builder.build(&rows)
    report(rows, builder)
  }

  private func report(_ rows: ImportedRows, _ builder: borrowing PackBuilder) {
    let output = StandardOutput()
    guard json else {
      output.line(
        "\(into): \(counted(builder.accessPoints, "access point")), "
          + "\(counted(builder.cells, "cell")) and \(counted(builder.areas, "area")) in "
          + counted(builder.byteCount, "byte"))
      output.line(
        "\(counted(rows.rows, "row")): \(rows.badRows) wrong, \(rows.ineligible) not to be stored; "
          + "\(counted(builder.moving, "access point")) that move\(builder.moving == 1 ? "s" : "")")
      return
    }
    var text = JSONText()
    text.object {
      $0.member("pack", into)
      $0.member("rows", rows.rows)
      $0.member("badRows", rows.badRows)
      $0.member("ineligible", rows.ineligible)
      $0.member("moving", builder.moving)
      $0.member("accessPoints", builder.accessPoints)
      $0.member("cells", builder.cells)
      $0.member("areas", builder.areas)
      $0.member("bytes", builder.byteCount)
    }
    text.newline()
    output.write(text.bytes)
  }
}
