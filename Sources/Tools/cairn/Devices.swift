import ArgumentParser
import CairnFiles
import CairnJSON
import CairnLinux
import CairnTypes
import CommandSupport

struct Devices: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists receivers, what is known about them and which programs use them.",
    discussion: """
      No device is opened. Anything may be behind a serial bridge, so it is listed as a bridge.

      Examples:
        cairn devices
        cairn devices --all --json
        cairn devices --watch

      Exit codes: 0 a device was listed, 1 the list cannot be read, 2 no receiver, 64 wrong usage.
      """)

  @Flag(help: "Also list ports about which nothing is known.")
  var all = false

  @Flag(help: "Keep running and print every change until interrupted.")
  var watch = false

  @Flag(help: "Print one JSON object per line.")
  var json = false

  func run() async throws {
    let changes = try DeviceChanges()
    var report = DeviceReport(isJSON: json, isLive: watch)
    var known: [String: DiscoveredDevice] = [:]
    let interrupt = Interrupt { changes.end() }
    defer { interrupt.end() }
    for await change in changes.stream {
      switch change {
      case .change(.added(let device)) where isWanted(device),
        .change(.changed(let device)) where isWanted(device):
        report.show(device, event: known[device.syspath] == nil ? "added" : "changed")
        known[device.syspath] = device
      case .change(.removed(let syspath, _)):
        if let device = known.removeValue(forKey: syspath) { report.show(device, event: "removed") }
      case .change:
        break
      case .enumerated:
        report.flush()
        if !watch { changes.end() }
      case .failed(let error):
        throw CommandFailure(message: error.explanation)
      }
    }
    report.finish(found: known.count)
    if known.isEmpty && !watch { throw ExitCode(CommandFailure.noReceiver) }
  }

  private func isWanted(_ device: DiscoveredDevice) -> Bool {
    device.node != nil && (all || device.classification != .unknown)
  }
}

/// Prints devices as a table or as JSON lines.
private struct DeviceReport: ~Copyable {
  private let isJSON: Bool
  private let isLive: Bool
  private let output: StandardOutput
  private var hasHeader = false

  init(isJSON: Bool, isLive: Bool) {
    self.isJSON = isJSON
    self.isLive = isLive
    output = StandardOutput(isLive ? .live : .batch)
  }

  mutating func show(_ device: DiscoveredDevice, event: String) {
    let row = DeviceRow(
      device: device, event: event, holders: device.node.map { portHolders(of: $0) } ?? [])
    if isJSON { return output.write(row.json.bytes) }
    if !hasHeader {
      hasHeader = true
      output.line(DeviceRow.header(isLive: isLive))
    }
    output.line(row.text(isLive: isLive))
  }

  mutating func finish(found: Int) {
    if found == 0 && !isJSON && !isLive {
      output.line(
        "no receiver found; `cairn devices --all` lists every port, `cairn monitor --simulate` "
          + "needs none")
    }
    output.flush()
  }

  mutating func flush() { output.flush() }
}

/// The information printed about one device.
struct DeviceRow {
  let device: DiscoveredDevice
  let event: String
  let holders: [PortHolder]

  /// One JSON object, including the line end.
  var json: JSONText {
    var json = JSONText()
    json.object {
      $0.member("event", event)
      $0.member("node", device.node)
      $0.member("class", device.classification.word)
      $0.member("identity", device.identity)
      $0.member("vendor", device.vendorID)
      $0.member("product", device.productID)
      $0.member("name", device.name)
      $0.member("driver", device.driver)
      $0.member("source", device.classificationSource)
      $0.array("links") { for link in device.links { $0.element(link) } }
      $0.array("holders") { list in
        for holder in holders {
          list.object {
            $0.member("pid", holder.process)
            $0.member("name", holder.name)
          }
        }
      }
    }
    json.newline()
    return json
  }

  /// One row of the table.
  func text(isLive: Bool) -> String {
    let usb = device.vendorID.map { "\($0):\(device.productID ?? "????")" } ?? "-"
    let users = holders.map { "\($0.name) (\($0.process))" }.joined(separator: ", ")
    return Self.row(
      isLive ? event : nil, device.node ?? "-", device.classification.word, usb,
      device.driver ?? "-", "\(device.name ?? ForeignText(device.identity))",
      users.isEmpty ? "-" : users)
  }

  static func header(isLive: Bool) -> String {
    row(isLive ? "EVENT" : nil, "PORT", "CLASS", "USB", "DRIVER", "DEVICE", "IN USE BY")
  }

  private static func row(_ event: String?, _ cells: String...) -> String {
    let widths = [16, 8, 10, 12, 32]
    var text = event.map { left($0, 8) + " " } ?? ""
    for (index, cell) in cells.enumerated() {
      text += index < widths.count ? left(cell, widths[index]) + " " : cell
    }
    return text
  }
}

extension DiscoveredDevice {
  /// The device's own name; for a kernel GNSS device without one, its type.
  fileprivate var name: ForeignText? {
    let words = [manufacturer, product].compactMap { $0?.raw }.filter { !$0.isEmpty }
    if words.isEmpty { return gnssType.map { ForeignText("kernel GNSS device, \($0)") } }
    return ForeignText(words.joined(separator: " "))
  }
}

extension DeviceClass {
  fileprivate var word: String {
    switch self {
    case .gnss: "gnss"
    case .bridge: "bridge"
    case .modem: "modem"
    case .modemCommandPort: "modem-at"
    case .modemGNSSPort: "modem-gnss"
    case .unknown: "unknown"
    }
  }
}
