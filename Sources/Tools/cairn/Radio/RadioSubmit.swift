import ArgumentParser
import CairnFiles
import CairnHAL
import CairnLinux
import CairnMapUpdates
import CairnMaps
import CairnRadio
import CairnTypes
import CairnWireless
import CommandSupport
import Glibc

struct RadioSubmit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "submit",
    abstract: "Gives what a device has learned of access points to a public map.",
    discussion: """
      Sends the access points that a device has learned, and that are in its state folder, to a service \
      that takes batches as geosubmit version 2 of ichnaea does, such as BeaconDB. Nothing is sent by any \
      other command. Each access point is sent once, and again only after it has moved; \
      wifi-submitted.state in the state folder holds which were sent.

      What is sent are addresses with the places where they were learned, the accuracy of these and the day: \
      in a random order, one by one, without names and without what was heard together. Access points that \
      may be phones or whose owner has opted out were never learned; those heard today wait until tomorrow, \
      since the hour of sending would be told. --dry-run prints all of it and sends nothing. A key goes into \
      the address.

      A service that is overloaded is asked again after half a minute, then a minute; what is left then is \
      left for the next call. A batch whose answer gets lost counts as sent.

      Examples:
        cairn radio submit --url https://api.beacondb.net --state /var/lib/cairn --dry-run
        cairn radio submit --url https://api.beacondb.net --state /var/lib/cairn

      Exit codes: 0 all that is new was taken, 1 something was not, or nothing was learned, 64 wrong usage.
      """)

  /// The state of what was submitted, as a key of `FileStorage`.
  static let state = "wifi-submitted"

  @Option(help: "The address of the service.")
  var url: String

  @OptionGroup var folder: StateFolder

  @Flag(help: "Print what would be sent, one JSON object per batch, and send nothing.")
  var dryRun = false

  func validate() throws {
    guard SubmissionService(url) != nil else {
      throw ValidationError("--url is no address of HTTPS or HTTP")
    }
  }

  func run() throws {
    guard let service = SubmissionService(url) else { return }
    guard let folder = folder.path else {
      throw ValidationError("--state must name the folder, since STATE_DIRECTORY does not")
    }
    let map = try LearnedMap(in: folder)
    // Two programs that submit at once would submit the same.
    let lock = try FolderLock(folder)
    defer { lock.end() }
    let storage = FileStorage(folder)
    var random: any RandomNumberGenerator = SystemRandomNumberGenerator()
    var submission = SurveySubmission(
      of: map, besides: try Self.ledger(in: storage), today: today, using: &random)
    if dryRun { return Self.print(&submission) }
    let total = submission.left
    try Self.submit(&submission, to: SubmissionConnection(service), storage)
    try report(submission, of: total, to: service)
  }

  private static func submit(
    _ submission: inout SurveySubmission, to connection: SubmissionConnection,
    _ storage: FileStorage
  ) throws {
    loop: while true {
      switch submission.next(at: SystemClock.monotonic()) {
      case .send(let batch):
        try keep(submission.ledger, in: storage)
        let reply = connection.submit(batch)
        submission.take(reply, at: SystemClock.monotonic())
      case .wait(let duration):
        complain("\(submission.failure ?? ""); waiting \(duration.components.seconds) s")
        pauseThread(duration)
      case .end: break loop
      }
    }
    try keep(submission.ledger, in: storage)
  }

  private func report(
    _ submission: SurveySubmission, of total: Int, to service: SubmissionService
  ) throws {
    let output = StandardOutput()
    let noun = "access point"
    output.line(
      total == 0
        ? "nothing new was learned before today"
        : "\(submission.taken) of \(counted(total, noun)) submitted to \(service.host)")
    output.flush()
    if submission.uncertain > 0 {
      complain(
        "\(counted(submission.uncertain, noun)) sent, and no answer came: not sent again")
    }
    if let failure = submission.failure {
      throw CommandFailure(
        message: "\(service.host): \(failure); \(counted(submission.left, noun)) left")
    }
  }

  private static func print(_ submission: inout SurveySubmission) {
    let output = StandardOutput()
    let now = SystemClock.monotonic()
    while case .send(let batch) = submission.next(at: now) {
      output.line(String(decoding: batch.json, as: UTF8.self))
      submission.take(.taken, at: now)
    }
    output.flush()
  }

  private static func ledger(in storage: FileStorage) throws(CommandFailure) -> SubmissionLedger {
    do throws(LocationError) {
      guard let bytes = try storage.load(state) else { return SubmissionLedger() }
      if let ledger = SubmissionLedger(decoding: bytes) { return ledger }
    } catch {
      throw CommandFailure(message: "what was submitted cannot be read: \(error.trouble)")
    }
    throw CommandFailure(message: "\(state).state is of another version: nothing was sent")
  }

  private static func keep(
    _ ledger: SubmissionLedger, in storage: FileStorage
  ) throws(CommandFailure) {
    do throws(LocationError) { try storage.store(ledger.encoded, for: state) } catch {
      throw CommandFailure(message: "what is submitted cannot be kept: \(error.trouble)")
    }
  }
}

/// Keeps other programs of this kind out of a folder.
private struct FolderLock {
  private let descriptor: Int32

  /// - Throws: a one-line message, when another program has the lock or there is no folder.
  init(_ folder: String) throws(CommandFailure) {
    descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw CommandFailure(
        message: "cannot open \(folder): \(errnoName(errno)) (\(errnoText(errno)))")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw CommandFailure(message: "\(folder): another program is submitting")
    }
  }

  func end() { close(descriptor) }
}
