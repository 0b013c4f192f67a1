import CairnHAL
import CairnLinux
import CairnProviders
import CairnTypes
import CommandSupport

/// The provider of one receiver, and all that it says.
final class ReceiverLine: Sendable {
  /// Ends with `stop` or `end`.
  let events: AsyncStream<(event: ProviderEvent, time: MonotonicTime)>
  private let continuation: AsyncStream<(event: ProviderEvent, time: MonotonicTime)>.Continuation
  private let loop: EventLoop
  private let provider: GNSSProvider

  init(_ source: ReceiverSource, control: ReceiverControl, profiles: [HardwareProfile]) throws {
    do throws(DeviceError) {
      loop = try EventLoop()
    } catch {
      throw CommandFailure(message: error.explanation)
    }
    provider = GNSSProvider(source: source, control: control, profiles: profiles, loop: loop)
    (events, continuation) = AsyncStream.makeStream()
  }

  /// The clock of the events.
  var now: MonotonicTime { loop.now() }

  /// Opens the receiver.
  ///
  /// - Parameter interval: seconds between fixes.
  /// - Throws: when the provider cannot even try.
  func start(interval: Double = 1) async throws {
    try await provider.start(
      ProviderDemand(interval: .seconds(interval), accuracy: .best),
      sink: ProviderSink { [continuation, loop] in continuation.yield(($0, loop.now())) })
  }

  /// Ends the events after those that there are; callable from anywhere.
  func end() { continuation.finish() }

  /// Lets the receiver rest, and gives its port back.
  func stop() async {
    await provider.stop()
    continuation.finish()
    loop.shutdown()
  }
}
