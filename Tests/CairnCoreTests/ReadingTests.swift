import CCairnCore
import CairnTypes
import Testing

@testable import CairnCore

@Suite("What a program in C passes")
struct ReadingTests {
  @Test
  func `a request's negative times are longer than any request lasts, and its age is none`() {
    var wanted = cairn_request()
    (wanted.timeout, wanted.settle, wanted.maximum_age) = (-1, -1, -1)
    let request = LocationRequest(wanted)
    #expect(request.timeout > .seconds(86_400))
    #expect(request.settle > .seconds(86_400))
    #expect(request.maximumAge == .zero)
  }

  @Test
  func `a request of zeroes is the usual one`() {
    #expect(LocationRequest(cairn_request()) == LocationRequest())
  }
}
