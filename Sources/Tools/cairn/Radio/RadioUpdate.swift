import ArgumentParser
import CairnData
import CairnFiles
import CairnJSON
import CairnLinux
import CairnMapUpdates
import CairnMaps
import CairnRadio
import CairnTypes
import CairnWireless
import CommandSupport
import Glibc

struct RadioUpdate: ParsableCommand {
  /// Exit codes of its own.
  private enum Code {
    /// With --check: there is a newer pack.
    static let isNewer: Int32 = 10
    /// Another try may help, as EX_TEMPFAIL of sysexits.h.
    static let later: Int32 = 75
  }

  static let configuration = CommandConfiguration(
    commandName: "update",
    abstract: "Takes the newest pack that somebody has published and signed.",
    discussion: """
      URL is the folder that `cairn radio release` has made, on a server of HTTPS or HTTP. The manifest there must be \
      signed by the key of --key (Ed25519, PEM, as `openssl pkey -pubout` writes it; a file of several keys takes \
      any of them). Who serves the files needs not be trusted: what is not signed, older than what was taken before, of \
      another map or of a day to come is refused, and the pack stays as it is.

      Of what has changed, only the difference is fetched where the publisher has it. What an interrupted call has \
      fetched is kept, and the next one goes on. The new pack is checked whole before it takes the place of PACK; the \
      one before stays as PACK.previous, and PACK.json says which version is in use and which are refused. \
      cairnd uses the new one at once. It compares both with satellite fixes, and goes back to the one before if \
      positions have become worse; that version is then not taken again.

      With --spread, a device waits for a time of its own below the given one before it asks, so that a fleet does not \
      ask at once. Downloads need libcurl, signatures libcrypto of OpenSSL.

      Examples:
        cairn radio update https://maps.example.org/town --key maps.pub --pack /var/lib/cairn/maps/town.pack
        cairn radio update https://maps.example.org/town --key maps.pub --pack town.pack --check
        cairn radio update http://10.0.0.2:8000/ --key maps.pub --pack town.pack --spread 1h --max-age 60 --json

      Exit codes: 0 the newest pack is in place or refused here, 1 it is not, and somebody must do what the message says, \
      10 with --check there is a newer one, 64 wrong usage, 75 it is not, and another try may help.
      """)

  @Argument(help: "The address of the folder.")
  var url: String

  @Option(help: "A file with the publisher's public key.")
  var key: String

  @Option(help: "The pack to replace, or to make.")
  var pack: String

  @Option(help: "The name of the map. Default: that of the first one that was taken.")
  var name: String?

  @Option(
    help: "Days after which the newest release counts as withheld. Default: never.",
    transform: OptionNumber.whole)
  var maxAge: Int?

  @Option(
    help:
      "Time over which devices spread their questions, such as 1h; at most 7 days. Default: none.")
  var spread: String?

  @Flag(help: "Tell whether there is a newer pack, and change nothing.")
  var check = false

  @Flag(help: "Print a JSON object.")
  var json = false

  private var spreadTime: Duration? {
    spread.flatMap {
      SettingsText(Array($0.unicodeScalars)[...], 1).duration(upTo: .seconds(7 * 86_400))
    }
  }

  func validate() throws {
    guard !pack.isEmpty, pack != "-" else { throw ValidationError("--pack needs a file") }
    if spread != nil, spreadTime == nil {
      throw ValidationError("--spread is a time such as 30min or 1h, up to 168h")
    }
    if let name, !MapManifest.isName(name) {
      throw ValidationError(
        "--name has letters, digits, '.', '_' and '-', and does not begin with a dot")
    }
    if let maxAge, !(0...36_500 ~= maxAge) {
      throw ValidationError("--max-age is a number of days up to 36500")
    }
  }

