import CCairnLinux
import CairnLinux
import CairnTestSupport
import CairnTypes
import Synchronization
import Testing

@Suite("Watched descriptors")
struct WatchTests {
  /// Runs `body` on the loop and waits until everything is quiet.
  private func on(_ loop: EventLoop, _ body: @escaping @Sendable () -> Void) {
    loop.post(body)
    loop.settle()
  }

  @Test func `a handler may unwatch itself and others of the same batch`() throws {
    let loop = try EventLoop()
    defer { loop.shutdown() }
    let pipes = [try PipePair(), try PipePair()]
    for pipe in pipes { pipe.signal() }
    let ids = Mutex<[WatchID]>([])
    let calls = Journal()
    on(loop) {
      for pipe in pipes {
        guard
          let id = try? loop.watch(
            pipe.reader, .readable,
            { _ in
              calls.add("called")
              ids.withLock { for id in $0 { loop.unwatch(id) } }
            })
        else { return calls.add("refused") }
        ids.withLock { $0.append(id) }
      }
    }
    #expect(calls.all == ["called"])
  }

  @Test func `a paused watch is silent until it is armed again`() throws {
    let loop = try EventLoop()
    defer { loop.shutdown() }
    let pipe = try PipePair()
    let calls = Journal()
    let watch = Mutex<WatchID?>(nil)
    on(loop) {
      let id = try? loop.watch(pipe.reader, []) { _ in
        calls.add("called")
        if let id = watch.withLock({ $0 }) { loop.setInterest(id, []) }
      }
      watch.withLock { $0 = id }
    }
    pipe.signal()
    loop.settle()
    #expect(calls.all.isEmpty)
    on(loop) { if let id = watch.withLock({ $0 }) { loop.setInterest(id, .readable) } }
    #expect(calls.all == ["called"])
  }

  @Test func `a one-shot watch reports once per arming`() throws {
    let loop = try EventLoop()
    defer { loop.shutdown() }
    let pipe = try PipePair()
    pipe.signal()
    let calls = Journal()
    let watch = Mutex<WatchID?>(nil)
    on(loop) {
      let id = try? loop.watch(pipe.reader, [.readable, .oneShot]) { _ in calls.add("called") }
      watch.withLock { $0 = id }
    }
    #expect(calls.all.count == 1)
    on(loop) {
      if let id = watch.withLock({ $0 }) { loop.setInterest(id, [.readable, .oneShot]) }
    }
    #expect(calls.all.count == 2)
  }

  @Test func `a stale handle does not reach the watch that reuses its slot`() throws {
    let loop = try EventLoop()
    defer { loop.shutdown() }
    let pipe = try PipePair()
    pipe.signal()
    let calls = Journal()
    on(loop) {
      guard let stale = try? loop.watch(pipe.reader, [], { _ in calls.add("stale") }) else {
        return
      }
      loop.unwatch(stale)
      _ = try? loop.watch(pipe.reader, [.readable, .oneShot]) { _ in calls.add("fresh") }
      loop.unwatch(stale)
    }
    #expect(calls.all == ["fresh"])
  }

  @Test func `a regular file and a second watch are refused with the errno`() throws {
    let loop = try EventLoop()
    defer { loop.shutdown() }
    let file = cairnlinux_open(#filePath, Int32(cairnlinux_open_read))
    try #require(file >= 0)
    defer { _ = cairnlinux_close(file) }
    let pipe = try PipePair()
    let errors = Journal()
    on(loop) {
      for descriptor in [file, pipe.reader, pipe.reader] {
        do throws(DeviceError) {
          _ = try loop.watch(descriptor, [.readable, .oneShot]) { _ in }
          errors.add("watched")
        } catch {
          errors.add(errnoName(error.code))
        }
      }
    }
    #expect(errors.all == ["EPERM", "watched", "EEXIST"])
  }

  /// In a process of its own: other tests open descriptors at the same time.
  @Test func `loops come and go without leaving descriptors or threads`() async {
    await #expect(processExitsWith: .success) {
      let name = "leak-check"
      let before = Processes.openDescriptors()
      for round in 0..<200 {
        let loop = try EventLoop(name: name)
        loop.post { _ = loop.schedule(at: .distantFuture) {} }
        if round % 2 == 0 { loop.settle() }
        loop.shutdown()
      }
      // A thread that was joined stays in procfs until the kernel has buried it.
      for _ in 0..<60_000 where Processes.threads(named: name) > 0 { _ = cairnlinux_poll(-1, 0, 1) }
      #expect(Processes.threads(named: name) == 0)
      // The runtime keeps some for itself; 200 leaked loops would be 600.
      #expect(Processes.openDescriptors() < before + 20)
    }
  }
}
