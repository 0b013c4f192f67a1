public import CairnTypes

/// Makes sightings of what a radio hears, and counts what is none.
public struct BeaconIntake: Hashable, Sendable {
  /// Counters since the intake was made.
  public struct Counts: Hashable, Sendable {
    /// Advertisements, of beacons or not.
    public var advertisements: UInt64 = 0
    /// Number of advertisements of beacons.
    public var beacons: UInt64 = 0
    /// Advertisements that broke the format.
    public var damagedAdvertisements: UInt64 = 0
    /// Packets of the controller that broke the format.
    public var damagedPackets: UInt64 = 0
  }

  /// See the type.
  public private(set) var counts = Counts()

  /// Creates an intake that has counted nothing.
  public init() {}

  /// Reads a packet of a controller.
  ///
  /// - Parameters:
  ///   - packet: the packet, with its type.
  ///   - now: when it was read, on the boot clock.
  ///   - hear: receives each beacon.
  /// - Returns: the event; `nil` for a damaged packet.
  public mutating func take(
    _ packet: Span<UInt8>, at now: MonotonicTime, _ hear: (BeaconSighting) -> Void
  ) -> HCIEvent? {
    var counts = counts
    defer { self.counts = counts }
    do throws(HCIError) {
      return try HCIEvent(packet) { report, data in
        counts.advertisements &+= 1
        do throws(AdvertisementError) {
          guard let frame = try Advertisement.beacon(in: data) else { return }
          counts.beacons &+= 1
          hear(
            BeaconSighting(device: report.address, frame: frame, rssi: report.rssi, time: now))
        } catch {
          counts.damagedAdvertisements &+= 1
        }
      }
    } catch {
      counts.damagedPackets &+= 1
      return nil
    }
  }

  /// Reads one structure of an advertisement that another program has received.
  ///
  /// - Parameters:
  ///   - type: its type, such as `Advertisement.manufacturerData`.
  ///   - content: the company or service in two bytes, lowest first, and what follows.
  /// - Returns: the frame; `nil` if there is none, or it is damaged.
  public mutating func frame(_ type: UInt8, _ content: Span<UInt8>) -> BeaconFrame? {
    counts.advertisements &+= 1
    do throws(AdvertisementError) {
      guard let frame = try Advertisement.beacon(type, content) else { return nil }
      counts.beacons &+= 1
      return frame
    } catch {
      counts.damagedAdvertisements &+= 1
      return nil
    }
  }
}
