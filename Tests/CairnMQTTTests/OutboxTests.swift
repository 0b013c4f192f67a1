import CairnJSON
import CairnMQTT
import CairnTestSupport
import Testing

@Suite("What a broker is given")
struct OutboxTests {
  private func outbox(_ medium: Medium = Medium(), confirms: Bool = false) throws -> Outbox {
    let spool = try Spool(medium, size: Spool.smallestSize, continuity: 1, identity: 0xAB)
    return Outbox(spool, confirms: confirms)
  }

  @discardableResult
  private func put(_ outbox: inout Outbox, _ kind: Spool.Kind = .location) -> SpoolFailure? {
    outbox.put(kind, identity: 0xCD) { Array(#"{"seq":\#($0),"spool":\#($1)}"#.utf8) }
  }

  /// Sends all that fits, and returns it as text.
  private func send(_ outbox: inout Outbox, from first: Int32 = 1) -> [(Outbox.Channel, String)] {
    var sent: [(Outbox.Channel, String)] = []
    var id = first
    while let message = outbox.next() {
      outbox.noteSent(message, as: id)
      sent.append((message.channel, String(decoding: message.payload, as: UTF8.self)))
      id += 1
    }
    return sent
  }

  @Test
  func `gives the newest location first, and the others in the order of their age`() throws {
    var outbox = try outbox()
    for _ in 0..<4 { put(&outbox) }
    let sent = send(&outbox)
    #expect(sent.map { $0.0 } == [.live, .past])
    #expect(sent[0].1 == #"{"seq":4,"spool":171}"#)
    #expect(sent[1].1 == #"[{"seq":1,"spool":171},{"seq":2,"spool":171},{"seq":3,"spool":171}]"#)
  }

  @Test
  func `gives each record of another kind alone, on its own topic, where it stands`() throws {
    var outbox = try outbox()
    put(&outbox)
    put(&outbox, .transition)
    put(&outbox)
    put(&outbox, .visit)
    put(&outbox, .radio)
    put(&outbox)
    let result1 = send(&outbox)
    #expect(result1.map { $0.0 } == [.live, .past, .transition, .past, .visit, .radio])
  }

  @Test
  func `has at most twenty messages under way`() throws {
    var outbox = try outbox()
    for _ in 0..<50 { put(&outbox, .transition) }
    let result2 = send(&outbox)
    #expect(result2.count == Outbox.window)
    outbox.acknowledge(7)
    outbox.acknowledge(3)
    #expect(outbox.count == 48)
    let result3 = send(&outbox, from: 100)
    #expect(result3.count == 2)
  }

  @Test
  func `packs fifty locations at most, and eight kibibytes, into a message`() throws {
    var outbox = try outbox()
    for _ in 0..<120 { put(&outbox) }
    for _ in 0..<40 {
      _ = outbox.put(.location, identity: 1) { _, _ in
        [UInt8(ascii: "{")] + [UInt8](repeating: 32, count: 1000) + [UInt8(ascii: "}")]
      }
    }
    let past = send(&outbox).dropFirst().map { $0.1 }
    for text in past.prefix(2) {
      guard case .array(let list) = try JSONReader.value(of: Array(text.utf8)[...]) else {
        Issue.record("no list: \(text.prefix(80))")
        continue
      }
      #expect(list.count == Outbox.batchLimit)
    }
    #expect(past.allSatisfy { $0.utf8.count <= Outbox.batchOctets + 2 })
  }

  @Test
  func `gives everything again after the connection has ended, the newest first`() throws {
    var outbox = try outbox()
    for _ in 0..<3 { put(&outbox) }
    _ = send(&outbox)
    outbox.noteDisconnected()
    put(&outbox)
    let sent = send(&outbox)
    #expect(sent[0].1 == #"{"seq":4,"spool":171}"#)
    #expect(sent[1].1.hasPrefix(#"[{"seq":1,"#))
    // What was acknowledged late, by the old connection, says nothing of the new one.
    outbox.acknowledge(99)
    #expect(outbox.count == 4)
  }

  @Test
  func `keeps in confirm mode what is not said to be stored`() throws {
    var outbox = try outbox(confirms: true)
    for _ in 0..<3 { put(&outbox) }
    _ = send(&outbox)
    outbox.acknowledge(1)
    outbox.acknowledge(2)
    #expect(outbox.count == 3)
    let result4 = outbox.next()
    #expect(result4 == nil)
    let result5 = outbox.noteStored(2, of: 0xAC)
    #expect(!result5)
    let result6 = outbox.noteStored(2, of: 0xAB)
    #expect(result6)
    #expect(outbox.count == 1)
    outbox.noteDisconnected()
    let result7 = send(&outbox)
    #expect(result7.map { $0.1 } == [#"{"seq":3,"spool":171}"#])
  }

  @Test
  func `tells what is missing with the next record, after its other members`() throws {
    var outbox = try outbox()
    for _ in 0..<700 {
      _ = outbox.put(.location, identity: 1) { number, _ in
        Array("{\"seq\":\(number),\"x\":\"".utf8) + [UInt8](repeating: 65, count: 1000)
          + Array("\"}".utf8)
      }
    }
    #expect(outbox.thinned > 100)
    var told = 0.0
    while let message = outbox.next() {
      let value = try JSONReader.value(of: message.payload[...])
      let list: [JSONValue] = if case .array(let list) = value { list } else { [value] }
      for record in list { told += record["thinned"]?.asNumber ?? 0 }
      outbox.noteSent(message, as: 1)
      outbox.acknowledge(1)
    }
    #expect(outbox.count == 0)
    #expect(told == Double(outbox.thinned))
  }

  @Test
  func `keeps in memory what a full disk does not take, under another spool's number`() throws {
    let medium = Medium()
    var outbox = try outbox(medium)
    put(&outbox)
    medium.refusal = 28
    let result8 = put(&outbox)
    #expect(result8 == SpoolFailure(.system(28)))
    let result9 = put(&outbox)
    #expect(result9 == nil)
    #expect(!outbox.isFileUsable)
    #expect(outbox.count == 3)
    let sent = send(&outbox)
    #expect(
      sent.map { $0.1 } == [
        #"{"seq":2,"spool":205}"#, #"{"seq":1,"spool":171}"#, #"{"seq":1,"spool":205}"#,
      ])
    let result10 = outbox.retry()
    #expect(!result10)
    medium.refusal = nil
    let result11 = outbox.retry()
    #expect(result11)
    put(&outbox)
    // The number that the disk has not taken is used by nobody else.
    let result12 = send(&outbox, from: 50)
    #expect(result12.map { $0.1 } == [#"{"seq":3,"spool":171,"thinned":1}"#])
  }

  @Test
  func `memory is bounded, and thinned like the file`() throws {
    var outbox = Outbox(nil, confirms: false)
    for _ in 0..<20_000 { put(&outbox) }
    #expect(outbox.thinned > 5000)
    #expect(outbox.count < 15_000)
    #expect(outbox.refused == 0)
  }
}

@Suite("The pause before a broker is tried again")
struct ReconnectPauseTests {
  @Test
  func `doubles from half a second to a minute, less a random part of a half`() {
    var pause = ReconnectPause()
    let longest = (0..<9).map { _ in pause.next(random: 0) }
    #expect(longest == [0.5, 1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
    let result13 = pause.next(random: .max)
    #expect(result13 == .seconds(30))
    let result14 = pause.next(random: 0x8000_0000)
    #expect((30...60).contains(result14 / .seconds(1)))
  }

  @Test
  func `begins again after a connection that has lasted`() {
    var pause = ReconnectPause()
    for _ in 0..<5 { _ = pause.next(random: 0) }
    pause.noteConnection(lasted: .seconds(9))
    let result15 = pause.next(random: 0)
    #expect(result15 == .seconds(16))
    pause.noteConnection(lasted: .seconds(10))
    let result16 = pause.next(random: 0)
    #expect(result16 == .milliseconds(500))
  }
}
