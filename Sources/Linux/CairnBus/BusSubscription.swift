/// Identifies what `BusConnection` was asked to watch; harmless after `unsubscribe`.
public struct BusSubscription: Hashable, Sendable {
  let number: UInt64
}
