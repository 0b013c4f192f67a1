import CairnTestSupport
import CairnTypes
import Testing

@testable import CairnEngine

@Suite("Systems that managers in C share")
struct SharedSystemTests {
  @Test
  func `two names of a device have one system, until both are given back`() throws {
    let first = try SharedSystem.open("/dev/full")
    let second = try SharedSystem.open("/dev/../dev/full")
    #expect(first === second)
    first.close()
    let third = try SharedSystem.open("/dev/full")
    #expect(third === first)
    second.close()
    third.close()
    let fourth = try SharedSystem.open("/dev/full")
    #expect(fourth !== first)
    fourth.close()
  }

  @Test
  func `each manager reads a recording anew`() throws {
    let first = try SharedSystem.open("file:/dev/zero")
    let second = try SharedSystem.open("file:/dev/zero")
    #expect(first !== second)
    first.close()
    second.close()
  }

  @Test(arguments: ["", "file:", "/", "tcp://", "gpsd://host", "tcp://host:0"])
  func `an address under which nothing can be is refused for good`(address: String) {
    let error = #expect(throws: LocationError.self) { try SharedSystem.open(address) }
    #expect(error?.code == .invalidConfiguration)
    #expect(error?.severity == .fatal)
    #expect(error?.reason?.isEmpty == false)
  }
}
