import Cairn
import CairnBoard
import CairnFiles
import CairnHAL
import CairnLinux
import CairnProviders
import CairnTypes
import CommandSupport

/// Runs the provider of one receiver and delivers all its events.
final class ReceiverLine: Sendable {
  /// The provider's events with their times; ended by `stop` or `end`.
  let events: AsyncStream<(event: ProviderEvent, time: MonotonicTime)>
  private let continuation: AsyncStream<(event: ProviderEvent, time: MonotonicTime)>.Continuation
  private let loop: EventLoop
  private let provider: any LocationProvider

  convenience init(
    _ source: ReceiverSource, control: ReceiverControl, profiles: [HardwareProfile]
  ) throws {
    try self.init { loop in
      GNSSProvider(source: source, control: control, profiles: profiles, loop: loop)
    }
  }

  /// The receiver of a board; `assembled` receives the parts of the board.
  convenience init(
    board: HardwareProfile, _ options: BoardOptions, assembled: (BoardAssembly) -> Void
  ) throws {
    try self.init { loop in
      let board = BoardComposition(board, options, loop: loop)
      assembled(board.assembly)
      guard let receiver = board.providers.first(where: { $0.descriptor.technology == .gnss })
      else {
        throw CommandFailure(message: "the profile \(board.assembly.profile) names no receiver")
      }
      return receiver
    }
  }

  private init(_ make: (EventLoop) throws -> any LocationProvider) throws {
    do throws(DeviceError) {
      loop = try EventLoop()
    } catch {
      throw CommandFailure(message: error.explanation)
    }
    provider = try make(loop)
    (events, continuation) = AsyncStream.makeStream()
  }

  /// The present time on the clock of the events.
  var now: MonotonicTime { loop.now() }

  /// Opens the receiver.
  ///
  /// - Parameter interval: seconds between fixes.
  /// - Throws: if the provider cannot even try to open the receiver.
  func start(interval: Double = 1) async throws {
    await provider.connect(
      ProviderSink { [continuation, loop] in continuation.yield(($0, loop.now())) })
    try await provider.perform(.track(.init(interval: .seconds(interval), accuracy: .best)))
  }

  /// Ends the events after those already queued; callable from anywhere.
  func end() { continuation.finish() }

  /// Puts the receiver to rest and closes its port.
  func stop() async {
    // Switching off does not fail.
    try? await provider.perform(.off)
    await provider.connect(nil)
    continuation.finish()
    loop.shutdown()
  }
}
