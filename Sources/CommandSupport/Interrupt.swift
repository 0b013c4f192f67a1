import Dispatch
import Glibc

/// Calls a closure once on Ctrl-C or a polite request to end, so that ports are given back.
package struct Interrupt {
  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  private let sources: [any DispatchSourceSignal]

  package init(_ body: @escaping @Sendable () -> Void) {
    sources = Self.signals.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler(handler: body)
      source.resume()
      return source
    }
  }

  package func end() {
    for source in sources { source.cancel() }
    for number in Self.signals { signal(number, SIG_DFL) }
  }
}
