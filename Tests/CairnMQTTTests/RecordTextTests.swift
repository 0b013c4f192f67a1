import CairnJSON
import CairnMQTT
import CairnTypes
import Testing

@Suite("What is told of positions")
struct RecordTextTests {
  private let topics = DeviceTopics(user: "cairn", device: "vehicle-7")
  private let key = RecordKey(18_231, 0x9F3A_0C11)
  private let time = Timestamp(nanosecondsSince1970: 1_789_000_000_250_000_000)

  private func written(_ body: (inout JSONText) -> Void) throws -> JSONValue {
    var text = JSONText()
    body(&text)
    return try JSONReader.value(of: text.bytes[...])
  }

  private var fix: Location {
    var fix = Location(
      coordinate: Coordinate(latitude: 46.948_012_34, longitude: -7.447_432_16),
      horizontalAccuracy: 2.2, time: MonotonicTime(nanoseconds: 5),
      source: LocationSource(provider: "gnss", technology: .gnss, fix: .threeD))
    fix.altitude = 540.4
    fix.verticalAccuracy = 4.01
    fix.speed = 10
    fix.course = 271.4
    return fix
  }

  /// Numbers of OwnTracks that are whole: metres, kilometres per hour, degrees, seconds.
  private func expectWholeNumbers(_ value: JSONValue) {
    for name in ["acc", "alt", "vac", "vel", "cog", "tst", "created_at", "wtst", "seq", "ms"] {
      guard case .number(let digits)? = value[name] else { continue }
      #expect(Int64(digits) != nil, "\(name) is \(digits)")
    }
  }

  @Test
  func `a location has OwnTracks' members, in its units`() throws {
    let now = Timestamp(nanosecondsSince1970: 1_789_000_001_000_000_000)
    let value = try written { $0.location(fix, at: time, now: now, topics, key) }
    expectWholeNumbers(value)
    #expect(value["_type"] == .text("location"))
    #expect(value["tid"] == .text("-7"))
    #expect(value["lat"] == .number("46.9480123"))
    #expect(value["lon"] == .number("-7.4474322"))
    #expect(value["acc"] == .number("3"))
    #expect(value["alt"] == .number("540"))
    #expect(value["vac"] == .number("5"))
    #expect(value["vel"] == .number("36"))
    #expect(value["cog"] == .number("271"))
    #expect(value["tst"] == .number("1789000000"))
    #expect(value["created_at"] == .number("1789000001"))
    #expect(value["seq"] == .number("18231"))
    #expect(value["spool"] == .text("9f3a0c11"))
    #expect(value["ms"] == .number("1789000000250"))
    #expect(value["fix"] == .text("3d"))
    #expect(value["src"] == .text("gnss"))
    #expect(value["_id"] == .text("9f3a0c11-18231"))
  }

