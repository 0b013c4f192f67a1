import Cairn
import CairnHAL
import CairnSimulator

extension ProviderDescriptor {
  /// Scans of 100 mJ that take a second.
  static let scans: ProviderDescriptor = {
    var descriptor = ProviderDescriptor.scripted(id: "wifi", technology: .wifi, accuracy: 30)
    descriptor.energy = .operation(OperationEnergy(energy: 100, duration: 1))
    return descriptor
  }()

  /// A receiver of 90 mW that can sleep.
  static let sleepy: ProviderDescriptor = {
    var descriptor = ProviderDescriptor.scripted(id: "gnss", power: 90)
    descriptor.energy = .receiver(
      ReceiverEnergy(
        acquiring: 90, tracking: 90, backup: 0.1,
        startTimes: .init(hot: 1, aided: 1, warm: 26, cold: 30)))
    return descriptor
  }()
}

/// Lets virtual time pass for a device that goes north, with providers that answer each second while they are on.
struct Journey {
  let bench: Bench
  /// Metres per second.
  var speed = 1.4
  /// Whether the receiver finds satellites, and scans find something.
  var (sky, net) = (true, true)
  /// Metres, 68 %, of the two providers' fixes.
  var (fine, coarse) = (5.0, 30.0)
  var north = 0.0
  /// Metres by which the scans are wrong.
  var bias = 0.0
  /// Seconds for which the receiver was on, and scans.
  private(set) var (on, scans) = (0, 0)
  /// When the receiver was switched on, in seconds since the start.
  private(set) var starts: [Int] = []
  private(set) var now = 0
  /// The longest time for which the receiver was on.
  private(set) var longestStay = 0
  private var stay = 0
  private var sinceFix = 1000

  init(_ bench: Bench) { self.bench = bench }

  var isOn: Bool { bench.provider.isOn }

  /// Seconds between the receiver's fixes, as it was asked for them.
  private var interval: Int {
    bench.provider.log.tracking.map { max(1, Int($0.interval.components.seconds)) } ?? 1
  }

  mutating func pass(_ seconds: Int, each: (inout Journey) -> Void = { _ in }) {
    for _ in 0..<seconds {
      let (wasOn, wasScanning) = (isOn, bench.coarse?.isOn ?? false)
      if wasOn {
        on += 1
        if stay == 0 { starts.append(now) }
      }
      stay = wasOn ? stay + 1 : 0
      longestStay = max(longestStay, stay)
      bench.advance(.seconds(1))
      now += 1
      north += speed
      if wasOn, isOn, sky, sinceFix + 1 >= interval {
        bench.emitFix(north: north, accuracy: fine)
        sinceFix = 0
      } else {
        sinceFix += 1
      }
      if wasScanning, let wifi = bench.coarse, wifi.isOn {
        scans += 1
        if net {
          bench.emitFix(north: north + bias, accuracy: coarse, from: wifi)
        } else {
          bench.emit(.measured(.nothing(reason: "nothing found")), from: wifi)
        }
      }
      bench.manager.processPendingEvents()
      each(&self)
    }
  }
}

extension ScriptedProvider {
  /// Whether something is expected of it, so that it is not asleep either.
  nonisolated var isOn: Bool { log.isActive }
}
