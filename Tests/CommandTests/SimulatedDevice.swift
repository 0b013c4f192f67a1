import CairnLinux
import CairnSimulator

/// A receiver on a pseudo-terminal of this process, for programs to open.
struct SimulatedDevice {
  let path: String
  private let port: SimulatedPort
  private let loop: EventLoop

  init(_ device: SimulatedPort.Device) async throws {
    loop = try EventLoop()
    port = SimulatedPort(device, loop: loop)
    path = try await port.plugIn()
  }

  /// Bytes that came from programs.
  var bytesFromHost: Int { get async { await port.counts.bytesFromHost } }

  func unplug() async {
    await port.unplug()
    loop.shutdown()
  }
}