  @Test
  func `what is not known is absent`() throws {
    let bare = Location(
      coordinate: Coordinate(latitude: 1, longitude: 2), horizontalAccuracy: 0.014,
      time: MonotonicTime(nanoseconds: 5),
      source: LocationSource(provider: "wifi", technology: .wifi))
    let value = try written { $0.location(bare, at: time, now: time, topics, key) }
    guard case .object(let members) = value else {
      Issue.record("no object")
      return
    }
    #expect(
      members.map(\.name) == [
        "_type", "tid", "lat", "lon", "acc", "tst", "_id", "t", "seq", "spool", "ms", "src",
      ])
    // Zero would mean that nobody knows.
    #expect(value["acc"] == .number("1"))
  }

  @Test
  func `a course is below 360`() throws {
    var north = fix
    north.course = 359.7
    let value = try written { $0.location(north, at: time, now: time, topics, key) }
    #expect(value["cog"] == .number("0"))
  }

  @Test(arguments: [true, false])
  func `a transition has what OwnTracks requires`(isEntry: Bool) throws {
    let made = Timestamp(nanosecondsSince1970: 1_700_000_000_000_000_000)
    let value = try written {
      $0.transition(isEntry, "The \"Depot\"", made: made, evidence: fix, at: time, topics, key)
    }
    expectWholeNumbers(value)
    #expect(value["_type"] == .text("transition"))
    #expect(value["event"] == .text(isEntry ? "enter" : "leave"))
    #expect(value["desc"] == .text("The \"Depot\""))
    #expect(value["wtst"] == .number("1700000000"))
    #expect(value["tst"] == .number("1789000000"))
    #expect(value["acc"] == .number("3"))
    #expect(value["seq"] == .number("18231"))
    let blind = try written {
      $0.transition(isEntry, "x", made: made, evidence: nil, at: time, topics, key)
    }
    #expect(blind["lat"] == nil)
    #expect(blind["acc"] == .number("0"))
  }

  @Test
  func `a visit has its times in milliseconds, or null`() throws {
    var visit = Visit(
      coordinate: Coordinate(latitude: 1, longitude: 2), horizontalAccuracy: 20, arrival: time)
    var value = try written { $0.visit(visit, at: time, topics, key) }
    #expect(value["arrival"] == .number("1789000000250"))
    #expect(value["departure"] == .null)
    visit.departure = time
    value = try written { $0.visit(visit, at: time, topics, key) }
    #expect(value["departure"] == .number("1789000000250"))
    expectWholeNumbers(value)
  }

  @Test
  func `what was learned keeps the items as they are`() throws {
    let items = Array(#"{"items":[{"timestamp":1,"wifiAccessPoints":[{"macAddress":"a"}]}]}"#.utf8)
    let value = try JSONReader.value(of: JSONText.radio(items: items, at: time, key)[...])
    #expect(value["_type"] == .text("radio"))
    #expect(value["seq"] == .number("18231"))
    guard case .array(let list)? = value["items"] else {
      Issue.record("no items")
      return
    }
    #expect(list.count == 1)
  }

  @Test
  func `health has what was heard last, and null for unknown power`() throws {
    var health = DeviceHealth()
    health.receiver = DeviceHealth.Receiver(
      path: "/dev/ttyS1", model: "NEO-M9N", firmware: nil, antenna: .good, jamming: .clean,
      spoofing: .unknown, losses: 2)
    health.plan = [DeviceHealth.Provider("gnss", isOn: true, power: nil, accuracy: 2.5)]
    health.energy = [("gnss", 12.3456), ("", nil)]
    let outbox = Outbox(nil, confirms: false)
    let value = try written { $0.health(health, outbox, now: time, version: "0.1.0") }
    #expect(value["antenna"] == .text("good"))
    #expect(value["jamming"] == .text("clean"))
    #expect(value["joules"]?["gnss"] == .number("12.346"))
    #expect(value["joules"]?["other"] == .null)
    #expect(value["spool"]?["length"] == .number("0"))
    guard case .array(let plan)? = value["plan"] else {
      Issue.record("no plan")
      return
    }
    #expect(plan.first?["milliwatts"] == .null)
  }

  @Test
  func `Home Assistant gets a template for the same location`() throws {
    let value = try written { $0.discovery(topics, name: "Van", version: "0.1.0") }
    #expect(value["json_attributes_topic"] == .text("owntracks/cairn/vehicle-7"))
    #expect(value["availability_topic"] == .text("cairn/vehicle-7/status"))
    #expect(value["source_type"] == .text("gps"))
    let template = value["json_attributes_template"]?.asText ?? ""
    for name in ["'latitude': value_json.lat", "'longitude': value_json.lon", "'gps_accuracy'"] {
      #expect(template.contains(name))
    }
    #expect(
      topics.discovery("homeassistant") == "homeassistant/device_tracker/cairn_vehicle-7/config")
  }

  @Test(arguments: [
    #"{"spool":"9f3a0c11","seq":0}"#, #"{"spool":"9f3a0c1","seq":1}"#,
    #"{"spool":"+f3a0c11","seq":1}"#,
    #"{"spool":"9f3a0c11","seq":1.5}"#, #"{"spool":"9f3a0c11","seq":"1"}"#, #"{"seq":1}"#, "[]", "",
    #"{"spool":"9f3a0c11","seq":99999999999999999999}"#,
  ])
  func `takes no other note of what is stored`(text: String) {
    #expect(StoredNote(Array(text.utf8)) == nil)
  }

  @Test
  func `reads a note of what is stored`() {
    let note = StoredNote(Array(#"{"spool":"9f3a0c11","seq":18231,"more":true}"#.utf8))
    #expect(note?.spool == 0x9F3A_0C11)
    #expect(note?.number == 18_231)
  }
}
