import Cairn
import CairnHAL

extension ReceiverReport {
  /// The report without figures that grow with every epoch; keeps whether a time was impossible.
  var withoutFigures: ReceiverReport {
    var report = self
    report.frames = 0
    report.sentences = 0
    report.ubxFrames = 0
    report.rtcmFrames = 0
    report.checksumFailures = 0
    report.bytesSkipped = 0
    report.impossibleTimes = min(report.impossibleTimes, 1)
    report.overruns = nil
    report.framingErrors = nil
    report.corrections = nil
    report.pulses = nil
    report.timeAccuracy = nil
    report.timeToFirstFix = nil
    report.portLoad = nil
    return report
  }

  /// Such as `NEO-M9N SPG 4.04, UBX-CFG-VALSET, 38400 baud, 14 settings verified`.
  var identityLine: String {
    var words = [[model, firmware].compactMap { $0?.description }.joined(separator: " ")]
    if words == [""] { words = [isIdentified ? "identity unknown" : "not identified"] }
    if let profile { words.append("profile \(profile)") }
    if let dialect { words.append(dialect) }
    if let baudRate { words.append("\(baudRate) baud") }
    if let configuration {
      words.append("\(configuration.applied + configuration.unchanged) settings verified")
    }
    if let power { words.append(power) }
    if let assistance { words.append("assisted by \(assistance)") }
    return words.joined(separator: ", ")
  }

  /// Such as `antenna good, jamming clean, spoofing unknown`.
  var healthLine: String {
    "antenna \(health.antenna), jamming \(health.jamming), spoofing \(health.spoofing)"
  }

  /// Such as `1234 frames, 0.1 % damaged, 12 unrecognised bytes, 0 overruns`.
  var figuresLine: String {
    var words = [
      "\(frames) frames", "\((checksumErrorRate * 100).text(places: 1)) % damaged",
      "\(bytesSkipped) unrecognised bytes",
    ]
    if let timeToFirstFix {
      words.append("first fix after \(timeToFirstFix.inSeconds.text(places: 1)) s")
    }
    if let overruns { words.append("\(overruns) overruns") }
    if let timeAccuracy { words.append("UTC ±\((timeAccuracy * 1e9).text(places: 0)) ns") }
    if let portLoad { words.append("port load \(portLoad.percent) %") }
    if impossibleTimes > 0 { words.append("\(impossibleTimes) impossible times") }
    if losses > 0 { words.append("lost \(losses) times") }
    return words.joined(separator: ", ")
  }

  /// Requested settings that the receiver refused.
  var shortcomingLines: [String] { configuration?.refused ?? [] }
}

extension ReceiverReport.Pulses {
  /// `/dev/pps0: clock ahead by 3.100 us, jitter 0.412 us, 60 pulses, 0 missed, 0 rejected`.
  var words: String {
    var words: [String] = []
    if let failure { words.append(failure) }
    if let offset {
      words.append("clock ahead by \((offset * 1e6).text(places: 3)) us")
      words.append("jitter \(jitter.map { "\(($0 * 1e6).text(places: 3)) us" } ?? "-")")
      words.append("\(count) pulses, \(missed) missed, \(rejected) rejected")
    } else if failure == nil {
      words.append("no pulse yet")
    }
    return "\(source): " + words.joined(separator: ", ")
  }

  /// Whether pulses are arriving: the last one is less than 2 s old.
  var isLive: Bool { failure == nil && age.map { $0 < 2 } ?? false }
}
