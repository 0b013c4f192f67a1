import CairnRadio
import Testing

@Suite("Switches of radios")
struct RadioSwitchesTests {
  private func switches(_ events: [UInt8]...) -> RadioSwitches {
    var switches = RadioSwitches()
    for event in events { switches.take(event) }
    return switches
  }

  @Test func `one radio that may be used is enough`() {
    #expect(switches().obstacle == nil)
    #expect(switches([0, 0, 0, 0, 1, 0, 1, 0]).obstacle == .program)
    #expect(switches([0, 0, 0, 0, 1, 0, 1, 1]).obstacle == .key)
    #expect(switches([0, 0, 0, 0, 1, 0, 1, 0], [1, 0, 0, 0, 1, 0, 0, 0]).obstacle == nil)
    #expect(switches([0, 0, 0, 0, 1, 0, 1, 0], [1, 0, 0, 0, 1, 0, 0, 1]).obstacle == .key)
    #expect(switches([0, 0, 0, 0, 1, 0, 1, 0], [0, 0, 0, 0, 1, 2, 0, 0]).obstacle == nil)
    #expect(switches([0, 0, 0, 0, 1, 0, 1, 0], [0, 0, 0, 0, 1, 1, 0, 0]).obstacle == nil)
  }

  @Test func `other radios, unknown operations and pieces of events change nothing`() {
    let off: [UInt8] = [0, 0, 0, 0, 1, 0, 1, 0]
    for event: [UInt8] in [
      [0, 0, 0, 0, 2, 0, 0, 0], [0, 0, 0, 0, 1, 9, 0, 0], [0, 0, 0, 0, 1], [],
    ] {
      #expect(switches(off, event) == switches(off))
    }
    // Later kernels append octets.
    #expect(switches(off + [7]) == switches(off))
  }
}
