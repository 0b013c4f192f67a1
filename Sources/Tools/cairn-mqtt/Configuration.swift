import CairnLinux
import CairnMQTT
import CairnTypes
import Glibc

/// The settings of a file, with what this machine adds to them.
struct Configuration: Sendable {
  var settings: MQTTSettings
  var topics: DeviceTopics
  /// The file of the spool.
  var spool: String
  /// The folder of the spool, for other states.
  var folder: String
  /// The socket of the location service.
  var socket: String
  /// When the file was changed last: since then its regions are as they are.
  var made: Timestamp

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - isStart: whether it is followed by a start. Otherwise, the folder of a spool that is not named is that of the service,
  ///     which systemd makes.
  /// - Returns: the configuration, or what is wrong, a line each.
  static func read(_ path: String, isStart: Bool = true) -> (Configuration?, [String]) {
    let bytes: [UInt8]
    do throws(FileFailure) { bytes = try readFile(path, limit: MQTTFile.limits.file) } catch {
      let advice =
        error.isAbsence ? ["cairn-mqtt --help shows what to write into it"] : []
      return (nil, ["\(error)"] + advice)
    }
    let file = MQTTFile(path, bytes)
    // What a start may still wait for, a check may not.
    let absent = isStart ? [] : file.files.filter { access($0.path, F_OK) != 0 && errno == ENOENT }
    let faults =
      file.faults
      + absent.map { "\(path):\($0.line): there is no file \(ForeignText.visible($0.path))" }
    guard faults.isEmpty else { return (nil, faults) }
    let settings = file.settings
    guard let device = settings.device.name ?? ownName else {
      return (
        nil, ["\(path): this machine has no /etc/machine-id: write name = NAME below [device]"]
      )
    }
    let state = environmentVariable("STATE_DIRECTORY")?.split(separator: ":").first.map {
      String($0)
    }
    let isOwn = isStart || settings.storing.file != nil
    let usual = isOwn ? nil : "/var/lib/cairn-mqtt/spool"
    guard let spool = settings.storing.file ?? state.map({ "\($0)/spool" }) ?? usual else {
      return (
        nil,
        ["\(path): write file = /var/lib/cairn-mqtt/spool below [spool], or set STATE_DIRECTORY"]
      )
    }
    let folder = spool.split(separator: "/").dropLast().joined(separator: "/")
    if isOwn, let fault = FileSystem.fault(ofFolder: "/" + folder) {
      return (
        nil,
        [
          "cannot keep anything in /\(folder): \(errnoName(fault.code)) (\(errnoText(fault.code))); make that folder, "
            + "and let this user write to it"
        ]
      )
    }
    var status = stat()
    let modified = stat(path, &status) == 0 ? Int64(status.st_mtim.tv_sec) : 0
    let configuration = Configuration(
      settings: settings,
      topics: DeviceTopics(
        user: settings.device.user, device: device, tracker: settings.device.tracker),
      spool: spool, folder: "/" + folder,
      socket: settings.socket ?? environmentVariable("CAIRN_SOCKET") ?? "/run/cairn/cairn.sock",
      made: Timestamp(nanosecondsSince1970: max(0, min(modified, 4_000_000_000)) * 1_000_000_000))
    return (configuration, [])
  }

  /// A name made of the machine's number, which itself is told to nobody.
  private static var ownName: String? {
    guard let bytes = try? readFile("/etc/machine-id", limit: 4096), bytes.count >= 32 else {
      return nil
    }
    // FNV-1a, 64 bits.
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes.prefix(32) + Array("cairn-mqtt".utf8) {
      sum = (sum ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
    let digits = String(sum >> 16, radix: 16)
    return String(repeating: "0", count: 12 - digits.count) + digits
  }

  /// What the broker is connected with.
  var connection: BrokerConnection.Options {
    BrokerConnection.Options(
      broker: settings.broker, client: settings.broker.client ?? "cairn-\(topics.device)",
      statusTopic: topics.status,
      subscriptions: settings.broker.confirms ? [topics.stored] : [])
  }

  /// What the location service is asked for.
  var wishes: DaemonClient.Wishes {
    DaemonClient.Wishes(
      path: socket, configuration: settings.wanted, wantsVisits: settings.tellsVisits,
      regions: settings.regions, interval: settings.device.health)
  }
}
