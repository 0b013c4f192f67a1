import Foundation
import Synchronization

/// A program beside the tests. Nothing of this process but the three standard streams reaches it, no
/// thread of the pool waits for it, and one that does not end is killed.
package final class ChildProcess: Sendable {
  /// What the program reads.
  package enum Input {
    case bytes([UInt8])
    /// What `write` sends, until `closeInput`.
    case written
  }

  /// The program could not be started.
  package struct Failure: Error {
    let program: String
    let call: String
    let number: Int32
  }

  private struct State {
    var output: [UInt8] = []
    var complaints: [UInt8] = []
    var status: Int32?
    var input: Int32?
    var waiting: [CheckedContinuation<Int32, Never>] = []
  }

  /// The number of the process.
  package let identifier: Int32
  private let state: Mutex<State>

  /// One program is started at a time: between its making and its mark, a descriptor would go to others.
  private static let starting = Mutex(())

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: its path.
  ///   - arguments: what follows its name.
  ///   - environment: what it sees beside this process's own.
  ///   - input: what it reads.
  ///   - streams: its standard output and error, instead of those that `output` and `complaints` collect.
  ///   - limit: after how long it is killed.
  /// - Throws: `Failure`
  package init(
    _ program: String, _ arguments: [String], environment: [String: String] = [:],
    input: Input = .bytes([]), streams: (output: Int32?, complaints: Int32?) = (nil, nil),
    limit: Duration = .seconds(1800)
  ) throws {
    let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let words = [program] + arguments
    let settings = variables.map { "\($0)=\($1)" }
    let child = try Self.starting.withLock { _ in try Self.start(words, settings, input, streams) }
    identifier = child.identifier
    state = Mutex(State(input: child.input))
    let deadline = ContinuousClock.now + limit
    // The thread holds this object until the program has ended.
    Thread.detachNewThread { [self] in follow([child.output, child.complaints], until: deadline) }
  }

  private static func start(
    _ words: [String], _ settings: [String], _ input: Input,
    _ given: (output: Int32?, complaints: Int32?)
  ) throws -> (identifier: pid_t, input: Int32?, output: Int32, complaints: Int32) {
    func check(_ number: Int32, _ call: String) throws {
      guard number == 0 else { throw Failure(program: words[0], call: call, number: number) }
    }
    func pipe() throws -> (read: Int32, write: Int32) {
      var ends: [Int32] = [-1, -1]
      try check(Glibc.pipe(&ends), "pipe")
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return (ends[0], ends[1])
    }
    let (output, complaints) = try (pipe(), pipe())
    let (read, written): (Int32, Int32?) =
      switch input {
      case .written: try pipe()
      case .bytes(let bytes): (try file(of: bytes), nil)
      }
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    let streams = [read, output.write, complaints.write]
    let targets = [read, given.output ?? output.write, given.complaints ?? complaints.write]
    for (number, stream) in targets.enumerated() {
      posix_spawn_file_actions_adddup2(&files, stream, Int32(number))
    }
    // And what others in this process have opened without saying that it stays here.
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    for number in open.compactMap({ Int32($0) }) where number >= targets.count {
      posix_spawn_file_actions_addclose(&files, number)
    }
    // As a shell starts it, whatever this process ignores.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var arguments = words.map { strdup($0) } + [nil]
    var environment = settings.map { strdup($0) } + [nil]
    defer { for text in arguments + environment { free(text) } }
    var identifier: pid_t = 0
    let result = posix_spawn(&identifier, words[0], &files, &attributes, &arguments, &environment)
    for stream in streams { close(stream) }
    if result != 0 {
      for end in [output.read, complaints.read] + [written].compactMap(\.self) { close(end) }
    }
    try check(result, "posix_spawn")
    return (identifier, written, output.read, complaints.read)
  }

  /// What it has printed so far.
  package var output: String { state.withLock { String(decoding: $0.output, as: UTF8.self) } }

  /// What it has printed so far, as it is.
  package var outputBytes: [UInt8] { state.withLock { $0.output } }

  /// What it has complained about so far.
  package var complaints: String {
    state.withLock { String(decoding: $0.complaints, as: UTF8.self) }
  }

  /// Sends a few bytes to its standard input, which must be `written` and still be read.
  package func write(_ bytes: [UInt8]) {
    guard let input = state.withLock({ $0.input }) else { return }
    _ = Glibc.write(input, bytes, bytes.count)
  }

  /// Ends its standard input.
  package func closeInput() {
    state.withLock { state in
      if let input = state.input { close(input) }
      state.input = nil
    }
  }

  /// Asks it to end, as Control-C does.
  package func interrupt() { signal(SIGINT) }

  /// Ends it without a word, if it still runs.
  package func kill() { signal(SIGKILL) }

  /// Sends it a signal, if it still runs.
  package func signal(_ number: Int32) {
    state.withLock { if $0.status == nil { _ = Glibc.kill(identifier, number) } }
  }

  /// Its number among processes.
  package var number: Int32 { identifier }

  /// Whether it has ended.
  package var hasEnded: Bool { state.withLock { $0.status != nil } }

  /// Waits for its end.
  ///
  /// - Returns: its exit status, or the number of the signal that ended it below zero.
  package func end() async -> Int32 {
    await withCheckedContinuation { continuation in
      let status = state.withLock { state in
        if state.status == nil { state.waiting.append(continuation) }
        return state.status
      }
      if let status { continuation.resume(returning: status) }
    }
  }

  /// A file without a name, at its beginning.
  private static func file(of bytes: [UInt8]) throws -> Int32 {
    guard let file = tmpfile() else {
      throw Failure(program: "input", call: "tmpfile", number: errno)
    }
    defer { fclose(file) }
    fwrite(bytes, 1, bytes.count, file)
    rewind(file)
    return fcntl(fileno(file), F_DUPFD_CLOEXEC, 3)
  }

  /// Reads both streams until the program has ended: what it started may hold them for longer.
  private func follow(_ streams: [Int32], until deadline: ContinuousClock.Instant) {
    var polls = streams.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    for stream in streams { _ = fcntl(stream, F_SETFL, O_NONBLOCK) }
    var hasEnded = false
    while !hasEnded {
      let isOpen = polls.contains { $0.fd >= 0 }
      _ = poll(&polls, nfds_t(polls.count), isOpen ? 100 : 1)
      var information = siginfo_t()
      // Left a zombie until the lock is held: a number that is free again may be another program's.
      hasEnded =
        waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT) == 0
        && information.si_signo == SIGCHLD
      for index in polls.indices where polls[index].fd >= 0 {
        if !drain(streams[index], index == 0 ? \.output : \.complaints) { polls[index].fd = -1 }
      }
      if ContinuousClock.now > deadline { kill() }
    }
    for stream in streams { close(stream) }
    let (waiting, status) = state.withLock { state in
      var word: Int32 = 0
      _ = waitpid(identifier, &word, 0)
      let status = word & 0x7F == 0 ? (word >> 8) & 0xFF : -(word & 0x7F)
      state.status = status
      defer { state.waiting = [] }
      return (state.waiting, status)
    }
    closeInput()
    for continuation in waiting { continuation.resume(returning: status) }
  }

  /// Takes what a stream has.
  ///
  /// - Returns: whether more can come.
  private func drain(
    _ stream: Int32, _ text: WritableKeyPath<State, [UInt8]>
  ) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(stream, &buffer, buffer.count)
      guard count > 0 else { return count < 0 && errno == EAGAIN }
      state.withLock { $0[keyPath: text] += buffer[..<count] }
    }
  }
}
