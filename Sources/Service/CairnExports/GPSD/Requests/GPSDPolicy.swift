internal import CairnJSON

/// What one client has asked to be sent, by WATCH.
struct GPSDPolicy: Hashable {
  var enable = false
  var json = false
  var nmea = false
  /// 1 for sentences as they are and other frames in hexadecimal digits, 2 for all bytes as received.
  var raw: UInt8 = 0
  /// Whether TOFF is sent.
  var pps = false
  // Repeated to the client, and without effect: values are always scaled, and no such message split.
  var scaled = false
  var timing = false
  var split24 = false
  /// The only device of interest; `nil` for all.
  var device: String?

  /// What is sent without being asked for each time. `{"enable":true}` alone starts no stream: clients
  /// that poll read exactly two lines after it.
  var kinds: GPSDLine.Kinds {
    guard enable else { return [] }
    var kinds: GPSDLine.Kinds = []
    if json { kinds.formUnion(.objects) }
    if pps { kinds.insert(.init(.timeOffset)) }
    if nmea { kinds.insert(.init(.madeSentences)) }
    switch raw {
    case 0 where nmea: kinds.insert(.init(.sentence))
    case 0: break
    case 1: kinds.formUnion([.init(.sentence), .init(.hexadecimal)])
    default: kinds.insert(.init(.bytes))
    }
    return kinds
  }

  /// Applies the members of a request. Those that are absent leave the policy as it is, except that a
  /// request which does not say otherwise enables it.
  mutating func apply(_ request: GPSDRequest) {
    enable = request.flag("enable") ?? true
    json = request.flag("json") ?? json
    nmea = request.flag("nmea") ?? nmea
    raw = request.level("raw") ?? raw
    scaled = request.flag("scaled") ?? scaled
    timing = request.flag("timing") ?? timing
    split24 = request.flag("split24") ?? split24
    pps = request.flag("pps") ?? pps
    if let path = request.arguments?["device"]?.asText { device = path.isEmpty ? nil : path }
  }

  /// Whether the policy covers a device.
  func covers(_ path: String) -> Bool { device == nil || device == path }

  func write(to text: inout GPSDText) {
    text.line {
      $0.member("class", "WATCH")
      $0.member("enable", enable)
      $0.member("json", json)
      $0.member("nmea", nmea)
      $0.member("raw", raw)
      $0.member("scaled", scaled)
      $0.member("timing", timing)
      $0.member("split24", split24)
      $0.member("pps", pps)
      if let device { $0.member("device", device) }
    }
  }
}
