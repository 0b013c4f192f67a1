import ArgumentParser

struct Simulate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Runs the service for a simulated device: JSON objects in and out.",
    discussion: """
      Each line of standard input reports an event (hello, request, fix, nofix, motion, cellchange, wake) and \
      is answered by one line: commands to providers, the time of the next wake, and the position to report. \
      The hello line brings the hardware's figures and the first client's request. A benchmark that replays \
      journeys starts this once for each; docs/POWER-MODEL.md has its command.

      With request, a client joins, asks for something else, or leaves (null). Without a name the client is \
      that of hello, which may have one too; only its positions are reported.

      Where a scan tells how many access points it heard on each frequency (MHz), later ones are of those \
      channels alone for ten minutes; the command lists them. docs/SIMULATE.md has the members of every line.

      Example:
        $ hw-profile simulate
        {"ev":"hello","t":0,"profile":{"host":{"wake_mJ":2},"wifi":{"scan_mJ":860,"scan_s":3}},\
      "request":{"D":100}}
        {"cmds":[{"p":"wifi"}],"wake":5}
        {"ev":"fix","t":3,"src":"wifi","x":10,"y":20,"r68":25,"heard":{"2412":3,"2462":1}}
        {"cmds":[],"wake":5,"report":[10.0,20.0]}
        {"ev":"request","t":60,"client":"navigation","request":{"D":10}}
        {"ev":"request","t":120,"client":"navigation","request":null}

      The whole service runs on a virtual clock; at the end, the energy that its plans foretold and that its \
      ledger booked, in all and for each client, is printed on standard error.

      Exit codes: 0 the input ended, 1 a line is not valid, 64 wrong usage.
      """)

  func run() async throws {
    var session = SimulateSession()
    while let line = readLine() {
      do throws(SimulationError) {
        say(try session.reply(to: line))
      } catch {
        Terminal.complain(error.description)
        throw ExitCode.failure
      }
    }
    if let energy = await session.energy() { Terminal.complain(energy.text) }
  }
}
