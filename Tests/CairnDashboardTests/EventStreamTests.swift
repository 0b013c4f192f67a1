import CairnHAL
import CairnLinux
import CairnTestSupport
import CairnTypes
import CairnUpdates
import CairnWatch
import Testing

@testable import CairnDashboard

@Suite("the events of the page", .tags(.loopback), .timeLimit(.minutes(15)))
struct EventStreamTests {
  /// Opens a stream, and waits until it is greeted.
  private func stream(_ bench: DashboardBench) async throws -> Browser {
    let browser = try bench.connect()
    #expect(await browser.ask(bench.request("/events")) == 200)
    #expect(await browser.wait { !$0.events("hello").isEmpty })
    return browser
  }

  @Test func `begin with how to return, then the state, then what happens`() async throws {
    let bench = try DashboardBench()
    bench.publish(.update([fix(1)]))
    bench.publish(sky())
    bench.publish(.plan(.empty))
    bench.publish(.plan(.empty))
    bench.loop.advance(by: .milliseconds(2500))
    let page = try await stream(bench)
    #expect(page.field("Content-Type") == "text/event-stream")
    #expect(page.field("Cache-Control") == "no-store")
    #expect(page.field("Content-Length") == nil)
    #expect(page.body.hasPrefix("retry: 1000\n\nid: 1780000002500\ndata: {\"event\":\"hello\""))
    #expect(
      page.events("hello") == [
        #"{"event":"hello","title":"a test","version":"1.2","accuracy":1000,"#
          + #""map":null,"outlines":false,"addresses":false,"recordings":[],"plans":true,"#
          + #""history":[[1780000000000,48,11,2.5,null]]}"#
      ])
    #expect(await page.wait { $0.events.count == 4 })
    let names = page.events.map { $0.dropFirst(10).prefix { $0 != "\"" } }
    #expect(names == ["hello", "plan", "satellites", "update"])
    // What happened before has its own time.
    let times = page.text.split(separator: "\n").filter { $0.hasPrefix("id: ") }
    #expect(times == ["id: 1780000002500"] + Array(repeating: "id: 1780000000000", count: 3))
    page.forget()
    bench.publish(.update([fix(2)]))
    bench.publish(.error(LocationError(.locationUnknown), "lost"))
    #expect(await page.wait { $0.events.count == 2 })
    #expect(page.text.hasPrefix("id: 1780000002500\ndata: {\"event\":\"update\",\"locations\":["))
    #expect(page.text.hasSuffix("\"message\":\"lost\"}\n\n"))
    bench.end()
  }

  @Test func `an error is forgotten with the next measured position`() async throws {
    let bench = try DashboardBench()
    bench.publish(.error(LocationError(.locationUnknown), "lost"))
    bench.publish(.update([fix(1, quality: .estimated)]))
    let page = try await stream(bench)
    // A receiver that was lost after a position is told of after it.
    #expect(await page.wait { $0.events.count == 3 })
    #expect(page.events[1].hasPrefix("{\"event\":\"update\""))
    #expect(page.events[2].hasPrefix("{\"event\":\"error\""))
    bench.publish(.update([fix(2)]))
    #expect(try await stream(bench).events("error").isEmpty)
    bench.end()
  }

  @Test func `are encoded once for all pages, and not at all without one`() async throws {
    let bench = try DashboardBench()
    for second in 0..<100 { bench.publish(.update([fix(Double(second))])) }
    #expect(bench.read { $0.hub.encoded } == 0)
    var pages: [Browser] = []
    for _ in 0..<EventHub.capacity { pages.append(try await stream(bench)) }
    let before = try #require(bench.read { $0.hub.encoded })
    for second in 100..<110 { bench.publish(.update([fix(Double(second))])) }
    #expect(bench.read { $0.hub.encoded } == before + 10)
    for page in pages { #expect(await page.wait { $0.events("update").count == 11 }) }
    bench.end()
  }

  @Test func `16 pages are served, and the others are told so`() async throws {
    let bench = try DashboardBench()
    var statuses: [Int?] = []
    var pages: [Browser] = []
    for _ in 0..<20 {
      let page = try bench.connect()
      statuses.append(await page.ask(bench.request("/events")))
      pages.append(page)
    }
    #expect(statuses == Array(repeating: 200, count: 16) + Array(repeating: 503, count: 4))
    #expect(pages[19].body.contains("close one"))
    // What a page asks to learn the reason, which browsers do not tell of a stream.
    #expect(await pages[18].ask(bench.request("/events", "HEAD")) == 503)
    // One that is closed makes room.
    pages[0].client.hangUp()
    #expect(await Patience.wait { bench.count(.streaming) == 15 })
    #expect(await pages[18].ask(bench.request("/events", "HEAD")) == 200)
    #expect(await pages[19].ask(bench.request("/events")) == 200)
    bench.end()
  }

  @Test func `a page that does not read delays no other, and ends`() async throws {
    let bench = try DashboardBench()
    let stalled = try await stream(bench)
    let other = try await stream(bench)
    let batch = (0..<40).map { fix(Double($0) / 100) }
    var published = 0
    while bench.statistics.dropped == 0, published < 10_000 {
      bench.publish(.update(batch))
      published += 1
      // The other one has each at once.
      #expect(await other.wait { $0.events("update").count == 1 && $0.text.hasSuffix("\n\n") })
      other.forget()
    }
    #expect(bench.statistics.dropped == 1)
    #expect(bench.count(.streaming) == 1)
    _ = stalled
    // It comes back, and has the state anew.
    #expect(try await stream(bench).events("update").count == 1)
    bench.end()
  }

  @Test func `for a page that does not read, only the newest list of satellites waits`()
    async throws
  {
    let bench = try DashboardBench()
    let stalled = try await stream(bench)
    for _ in 0..<2000 { bench.publish(sky(30)) }
    #expect(bench.count(.streaming) == 1)
    bench.publish(.plan(.empty))
    // Once it reads, it has the latest.
    #expect(await stalled.wait { !$0.events("plan").isEmpty })
    #expect(stalled.events("satellites").count < 1000)
    #expect(!stalled.isOver)
    bench.end()
  }

  @Test func `a sign of life comes every 15 s, as long as a page is open`() async throws {
    let bench = try DashboardBench()
    let page = try await stream(bench)
    page.forget()
    bench.loop.advance(by: .seconds(14))
    page.look()
    #expect(page.text.isEmpty)
    bench.loop.advance(by: .seconds(31))
    #expect(await page.wait { $0.text == ":\n\n:\n\n:\n\n" })
    page.client.hangUp()
    #expect(await Patience.wait { bench.connections == 0 })
    #expect(bench.read { $0.loop.nextTimer == nil } == true)
    bench.end()
  }

  @Test func `what a page sends besides its request has no meaning`() async throws {
    let bench = try DashboardBench()
    let page = try await stream(bench)
    page.send(bench.request("/") + String(repeating: "x", count: 50_000))
    bench.publish(.plan(.empty))
    #expect(await page.wait { !$0.events("plan").isEmpty })
    #expect(page.text.ranges(of: "HTTP/1.1").count == 1)
    bench.end()
  }

  @Test func `a page that is opened later knows the last of each region, and the last heading`()
    async throws
  {
    let bench = try DashboardBench()
    let time = MonotonicTime(nanoseconds: 0)
    let shape = Region.Shape.circle(
      center: Coordinate(latitude: 48, longitude: 11), radius: 100)
    for (name, state) in [("b", RegionState.unknown), ("a", .outside), ("b", .inside)] {
      bench.publish(.region(state, Region(identifier: name, shape: shape)))
    }
    for degrees in [10.0, 20] {
      bench.publish(.heading(Heading(magneticHeading: degrees, time: time)))
    }
    let page = try await stream(bench)
    #expect(await page.wait { $0.events.count == 4 })
    #expect(page.events("heading").first?.contains("\"magnetic\":20.00") == true)
    let states = page.events("region").map {
      $0.split(separator: ",").dropFirst().prefix(2).joined(separator: ",")
    }
    #expect(
      states == [
        #""identifier":"a","state":"outside""#, #""identifier":"b","state":"inside""#,
      ])
    // Each change is told: none takes the place of another.
    page.forget()
    bench.publish(.region(.outside, Region(identifier: "b", shape: shape)))
    bench.publish(.region(.inside, Region(identifier: "a", shape: shape)))
    #expect(await page.wait { $0.events("region").count == 2 })
    bench.end()
  }
}
