import CairnTestSupport
import Foundation
import Synchronization
import Testing

@testable import CommandSupport

@Suite("Requests to end")
struct InterruptTests {
  @Test func `the first is passed on, and the second ends the program at once`() async {
    let result = await #expect(
      processExitsWith: .signal(SIGTERM), observing: [\.standardErrorContent]
    ) {
      let interrupt = Interrupt { writeNow("asked") }
      let terminal = LastResort { writeNow("put back") }
      // Those that come with the first are the same request.
      _ = await Patience.wait {
        kill(getpid(), SIGTERM)
        return false
      }
      terminal.end()
      interrupt.end()
    }
    #expect(
      result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } == "asked put back ")
  }

  @Test(arguments: [SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2])
  func `are also the signals that nobody sends as one`(number: Int32) async {
    await #expect(processExitsWith: .success) { [number] in
      let heard = Mutex(false)
      let interrupt = Interrupt { heard.withLock { $0 = true } }
      kill(getpid(), number)
      #expect(await Patience.wait { heard.withLock { $0 } })
      interrupt.end()
    }
  }

  @Test func `are not the signals that whoever started the program has it ignore`() async {
    await #expect(processExitsWith: .success) {
      signal(SIGPIPE, SIG_IGN)
      let heard = Mutex(0)
      let interrupt = Interrupt { heard.withLock { $0 += 1 } }
      kill(getpid(), SIGPIPE)
      // It would be heard first.
      kill(getpid(), SIGTERM)
      #expect(await Patience.wait { heard.withLock { $0 } == 1 })
      interrupt.end()
      kill(getpid(), SIGPIPE)
    }
  }

  @Test func `one that came early is passed on to who follows later`() async {
    await #expect(processExitsWith: .success) {
      let heard = Mutex(0)
      let first = Interrupt { heard.withLock { $0 += 1 } }
      kill(getpid(), SIGINT)
      #expect(await Patience.wait { heard.withLock { $0 } == 1 })
      let second = Interrupt { heard.withLock { $0 += 10 } }
      #expect(heard.withLock { $0 } == 11)
      first.end()
      second.end()
    }
  }

  @Test func `are followed until the last of several has ended`() async {
    await #expect(processExitsWith: .success) {
      let heard = Mutex(false)
      let first = Interrupt {}
      let second = Interrupt { heard.withLock { $0 = true } }
      first.end()
      kill(getpid(), SIGTERM)
      #expect(await Patience.wait { heard.withLock { $0 } })
      second.end()
    }
  }
}

/// Writes a word to standard error, past all queues.
private func writeNow(_ word: String) {
  let bytes = Array("\(word) ".utf8)
  _ = write(STDERR_FILENO, bytes, bytes.count)
}
