import ArgumentParser
import CairnDashboard
import CairnFiles
import CairnGeocoding
import CairnPlaces
import CommandSupport

/// Files that the page shows besides what is watched.
struct DashboardFiles: ParsableArguments {
  @Option(help: "A street map to draw: vector tiles in the format PMTiles 3.")
  var map: String?

  @Option(
    help: """
      A recording to show instead of a live system, with a slider: the output of a receiver, or a table of fixes as for \
      `cairn filter`. May be given twice, to compare two.
      """)
  var replay: [String] = []

  /// Opens the map, and the packs of places that are installed.
  ///
  /// - Throws: a one-line message that says what to do.
  func open() throws(CommandFailure) -> DashboardSources {
    var sources = DashboardSources()
    if let map {
      do throws(MapFailure) { sources.map = try MapFile(map) } catch {
        throw CommandFailure(message: "--map: \(error)")
      }
    }
    do throws(PackSearchFailure) {
      sources.places = DashboardPlaces(try Gazetteer.installed())
    } catch {
      // Without packs, the map has no land.
      if case .none = error {} else { complain("the map has no places: \(error)") }
    }
    return sources
  }
}
