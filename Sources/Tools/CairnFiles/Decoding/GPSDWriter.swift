import CairnExports
import CairnJSON
import CairnRTCM
package import CairnReceiver
import CairnTypes

/// `--format gpsd`: writes the objects that gpsd's clients read, one TPV for each epoch.
///
/// `GPSDView` decides what is shown, `GPSDText` how it is written.
package struct GPSDWriter: MessageWriter {
  package static let showsRepeatedInstants = true

  private let output: any LineOutput
  private let device: String
  private var text = GPSDText(endsWithReturn: false)
  private var view = GPSDView()

  package init(_ output: some LineOutput, device: String) {
    self.output = output
    self.device = device
    text.version(release: "cairn 0.1.0", revision: "0.1.0")
    text.line {
      $0.member("class", "DEVICES")
      $0.array("devices") {
        $0.object {
          $0.member("class", "DEVICE")
          $0.member("path", device)
        }
      }
    }
    flush()
  }

  package mutating func show(_ frame: Span<UInt8>, _ info: FrameInfo) {
    show(view.receive(frame, info))
    guard info.wireProtocol == .rtcm3,
      case .rtcm3(let number?) = Message(frame, .rtcm3)
    else { return }
    text.line {
      $0.member("class", "RTCM3")
      $0.member("device", device)
      $0.member("type", number.rawValue)
      // gpsd's length is that of the payload.
      $0.member("length", frame.count - 6)
      guard !number.isDissectedByGPSD, let payload = info.wireProtocol.payload(of: frame) else {
        return
      }
      $0.array("data") { list in
        for octet in payload { list.element("0x" + hexadecimal([octet])) }
      }
    }
    flush()
  }

  package mutating func show(_ events: [ReceiverEvent]) { show(view.receive(events)) }

  private mutating func show(_ reports: [GPSDReport]) {
    guard !reports.isEmpty else { return }
    for report in reports { text.report(report, of: device) }
    flush()
  }

  package func finish(_ summary: DecodeSummary) {}

  private mutating func flush() {
    output.write(text.bytes)
    text.clear()
  }
}

extension MessageNumber {
  /// Whether gpsd decodes the message's fields; of all other messages it gives the octets.
  fileprivate var isDissectedByGPSD: Bool {
    switch rawValue {
    case 1001...1017, 1029, 1033, 1071...1077, 1081...1087, 1091...1097, 1101...1107, 1111...1117,
      1121...1127, 1131...1137, 1230:
      true
    default: false
    }
  }
}
