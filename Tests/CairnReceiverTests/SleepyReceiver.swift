@testable import CairnReceiver
import CairnTypes
import CairnUBX

/// A receiver as far as its power goes: what it does when, and what that costs, by its own count.
struct SleepyReceiver {
  enum Mode: Equatable { case off, asleep, starting, stopped, searching, tracking }

  /// What is wrong with it.
  struct Faults {
    /// So many requests to sleep get lost.
    var lostRequests = 0
    /// It never sleeps.
    var isSleepless = false
    /// It does not know the request of 16 octets.
    var knowsShortFormOnly = false
    /// So many bytes that should wake it do not.
    var lostWakes = 0
    /// It hears nothing that is said to it.
    var isDeaf = false
    /// It says nothing any more.
    var isDumb = false
    /// It wakes by itself so long after it fell asleep, so many times.
    var restless: (after: Duration, times: Int)?
    /// The supply's switch switches nothing.
    var isSwitchDead = false
  }

  /// Epochs with and without a fix.
  static let fix: [UInt8] = {
    var epoch = NavPVT()
    epoch.fixType = .threeD
    epoch.flags.isFixOK = true
    return epoch.encode()
  }()
  static let noFix = NavPVT().encode()

  let traits: ReceiverPowerTraits
  /// What it starts with.
  let startSpeed: UInt32
  var faults = Faults()
  /// Its own speed and the host's.
  var speed: UInt32
  var hostSpeed: UInt32
  private(set) var mode = Mode.searching
  private(set) var joules = 0.0
  private(set) var starts: [StartType] = []
  /// Every request to sleep that arrived: seconds asked for.
  private(set) var requests: [Double?] = []
  /// When something wakes it that the host has no part in.
  private(set) var ownWake: MonotonicTime?
  private(set) var hasSky = true

  private var now: MonotonicTime
  private var ready: MonotonicTime?
  private var nextEpoch: MonotonicTime
  private var firstFix: MonotonicTime
  private var fixesSince: MonotonicTime?
  private var ephemerisAt: MonotonicTime?
  private var hasMemory = false
  private var output: [[UInt8]] = []

  init(_ traits: ReceiverPowerTraits, startSpeed: UInt32 = 9600, speed: UInt32 = 9600) {
    self.traits = traits
    self.startSpeed = startSpeed
    self.speed = speed
    hostSpeed = speed
    now = MonotonicTime(nanoseconds: 0)
    nextEpoch = now + .seconds(1)
    firstFix = now + traits.coldStart
    starts = [.cold]
  }

  var nextEvent: MonotonicTime? {
    switch mode {
    case .off, .stopped: nil
    case .asleep: ownWake
    case .starting: ready
    case .searching, .tracking: nextEpoch
    }
  }

  /// Frames since the last call; bytes at another speed arrive as nothing that a framer knows.
  mutating func takeOutput() -> [[UInt8]] {
    defer { output = [] }
    return hostSpeed == speed && !faults.isDumb ? output : []
  }

  mutating func setSky(_ isOpen: Bool, at time: MonotonicTime) {
    advance(to: time)
    hasSky = isOpen
    if !isOpen, mode == .tracking { mode = .searching }
    if isOpen, mode == .searching { firstFix = max(firstFix, time + .seconds(1)) }
    if !isOpen { fixesSince = nil }
  }

  /// Lets time pass up to `time`.
  mutating func advance(to time: MonotonicTime) {
    while let event = nextEvent, event <= time {
      spend(until: event)
      happen()
    }
    spend(until: time)
  }

  mutating func perform(_ action: PortAction, at time: MonotonicTime) {
    advance(to: time)
    switch action {
    case .send(let bytes): hear(bytes)
    case .setBaudRate(let rate): hostSpeed = rate
    case .setSupply(let isOn): supply(isOn)
    }
  }

  private mutating func spend(until time: MonotonicTime) {
    let milliwatts: Double =
      switch mode {
      case .off:
        traits.keepsBackupSupply
          ? traits.hardwareBackupMilliwatts ?? 0 : traits.offMilliwatts
      case .asleep: traits.softwareBackupMilliwatts ?? 0
      case .stopped: traits.standbyMilliwatts ?? 0
      case .starting, .searching: traits.acquiringMilliwatts
      case .tracking: traits.trackingMilliwatts
      }
    joules += max(0, (time - now).inSeconds) * milliwatts * 1e-3
    now = max(now, time)
  }

  private mutating func happen() {
    switch mode {
    case .off, .stopped: break
    case .asleep: boot(traits.wakeLatency)
    case .starting:
      let start: StartType =
        if !hasMemory {
          .cold
        } else if let ephemerisAt, now - ephemerisAt < traits.ephemerisValidity {
          .hot
        } else {
          .warm
        }
      starts.append(start)
      mode = .searching
      firstFix = now + traits.timeToFirstFix(start)
      nextEpoch = now + .seconds(1)
    case .searching, .tracking:
      var epoch = Self.noFix
      if hasSky, now >= firstFix {
        mode = .tracking
        hasMemory = true
        let since = fixesSince ?? now
        fixesSince = since
        if now - since >= traits.ephemerisDownload { ephemerisAt = now }
        epoch = Self.fix
      }
      output.append(epoch)
      nextEpoch = now + .seconds(1)
    }
  }

  private mutating func boot(_ time: Duration) {
    mode = .starting
    ready = now + time
    speed = startSpeed
    fixesSince = nil
  }

  private mutating func supply(_ isOn: Bool) {
    if faults.isSwitchDead { return }
    if isOn, mode == .off { boot(traits.supplyRise) }
    if !isOn {
      mode = .off
      fixesSince = nil
      if !traits.keepsBackupSupply {
        hasMemory = false
        ephemerisAt = nil
      }
    }
  }

  private mutating func fallAsleep(_ seconds: Double?) {
    mode = .asleep
    fixesSince = nil
    ownWake = seconds.map { now + .milliseconds(Int64($0 * 1000)) }
    if let restless = faults.restless, restless.times > 0 {
      faults.restless?.times -= 1
      ownWake = now + restless.after
    }
  }

  private mutating func hear(_ bytes: [UInt8]) {
    if mode == .asleep {
      if faults.lostWakes > 0 { faults.lostWakes -= 1 } else { boot(traits.wakeLatency) }
      return
    }
    guard mode == .searching || mode == .tracking || mode == .stopped, hostSpeed == speed,
      !faults.isDeaf, let id = UBXFrame.messageID(of: bytes.span)
    else { return }
    let payload = UBXFrame.payload(of: bytes.span)
    if id == RxmPMReq.id {
      var seconds: Double?
      if let long = try? RxmPMReq.decode(payload) {
        requests.append(long.duration)
        if faults.knowsShortFormOnly || !long.flags.force || !long.wakeUpSources.uart { return }
        seconds = long.duration
      } else if let short = try? RxmPMReqShort.decode(payload) {
        requests.append(short.duration)
        seconds = short.duration
      }
      if faults.lostRequests > 0 { return faults.lostRequests -= 1 }
      if !faults.isSleepless { fallAsleep(seconds) }
    } else if id == CfgRst.id, let reset = try? CfgRst.decode(payload) {
      if faults.lostRequests > 0 { return faults.lostRequests -= 1 }
      if reset.mode == .stopGNSS, !faults.isSleepless {
        mode = .stopped
        fixesSince = nil
      } else if reset.mode == .startGNSS, mode == .stopped {
        mode = .searching
        firstFix = now + traits.hotStart
        nextEpoch = now + .seconds(1)
      }
    } else if id == MonVer.id {
      output.append(MonVer().encode())
    }
  }
}
