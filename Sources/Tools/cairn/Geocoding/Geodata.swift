import ArgumentParser
import CairnData
import CairnFiles
import CairnGeocoding
import CairnLinux
import CommandSupport

struct Geodata: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Makes and checks packs of places, which cairn geocode uses.",
    discussion: """
      A pack is one file with borders of countries, their parts, seas and lakes, and with places, with which \
      a device names positions without a network. cairn geocode finds packs in \
      ~/.local/share/cairn/geodata by itself. scripts/data/geodata.py of Cairn's checkout makes one of the world.

      Examples:
        cairn geodata build --countries countries.geojson --places cities.tsv --into world.pack
        cairn geodata stats world.pack

      Exit codes: 0 done, 1 a file cannot be read or is damaged, 64 wrong usage.
      """,
    subcommands: [GeodataBuild.self, GeodataStats.self])
}

/// Opens a pack of places.
///
/// - Throws: a one-line message that says what to do.
func openGeoPack(_ path: String) throws(CommandFailure) -> GeoPack {
  let file: PagedFile
  do throws(FileFailure) { file = try PagedFile(path) } catch {
    throw CommandFailure(message: "\(error)")
  }
  do throws(GeoPackError) { return try GeoPack(file) } catch {
    throw geoPackFailure(path, error)
  }
}

/// Returns the message for a pack that is of no use.
func geoPackFailure(_ path: String, _ error: GeoPackError) -> CommandFailure {
  CommandFailure(message: "\(path): \(error); get it or make it again")
}
