import CairnJSON
import CairnReports
import CairnTypes
import CairnUpdates
import Testing

@Suite("the objects of headings, visits, regions and beacons")
struct SurroundingsTests {
  private func text(_ body: (inout JSONText) -> Void) -> String {
    var json = JSONText()
    body(&json)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  private let place = Coordinate(latitude: 37.5, longitude: -127)

  @Test func `a heading has both norths, where it knows them`() {
    let time = MonotonicTime(nanoseconds: 7)
    #expect(
      text { $0.report(Heading(magneticHeading: 123.456, time: time)) }
        == #"{"event":"heading","time":7,"magnetic":123.46,"true":null,"accuracy":null}"#)
    #expect(
      text {
        $0.report(Heading(magneticHeading: 123.4, trueHeading: 119.9, accuracy: 8.2, time: time))
      } == #"{"event":"heading","time":7,"magnetic":123.40,"true":119.90,"accuracy":8.20}"#)
  }

  @Test func `a visit has UTC times, and no departure while it lasts`() {
    let visit = Visit(
      coordinate: place, horizontalAccuracy: 12,
      arrival: Timestamp(nanosecondsSince1970: 1_780_000_000_000_000_000))
    #expect(
      text { $0.report(visit) }
        == #"{"event":"visit","latitude":37.5,"longitude":-127,"horizontalAccuracy":12,"#
        + #""arrival":"\#(visit.arrival?.description ?? "")","departure":null}"#)
  }

  @Test func `a region has its state, and the shape of its kind`() {
    let shapes: [(Region.Shape, String)] = [
      (.circle(center: place, radius: 50), #""center":[37.5,-127],"radius":50"#),
      (.polygon([place, place]), #""polygon":[[37.5,-127],[37.5,-127]]"#),
      (.corridor([place], width: 9), #""corridor":[[37.5,-127]],"width":9"#),
      (
        .beacon(BeaconConstraint(uuid: UUID128(high: 1, low: 2), major: 3)),
        #""beacon":{"uuid":"\#(UUID128(high: 1, low: 2))","major":3,"minor":null}"#
      ),
    ]
    for (shape, words) in shapes {
      #expect(
        text { $0.report(.inside, of: Region(identifier: "a\"b", shape: shape)) }
          == #"{"event":"region","identifier":"a\"b","state":"inside","# + words + "}")
    }
  }

  @Test func `beacons are a list, which may be empty`() {
    #expect(text { $0.report([Beacon]()) } == #"{"event":"beacons","beacons":[]}"#)
    let beacon = Beacon(
      uuid: UUID128(high: 1, low: 2), major: 3, minor: 4, rssi: -60,
      time: MonotonicTime(nanoseconds: 0))
    #expect(
      text { $0.report([beacon]) }.hasPrefix(
        #"{"event":"beacons","beacons":[{"uuid":"\#(beacon.uuid)","major":3,"minor":4,"proximity":"unknown","#
      ))
  }
}
