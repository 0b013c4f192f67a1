import ArgumentParser
import CairnFiles
import CairnJSON
import CairnRadio
import CairnTypes
import CairnWireless
import CommandSupport

struct RadioLocate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "locate",
    abstract: "Finds the position of a scan in packs, or by a service.",
    discussion: """
      The scan is JSON as the geolocate service of ichnaea takes it: wifiAccessPoints with macAddress, \
      signalStrength (dBm) and, if known, age (ms) and ssid; cellTowers with radioType, \
      mobileCountryCode, mobileNetworkCode, locationAreaCode, cellId and, if known, signalStrength, \
      timingAdvance and age. What is older than 30 s is not used.

      Prints latitude, longitude, the accuracy (metres, 68 %), and what gave it: access points where \
      two that are known agree, else cells. Access points that may be phones or whose owner has opted \
      out are not looked up.

      With --online, a service that is spoken to as to ichnaea is asked where the packs know nothing. It \
      learns the addresses and signals in the scan, but no names; a key goes into the address.

      Examples:
        cairn radio locate scan.json --pack region.pack
        cairn radio locate - --pack wifi.pack --pack cells.pack --json < scan.json
        cairn radio locate scan.json --online https://api.beacondb.net

      Exit codes: 0 done, 1 there is no position or a file cannot be read, 64 wrong usage.
      """)

  @Argument(help: "The scan; - reads standard input.")
  var scan: String

  @Option(help: "A pack; may be repeated: the first that knows an access point or cell counts.")
  var pack: [String] = []

  @Option(help: "The address of a service, asked where the packs know nothing. Default: none.")
  var online: String?

  @Flag(help: "Print a JSON object.")
  var json = false

  func validate() throws {
    if pack.isEmpty && online == nil {
      throw ValidationError("name a pack with --pack, or a service with --online")
    }
    if let online, GeolocationService(online) == nil {
      throw ValidationError("--online is no address of HTTPS or HTTP")
    }
  }

  func run() throws {
    let scan = try ScanFile(path: scan)
    let packs = try PackList(paths: pack)
    var found = scan.locate(in: packs)
    if case .failure = found, let service = online.flatMap({ GeolocationService($0) }) {
      found = scan.locate(by: service)
    }
    switch found {
    case .success(let position):
      if let damage = packs.damage { complain("\(damage)") }
      write(position)
    case .failure(let reason):
      if let damage = packs.damage { throw damage }
      if json {
        var text = JSONText()
        text.object {
          $0.member("lat", nil as Double?)
          $0.member("lon", nil as Double?)
          $0.member("reason", reason.text)
        }
        text.newline()
        StandardOutput().write(text.bytes)
      }
      throw CommandFailure(message: "no position: \(reason.text)")
    }
  }

  private func write(_ position: ScanPosition) {
    let output = StandardOutput()
    guard json else {
      return output.line(
        "\(position.coordinate.latitude.text(places: 6)), "
          + "\(position.coordinate.longitude.text(places: 6)) ± "
          + "\(position.accuracy.text(places: 0)) m from \(position.words)")
    }
    var text = JSONText()
    text.object {
      $0.member("lat", position.coordinate.latitude, places: 6)
      $0.member("lon", position.coordinate.longitude, places: 6)
      $0.member("hacc", position.accuracy, places: 1)
      $0.member("source", position.source.rawValue)
      $0.member("used", position.used)
    }
    text.newline()
    output.write(text.bytes)
  }
}

/// Several packs: the first that knows an access point or cell counts.
final class PackList: AccessPointSource, CellSource {
  private let packs: [(path: String, pack: RadioPack)]
  /// The first damage that a look-up has found.
  private(set) var damage: CommandFailure?

  /// Opens packs.
  ///
  /// - Throws: a one-line message that says what to do.
  init(paths: [String]) throws(CommandFailure) {
    var packs: [(path: String, pack: RadioPack)] = []
    for path in paths { packs.append((path, try openPack(path))) }
    self.packs = packs
  }

  func accessPoint(_ bssid: BSSID) -> KnownAccessPoint? {
    first { pack throws(PackError) in try pack.accessPoints.find(bssid) }
  }

  func cell(_ identity: CellIdentity) -> KnownCell? {
    first { pack throws(PackError) in try pack.cells.find(identity) }
  }

  func area(of identity: CellIdentity) -> KnownCell? {
    first { pack throws(PackError) in try pack.cells.findArea(of: identity) }
  }

  private func first<Known>(
    _ find: (RadioPack) throws(PackError) -> Known?
  ) -> Known? {
    for (path, pack) in packs {
      do throws(PackError) {
        if let known = try find(pack) { return known }
      } catch {
        if damage == nil { damage = packFailure(path, error) }
      }
    }
    return nil
  }
}