  func run() throws {
    guard let publisher = MapPublisher(url, keys: try keys()) else {
      throw ValidationError("URL is no address of a folder by HTTPS or HTTP")
    }
    let stop = StopFlag()
    let files = MapFiles(pack)
    let today = SystemClock.utc().flatMap { $0.date?.daysSince1970 }
    var update = MapUpdate(files, from: publisher, today: today)
    update.name = name
    update.maximumAge = maxAge
    if let show = terminalProgress.map({ Shown($0) }) {
      update.onProgress = { show.tell($0, of: $1) }
    }
    let cancellation = update.cancellation
    let interrupt = Interrupt {
      stop.set()
      cancellation.cancel()
    }
    defer { interrupt.end() }
    if !check { wait(stop) }
    do throws(MapFailure) {
      guard !stop.isSet else { throw MapFailure.interrupted }
      report(try update.run(isCheck: check))
    } catch {
      if terminalProgress != nil { showProgress("") }
      fail(error)
    }
  }

  private func keys() throws(CommandFailure) -> [PublisherKey] {
    let bytes: [UInt8]
    do throws(FileFailure) { bytes = try readFile(key, limit: 65_536) } catch {
      throw CommandFailure(message: "\(error)")
    }
    guard let keys = PublisherKey.keys(pem: bytes) else {
      throw CommandFailure(
        message: "\(key) is no public key of Ed25519: openssl pkey -in PRIVATE -pubout -out \(key)")
    }
    return keys
  }

  /// Waits for this device's turn.
  private func wait(_ stop: StopFlag) {
    guard let spreadTime else { return }
    let identity =
      (try? readFile("/etc/machine-id", limit: 64)).map { String(decoding: $0, as: UTF8.self) }
      ?? String(UInt64.random(in: 0 ... .max))
    let delay = MapSpread.delay(of: identity, within: spreadTime)
    complain("waiting \(delay.components.seconds) s for this device's turn")
    let end = SystemClock.monotonic() + delay
    while !stop.isSet, SystemClock.monotonic() < end { pauseThread(.milliseconds(200)) }
  }

  // MARK: - The report

  private func report(_ outcome: MapUpdate.Outcome) {
    if terminalProgress != nil { showProgress("") }
    var (line, code): (String, Int32) = ("", 0)
    var text = JSONText()
    text.object {
      $0.member("pack", pack)
      switch outcome {
      case .upToDate(let pack):
        line = "\(self.pack): version \(pack.version) is the newest"
        $0.member("result", "current")
        $0.member("version", pack.version)
      case .refused(let refusal):
        line =
          "\(pack): version \(refusal.pack.version) is the newest, and gave worse positions here: \(refusal.reason)"
        $0.member("result", "refused")
        $0.member("version", refusal.pack.version)
        $0.member("reason", refusal.reason)
      case .available(let version, let byteCount):
        line = "\(pack): version \(version) can be fetched, \(counted(byteCount, "byte"))"
        code = Code.isNewer
        $0.member("result", "available")
        $0.member("version", version)
        $0.member("bytes", byteCount)
      case .updated(let pack, let fetched, let byDelta):
        line =
          "\(self.pack): version \(pack.version) is in place, \(counted(fetched, "byte")) fetched"
          + (byDelta ? " as the difference" : "")
        $0.member("result", "updated")
        $0.member("version", pack.version)
        $0.member("bytes", fetched)
        $0.member("delta", byDelta)
      }
    }
    text.newline()
    let output = StandardOutput()
    if json { output.write(text.bytes) } else { output.line(line) }
    output.flush()
    if code != 0 { Ending.now(code) }
  }

  private func fail(_ failure: MapFailure) -> Never {
    let code =
      failure.kind == .later || failure.kind == .cancelled ? Code.later : CommandFailure.failed
    if json {
      var text = JSONText()
      text.object {
        $0.member("pack", pack)
        $0.member("result", "failed")
        $0.member("again", code == Code.later)
        $0.member("reason", failure.description)
      }
      text.newline()
      StandardOutput().write(text.bytes)
    }
    complain("\(CommandFailure(message: failure.description))")
    Ending.now(code)
  }
}

/// Shows how much was fetched, once for each per cent.
private final class Shown: @unchecked Sendable {
  // `onProgress` is called by the thread that fetches alone.
  private let show: (String) -> Void
  private var last = -1

  init(_ show: @escaping (String) -> Void) { self.show = show }

  func tell(_ count: Int, of total: Int) {
    let percent = total > 0 ? count / max(1, total / 100) : 100
    guard percent != last else { return }
    last = percent
    show("\(count / 1024) of \(total / 1024) KiB")
  }
}
