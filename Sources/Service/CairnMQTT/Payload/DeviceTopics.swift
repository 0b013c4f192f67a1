/// Who the device is, and where it tells what.
package struct DeviceTopics: Hashable, Sendable {
  /// Whose device it is, as OwnTracks sorts devices.
  package let user: String
  /// The device's name.
  package let device: String
  /// One or two characters that stand for the device on a map.
  package let tracker: String

  /// Without a `tracker`, it is the last two characters of the device's name, as OwnTracks does.
  package init(user: String, device: String, tracker: String? = nil) {
    self.user = user
    self.device = device
    self.tracker = tracker ?? String(device.suffix(2))
  }

  /// The newest location, which the broker keeps.
  package var live: String { "owntracks/\(user)/\(device)" }
  package var event: String { "\(live)/event" }
  /// Locations that were kept for a while.
  package var past: String { "cairn/\(device)/past" }
  package var visit: String { "cairn/\(device)/visit" }
  package var radio: String { "cairn/\(device)/radio" }
  package var health: String { "cairn/\(device)/health" }
  /// `online` or `offline`, which the broker keeps.
  package var status: String { "cairn/\(device)/status" }
  /// Where the other end says what it has stored.
  package var stored: String { "cairn/\(device)/stored" }

  /// Where Home Assistant looks for devices.
  package func discovery(_ prefix: String) -> String {
    "\(prefix)/device_tracker/cairn_\(device)/config"
  }

  package func topic(of channel: Outbox.Channel) -> String {
    switch channel {
    case .live: live
    case .past: past
    case .transition: event
    case .visit: visit
    case .radio: radio
    }
  }

  /// Whether a text can be a level of a topic: letters, digits and `-` or `_`, 64 at most.
  package static func isName(_ text: String) -> Bool {
    let letters = text.unicodeScalars
    return (1...64).contains(letters.count)
      && letters.allSatisfy {
        switch $0 {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
        default: false
        }
      }
  }
}
