import CairnFiles
import CairnHAL
import CairnTypes
import CommandSupport

/// Shows a provider: a line or JSON object at each change, or a picture redrawn on a terminal.
final class WatchView {
  private enum Manner { case json, lines, block }

  private let manner: Manner
  private let start: MonotonicTime
  private let output = StandardOutput(.live)
  /// The values shown last, without figures that always grow.
  private var shown: [String] = []
  private var drawnAt: MonotonicTime?
  private static let pause = Duration.milliseconds(500)

  init(isJSON: Bool, start: MonotonicTime) {
    manner = isJSON ? .json : Terminal.isLive ? .block : .lines
    self.start = start
    guard isJSON else { return }
    StandardOutput.describeGaps { lines in
      let item = ProfileItem.object([
        ("event", .text("dropped")), ("lines", .number(Double(lines))),
      ])
      return Array((item.json + "\n").utf8)
    }
  }

  func show(_ watch: ProviderWatch, _ profile: HardwareProfile?, at now: MonotonicTime) {
    guard let state = watch.state else { return }
    let news = [
      state.name, watch.trouble ?? "", profile?.name ?? "", watch.report?.model?.raw ?? "",
      watch.report?.timeToFirstFix.map { "\($0)" } ?? "",
    ]
    let isDue = manner == .block && drawnAt.map { now - $0 >= Self.pause } ?? true
    guard news != shown || isDue else { return }
    let isFirst = shown.isEmpty
    (shown, drawnAt) = (news, now)
    switch manner {
    case .json: output.line(item("change", watch, profile, at: now).json)
    case .block: draw(watch, profile, at: now)
    case .lines:
      if isFirst { output.line(Self.head) }
      output.line(line(watch, profile, at: now))
    }
  }

  /// Shows the totals.
  func finish(_ watch: ProviderWatch, _ profile: HardwareProfile?, at now: MonotonicTime) {
    switch manner {
    case .json: output.line(item("end", watch, profile, at: now).json)
    case .block: draw(watch, profile, at: now)
    case .lines: for line in spent(watch, profile, at: now) { output.line(line) }
    }
  }

  /// Redraws from the top of the cleared terminal, unless the terminal is still taking output.
  private func draw(_ watch: ProviderWatch, _ profile: HardwareProfile?, at now: MonotonicTime) {
    guard Outlet.standardOutput.isIdle else { return }
    let lines = block(watch, profile, at: now).map { Terminal.visible($0) + "\n" }
    output.write(Array(("\u{1B}[H\u{1B}[J" + lines.joined()).utf8))
  }

  // MARK: - Lines

  private static let head = "TIME s  STATE               mW       J     Hz  dB-Hz  TTFF s  RECEIVER"

  private func line(
    _ watch: ProviderWatch, _ profile: HardwareProfile?, at now: MonotonicTime
  ) -> String {
    let cells = [
      (now - start).inSeconds.text(places: 1).padded(before: 6),
      (watch.state?.name ?? "").padded(to: 16),
      Self.text(power(watch, profile)?.value, 2).padded(before: 5),
      Self.text(watch.joules(at: now, by: profile), 2).padded(before: 6),
      Self.text(watch.fixRate, 2).padded(before: 5),
      Self.text(watch.carrierToNoise, 1).padded(before: 5),
      Self.text(watch.report?.timeToFirstFix?.inSeconds, 1).padded(before: 6),
      receiver(watch, profile),
    ]
    return cells.joined(separator: "  ") + (watch.trouble.map { "; \($0)" } ?? "")
  }

  private func spent(
    _ watch: ProviderWatch, _ profile: HardwareProfile?, at now: MonotonicTime
  ) -> [String] {
    watch.spells(at: now).map { spell in
      "\(spell.state.name.padded(to: 16))  \(spell.seconds.text(places: 1)) s  "
        + Self.text(spell.joules(by: profile), 3, " J")
    } + ["total             " + Self.text(watch.joules(at: now, by: profile), 3, " J")]
  }

  private func block(
    _ watch: ProviderWatch, _ profile: HardwareProfile?, at now: MonotonicTime
  ) -> [String] {
    let figure = power(watch, profile)
    var state = watch.state?.name ?? "unknown"
    if case .failed(let words) = watch.state { state += ": " + words }
    let lines = [
      Terminal.bold("hw-profile watch") + "  " + receiver(watch, profile), "",
      "state           " + Terminal.bold(state),
      "power           " + Self.text(figure?.value, 2, " mW")
        + (figure.map { "  " + Terminal.faint("[\($0.provenance.words)]") } ?? ""),
      "fixes           " + Self.text(watch.fixRate, 2, " Hz"),
      "C/N0            " + Self.text(watch.carrierToNoise, 1, " dB-Hz"),
      "first fix after " + Self.text(watch.report?.timeToFirstFix?.inSeconds, 1, " s"), "",
    ]
    return lines + spent(watch, profile, at: now) + (watch.trouble.map { ["", $0] } ?? [])
  }

  private func receiver(_ watch: ProviderWatch, _ profile: HardwareProfile?) -> String {
    [
      "\(watch.report?.model ?? "unknown receiver")",
      profile.map { "profile \($0.name)" } ?? "unknown profile",
    ].joined(separator: ", ")
  }

  // MARK: - JSON

  private func item(
    _ event: String, _ watch: ProviderWatch, _ profile: HardwareProfile?, at now: MonotonicTime
  ) -> ProfileItem {
    let figure = power(watch, profile)
    let energies = watch.spells(at: now).map {
      ($0.state.name, ProfileItem.known($0.joules(by: profile), 4))
    }
    return .object([
      ("event", .text(event)), ("time_s", .known((now - start).inSeconds, 3)),
      ("state", watch.state.map { .text($0.name) } ?? .unknown),
      ("trouble", watch.trouble.map { .text($0) } ?? .unknown),
      ("power_mW", .known(figure?.value, 4)),
      ("power_origin", figure.map { .text($0.provenance.words) } ?? .unknown),
      ("energy_J", .object(energies + [("total", .known(watch.joules(at: now, by: profile), 4))])),
      ("fix_rate_Hz", .known(watch.fixRate, 3)),
      ("carrier_to_noise_dBHz", .known(watch.carrierToNoise, 1)),
      ("time_to_first_fix_s", .known(watch.report?.timeToFirstFix?.inSeconds, 3)),
      ("path", watch.report.map { .text($0.path) } ?? .unknown),
      ("model", watch.report?.model.map { .text($0.raw) } ?? .unknown),
      ("profile", profile.map { .text($0.name) } ?? .unknown),
    ])
  }

  private func power(
    _ watch: ProviderWatch, _ profile: HardwareProfile?
  ) -> Sourced<Double>? {
    watch.state?.figure.flatMap { profile?.figures[$0] }
  }

  private static func text(_ value: Double?, _ places: Int, _ unit: String = "") -> String {
    value.map { $0.text(places: places) + unit } ?? "unknown"
  }
}

extension ProfileItem {
  /// Returns a rounded number, or `unknown` for `nil`.
  static func known(_ value: Double?, _ places: Int) -> Self {
    value.map { .number($0.rounded(places: places)) } ?? .unknown
  }
}
