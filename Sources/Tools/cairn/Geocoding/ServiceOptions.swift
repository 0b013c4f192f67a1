import ArgumentParser
import CairnFiles
import CairnLinux
import CairnPlaces
import CommandSupport

/// The service on the network that `cairn geocode` asks instead of packs.
struct ServiceOptions: ParsableArguments {
  @Option(
    help: "Ask a service on the network instead of packs: nominatim or photon.", transform: kind)
  var service: PlaceService.Kind?

  @Option(help: "The service's address before /reverse, such as http://localhost:8080.")
  var url: String?

  @Option(help: "The name of the application, which the service learns.")
  var userAgent: String?

  @Option(
    help: "A folder that keeps the service's answers for 30 days; it is made if it does not exist.")
  var cache: String?

  func validate() throws {
    guard service != nil else {
      for (option, value) in [("url", url), ("user-agent", userAgent), ("cache", cache)]
      where value != nil { throw ValidationError("--\(option) needs --service") }
      return
    }
    guard let url else { throw ValidationError("--service needs the service's address: --url") }
    guard let userAgent else {
      throw ValidationError("--service needs the name of the application: --user-agent")
    }
    do throws(PlaceServiceError) {
      _ = try PlaceService(service ?? .nominatim, address: url, userAgent: userAgent)
    } catch {
      throw ValidationError("\(error)")
    }
  }

  private static func kind(_ text: String) throws -> PlaceService.Kind {
    guard let kind = PlaceService.Kind(rawValue: text) else {
      throw ValidationError("--service must be nominatim or photon, not \(text)")
    }
    return kind
  }

  /// Returns the client of the service; `nil` if none is named.
  func client() throws(CommandFailure) -> PlaceClient? {
    guard let service else { return nil }
    do throws(PlaceServiceError) {
      return PlaceClient(
        try PlaceService(service, address: url ?? "", userAgent: userAgent ?? ""),
        storage: cache.map { FileStorage($0) })
    } catch {
      throw CommandFailure(message: "\(error)")
    }
  }
}
