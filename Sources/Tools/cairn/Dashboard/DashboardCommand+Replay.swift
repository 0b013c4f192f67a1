import ArgumentParser
import CairnDashboard
import CairnFiles
import CairnLinux
import CairnTypes
import CommandSupport

// Recordings on the page, in place of a live system.

extension DashboardCommand {
  /// - Throws: which options do not go together with `--replay`.
  func validateReplay() throws {
    guard !files.replay.isEmpty else { return }
    guard files.replay.count <= 2 else {
      throw ValidationError("--replay is given more than twice: the page compares two recordings")
    }
    if files.replay.contains("-") {
      throw ValidationError("--replay needs files: standard input can be read only once")
    }
    for (name, isGiven) in [
      ("--device", !watched.devices.isEmpty), ("--simulate", watched.simulate != nil),
      ("--board", watched.board != nil), ("--wait", watched.wait),
      ("--ntrip", watched.ntrip != nil), ("--state", watched.keeping.state != nil),
    ] where isGiven {
      throw ValidationError("--replay and \(name) exclude each other")
    }
  }

  /// Serves the page of recordings until the end.
  func replay(at address: ListenAddress, _ sources: DashboardSources) async throws {
    var sources = sources
    for path in files.replay {
      let reader = RecordingReader(
        path: path, configuration: watched.configuration(), isFiltered: !watched.raw)
      sources.recordings.append(try reader.read())
    }
    let title = "replaying " + sources.recordings.map(\.name).joined(separator: " and ")
    complain(title)
    let loop = try EventLoop()
    defer { loop.shutdown() }
    let view = DashboardView(
      introduction(title, sources), token: makeToken(for: address), loop: loop)
    // As in `run`.
    let requests = Interrupt {}
    defer { requests.end() }
    try await serve(view, at: address)
    await waitForEnd()
    await view.close()
  }

  /// Returns when the user ends the program, or after `--duration`.
  private func waitForEnd() async {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let interrupt = Interrupt { end.yield() }
    defer { interrupt.end() }
    let timer = watched.duration.map { duration in
      Task {
        do { try await Task.sleep(for: .seconds(duration)) } catch { return }
        end.yield()
      }
    }
    for await _ in ends { break }
    timer?.cancel()
  }
}
