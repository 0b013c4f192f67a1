import CairnReceiver
import CairnSimulator
import CairnTypes
import CairnUBX
import Testing

@Suite("Configuration by keys")
struct ConfigurationStoreTests {
  @Test func `each layer keeps its own value, and RAM falls back to the factory's`() {
    var host = Host(.uBloxM9)
    #expect(host.value(Keys.rate) == 1000)
    #expect(host.value(Keys.rate, in: .factory) == 1000)
    #expect(host.value(Keys.rate, in: .batteryBacked) == nil)
    #expect(host.set([Keys.rate: 200], in: [.ram, .batteryBacked]) == true)
    #expect(host.value(Keys.rate) == 200)
    #expect(host.value(Keys.rate, in: .batteryBacked) == 200)
    #expect(host.value(Keys.rate, in: .flash) == nil)
    #expect(host.value(Keys.rate, in: .factory) == 1000)
  }

  @Test func `a value in a stored layer alone counts from the next start`() {
    var host = Host(.uBloxM9)
    #expect(host.set([Keys.rate: 200], in: .flash) == true)
    #expect(host.receiver.period == .seconds(1))
    host.receiver.restart(at: .seconds(2))
    #expect(host.receiver.period == .milliseconds(200))
  }

  @Test func `one unknown key or one bad value refuses all of a message`() {
    var host = Host(.uBloxM10)
    #expect(host.set([Keys.rate: 200, 0x2099_0001: 1]) == false)
    #expect(host.set([Keys.rate: 200, Keys.dynamicModel: 200]) == false)
    #expect(host.set([Keys.rate: 24]) == false)
    #expect(host.set([Keys.baudRate: 12_345]) == false)
    #expect(host.value(Keys.rate) == 1000)
    #expect(host.set([Keys.rate: 200, Keys.dynamicModel: 4]) == true)
    #expect(host.value(Keys.dynamicModel) == 4)
  }

  @Test func `flash is refused where there is none`() {
    var host = Host(.uBloxM10)
    #expect(host.set([Keys.rate: 200], in: [.ram, .flash]) == false)
    #expect(host.set([Keys.rate: 200], in: [.ram, .batteryBacked]) == true)
    #expect(host.value(Keys.rate, in: .flash) == nil)
  }

  @Test func `generations differ in their keys`() {
    let (l5, fence, uart2, rtcm): (UInt32, UInt32, UInt32, UInt32) = (
      0x1031_0004, 0x1024_0020, 0x4053_0001, 0x1073_0004
    )
    var (m9, m10, f9p) = (Host(.uBloxM9), Host(.uBloxM10), Host(.uBloxF9P))
    #expect(m9.value(l5) == nil)
    #expect(m9.value(fence) == 0)
    #expect(m10.value(fence) == nil)
    #expect(m10.value(uart2) == nil)
    #expect(f9p.value(uart2) == 38_400)
    #expect(f9p.value(rtcm) == 1)
    #expect(f9p.value(Keys.powerMode) == nil)
  }

  @Test func `a group is listed in pages of 64 values`() {
    var host = Host(.uBloxM9)
    var found: [UInt32: UInt64] = [:]
    var position: UInt16 = 0
    while let page = host.values([0x0091_FFFF], from: position) {
      found.merge(page) { first, _ in first }
      guard page.count == 64 else { break }
      position += 64
    }
    #expect(found.count > 200)
    #expect(found.count == Int(position) + found.count % 64)
    #expect(found.keys.allSatisfy { $0 >> 16 & 0xFF == 0x91 })
    #expect(found[Keys.pvt] == 0)
    // All groups.
    #expect(host.values([0x0FFF_FFFF])?.count == 64)
    // RATE alone.
    #expect(host.values([0x0021_FFFF])?[Keys.rate] == 1000)
  }

  @Test func `a transaction is applied at its end or not at all`() {
    func message(_ values: [UInt32: UInt64], _ transaction: ConfigurationTransaction) -> [UInt8] {
      CfgValSet(host.items(values), in: .ram, transaction: transaction).encode()
    }
    var host = Host(.uBloxM9)
    #expect(host.isAccepted(message([Keys.rate: 200], .start)) == true)
    #expect(host.value(Keys.rate) == 1000)
    #expect(host.isAccepted(message([Keys.dynamicModel: 4], .ongoing)) == true)
    #expect(host.isAccepted(message([:], .apply)) == true)
    #expect(host.value(Keys.rate) == 200)
    #expect(host.value(Keys.dynamicModel) == 4)
    // Without a beginning there is nothing to go on with.
    #expect(host.isAccepted(message([Keys.rate: 500], .apply)) == false)
    // A refused message ends the transaction.
    #expect(host.isAccepted(message([Keys.rate: 500], .start)) == true)
    #expect(host.isAccepted(message([Keys.rate: 1], .ongoing)) == false)
    #expect(host.isAccepted(message([:], .apply)) == false)
    #expect(host.value(Keys.rate) == 200)
  }

  @Test func `what is deleted counts no more from the next start`() {
    var host = Host(.uBloxM9)
    #expect(host.set([Keys.rate: 200], in: [.ram, .batteryBacked, .flash]) == true)
    let key = ConfigurationKey(rawValue: Keys.rate)
    #expect(host.isAccepted(CfgValDel([key], from: .batteryBacked).encode()) == true)
    #expect(host.value(Keys.rate, in: .batteryBacked) == nil)
    #expect(host.value(Keys.rate) == 200)
    host.receiver.restart(at: .seconds(2))
    #expect(host.receiver.period == .milliseconds(200))
    let group = ConfigurationKey(rawValue: 0x0021_FFFF)
    #expect(host.isAccepted(CfgValDel([group], from: .flash).encode()) == true)
    host.receiver.restart(at: .seconds(3))
    #expect(host.receiver.period == .seconds(1))
  }

  @Test func `messages are sent as often as the port's rate says`() {
    var host = Host(.uBloxM10)
    #expect(host.set([Keys.pvt: 2, Keys.pvt + 2: 1]) == false, "there is no USB")
    #expect(host.set([Keys.pvt: 2, Keys.sendsNMEA: 0]) == true)
    let heard = host.listen(until: .seconds(10))
    #expect(heard.pvt.count == 5)
    #expect(heard.nmea.isEmpty)
    #expect(host.receiver.configuration.output == .ubx)
  }

  @Test func `a message on another port is not sent on this one`() {
    var host = Host(.uBloxM9) { $0.port = .usb }
    #expect(host.set([Keys.pvt: 1]) == true)
    #expect(host.listen(until: .seconds(5)).pvt.isEmpty)
    #expect(host.set([Keys.pvt + 2: 1]) == true)
    #expect(host.listen(until: .seconds(10)).pvt.count == 5)
  }

  @Test func `without one of the large systems nothing is changed`() {
    var host = Host(.uBloxM10)
    let off: [UInt32: UInt64] = [0x1031_001F: 0, 0x1031_0021: 0, 0x1031_0022: 0]
    #expect(host.set(off) == false)
    #expect(host.set([0x1031_0022: 0]) == true)
    #expect(host.receiver.configuration.systems == [.gps, .sbas, .galileo])
  }

  @Test func `a host that switches UBX input off is not heard any more`() {
    var host = Host(.uBloxM9)
    #expect(host.set([Keys.takesUBX: 0]) == true)
    #expect(host.receiver.reachability == .deaf)
    #expect(host.ask(MonVer.id).isEmpty)
    host.receiver.restart(at: .seconds(1))
    #expect(host.receiver.reachability == .listening)
  }
}
