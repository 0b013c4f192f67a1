import CairnHAL
import CairnLinux
import CairnTestSupport
import CairnTypes
import Glibc
import Testing

@testable import CairnDashboard

@Suite("the server of the page", .tags(.loopback), .timeLimit(.minutes(15)))
struct DashboardServerTests {
  @Test func `serves the page, which loads nothing from elsewhere and is in no frame`() async throws
  {
    let bench = try DashboardBench()
    let browser = try bench.connect()
    #expect(await browser.ask(bench.request("/")) == 200)
    let length = try #require(browser.field("Content-Length").flatMap { Int($0) })
    #expect(await browser.wait { $0.body.utf8.count == length })
    #expect(browser.body.hasPrefix("<!doctype html>"))
    #expect(browser.field("Content-Type") == "text/html; charset=utf-8")
    let policy = try #require(browser.field("Content-Security-Policy"))
    #expect(policy.hasPrefix("default-src 'self'; "))
    #expect(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"))
    #expect(browser.field("X-Content-Type-Options") == "nosniff")
    #expect(browser.field("Referrer-Policy") == "no-referrer")
    #expect(browser.field("Cross-Origin-Resource-Policy") == "same-origin")
    #expect(browser.field("Access-Control-Allow-Origin") == nil)
    // The connection stays.
    #expect(await browser.ask(bench.request("/nothing")) == 404)
    for asset in DashboardPage.assets {
      #expect(await browser.ask(bench.request("/" + asset.name)) == 200)
      #expect(browser.field("Content-Type") == asset.mediaType)
    }
    #expect(!browser.isOver)
    bench.end()
  }

  @Test func `HEAD is answered by the header alone`() async throws {
    let bench = try DashboardBench()
    let browser = try bench.connect()
    #expect(await browser.ask(bench.request("/")) == 200)
    let length = browser.field("Content-Length")
    #expect(await browser.ask(bench.request("/", "HEAD")) == 200)
    #expect(browser.field("Content-Length") == length && browser.body.isEmpty)
    #expect(await browser.ask(bench.request("/events", "HEAD")) == 200)
    #expect(browser.field("Content-Type") == "text/event-stream")
    #expect(await browser.wait { $0.isOver })
    #expect(browser.body.isEmpty)
    bench.end()
  }

  @Test func `several requests in one piece are answered in their order`() async throws {
    let bench = try DashboardBench()
    let browser = try bench.connect()
    browser.send(
      bench.request("/nothing", "HEAD") + bench.request("/", "HEAD")
        + bench.request("/plan", "HEAD", "Connection: close"))
    #expect(await browser.wait { $0.isOver })
    let statuses = browser.text.split(separator: "\r\n").filter { $0.hasPrefix("HTTP/1.1 ") }
    #expect(statuses.map { $0.dropFirst(9).prefix(3) } == ["404", "200", "400"])
    bench.end()
  }

  // MARK: Attacks

  struct Attack: CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let status: Int
    /// Whether the connection ends by it.
    var ends = true
  }

  /// `HOST` stands for the right one.
  static let attacks = [
    Attack(
      testDescription: "another host", text: "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
      status: 421, ends: false),
    Attack(
      testDescription: "a host that begins like this one",
      text: "GET / HTTP/1.1\r\nHost: HOST.evil.example\r\n\r\n", status: 421, ends: false),
    Attack(testDescription: "no host", text: "GET / HTTP/1.1\r\n\r\n", status: 421),
    Attack(
      testDescription: "two hosts", text: "GET / HTTP/1.1\r\nHost: HOST\r\nHost: evil\r\n\r\n",
      status: 400),
    Attack(
      testDescription: "another origin",
      text: "GET /events HTTP/1.1\r\nHost: HOST\r\nOrigin: http://evil.example\r\n\r\n",
      status: 403, ends: false),
    Attack(
      testDescription: "another site",
      text: "GET / HTTP/1.1\r\nHost: HOST\r\nSec-Fetch-Site: cross-site\r\n\r\n",
      status: 403, ends: false),
    Attack(
      testDescription: "another port of the machine",
      text: "GET / HTTP/1.1\r\nHost: HOST\r\nSec-Fetch-Site: same-site\r\n\r\n",
      status: 403, ends: false),
    Attack(
      testDescription: "POST",
      text: "POST / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 0\r\n\r\n", status: 405),
    Attack(
      testDescription: "a path upwards",
      text: "GET /../../etc/passwd HTTP/1.1\r\nHost: HOST\r\n\r\n", status: 404, ends: false),
    Attack(
      testDescription: "an encoded path upwards",
      text: "GET /%2e%2e/etc/passwd HTTP/1.1\r\nHost: HOST\r\n\r\n", status: 404, ends: false),
    Attack(
      testDescription: "a body in pieces",
      text: "GET / HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      status: 400),
    Attack(
      testDescription: "a request inside of a request",
      text: "GET / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 30\r\n\r\n"
        + "GET /events HTTP/1.1\r\nHost: HOST\r\n\r\n",
      status: 400),
    Attack(
      testDescription: "10 kB of header",
      text: "GET / HTTP/1.1\r\nHost: HOST\r\nX: " + String(repeating: "a", count: 10_000)
        + "\r\n\r\n",
      status: 431),
    Attack(
      testDescription: "binary",
      text: (0..<128).map { String(UnicodeScalar(UInt8($0))) }.joined() + "\r\n\r\n", status: 400),
    Attack(
      testDescription: "HTTP/2", text: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", status: 400),
    Attack(
      testDescription: "TLS",
      text: "\u{16}\u{3}\u{1}\0\u{25}" + String(repeating: "\0", count: 200), status: 400),
  ]

  @Test(arguments: attacks)
  func `refuses`(attack: Attack) async throws {
    let bench = try DashboardBench()
    let browser = try bench.connect()
    let text = attack.text.replacing("HOST", with: "127.0.0.1:\(bench.port)")
    #expect(await browser.ask(text) == attack.status)
    #expect(bench.statistics.refused == 1 && bench.statistics.answered == 0)
    if attack.ends {
      #expect(await browser.wait { $0.isOver })
    } else {
      #expect(await browser.ask(bench.request("/")) == 200)
    }
    // Whatever happened, the next one is served.
    #expect(await (try bench.connect()).ask(bench.request("/")) == 200)
    bench.end()
  }

  @Test func `with a token, the first address leads to the page by a cookie`() async throws {
    let bench = try DashboardBench(token: "secret")
    let browser = try bench.connect()
    for target in ["/", "/events", "/plan?accuracy=10", "/?token=wrong", "/nothing"] {
      #expect(await browser.ask(bench.request(target)) == 401)
      #expect(!browser.text.contains("secret"))
    }
    #expect(await browser.ask(bench.request("/?token=secret")) == 303)
    #expect(browser.field("Location") == "/")
    let cookie = try #require(browser.field("Set-Cookie"))
    #expect(cookie.hasSuffix("; HttpOnly; SameSite=Strict; Path=/"))
    let pair = cookie.split(separator: ";")[0]
    #expect(await browser.ask(bench.request("/", "GET", "Cookie: a=b; \(pair)")) == 200)
    bench.end()
  }

  @Test func `80 clients that send half a header delay a good one by nothing`() async throws {
    let bench = try DashboardBench()
    let page = try bench.connect()
    #expect(await page.ask(bench.request("/events")) == 200)
    let attackers = try (0..<80).map { _ in
      let attacker = try bench.connect()
      attacker.send("GET / HTTP/1.1\r\nHost: 127")
      bench.loop.settle()
      return attacker
    }
    #expect(bench.count(.halfOpen) == DashboardServer.capacity - DashboardServer.reserved)
    #expect(bench.statistics.displaced == 80 - 56)
    // The clock stands still.
    let good = try bench.connect()
    #expect(await good.ask(bench.request("/")) == 200)
    #expect(!page.isOver)
    #expect(bench.connections <= DashboardServer.capacity)
    // The oldest have gone at once, and the others after 2 s.
    #expect(await attackers[0].wait { $0.isOver })
    bench.loop.advance(by: HTTPConnection.headerLimit)
    #expect(await attackers[79].wait { $0.isOver })
    #expect(bench.count(.halfOpen) == 0 && bench.count(.streaming) == 1)
    #expect(await good.ask(bench.request("/")) == 200)
    bench.end()
  }

  @Test func `a header that trickles in has 2 s in all`() async throws {
    let bench = try DashboardBench()
    let browser = try bench.connect()
    for character in "GET / HTTP" {
      browser.send(String(character))
      bench.loop.advance(by: .milliseconds(199))
    }
    browser.look()
    #expect(!browser.isOver)
    bench.loop.advance(by: .milliseconds(10))
    #expect(await browser.wait { $0.isOver })
    bench.end()
  }

  @Test func `connections that ask nothing any more give their places to others, and end`()
    async throws
  {
    let bench = try DashboardBench()
    var browsers: [Browser] = []
    for _ in 0..<(DashboardServer.capacity + 10) {
      let browser = try bench.connect()
      #expect(await browser.ask(bench.request("/")) == 200)
      browsers.append(browser)
    }
    #expect(bench.connections == DashboardServer.capacity)
    #expect(await browsers[0].wait { $0.isOver })
    #expect(await browsers[73].ask(bench.request("/")) == 200)
    bench.loop.advance(by: HTTPConnection.idleLimit)
    #expect(bench.connections == 0)
    #expect(bench.read { $0.loop.nextTimer == nil } == true)
    bench.end()
  }

  @Test func `a client that asks on without reading ends`() async throws {
    let bench = try DashboardBench()
    let browser = try bench.connect()
    let many = String(repeating: bench.request("/nothing"), count: 20)
    // More answers than the kernel keeps.
    for _ in 0..<2000 where bench.connections == 1 {
      browser.send(many)
      bench.loop.settle()
    }
    #expect(bench.connections == 0)
    #expect(bench.statistics.dropped == 1)
    bench.end()
  }

  @Test func `nothing is left of requests and connections that are over`() async throws {
    let bench = try DashboardBench()
    for _ in 0..<300 {
      let browser = try bench.connect()
      #expect(await browser.ask(bench.request("/events")) == 200)
      browser.client.hangUp()
      let other = try bench.connect()
      for _ in 0..<3 { #expect(await other.ask(bench.request("/")) == 200) }
      other.client.hangUp()
    }
    #expect(await Patience.wait { bench.connections == 0 })
    #expect(bench.statistics.answered == 1200)
    #expect(bench.read { $0.loop.nextTimer == nil } == true)
    bench.end()
  }

  @Test func `a Unix socket is for its user alone`() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/page"
    let bench = try DashboardBench(at: .unix(path))
    var status = stat()
    #expect(lstat(path, &status) == 0)
    #expect(status.st_mode & 0o7777 == 0o600)
    let browser = Browser(try LocalClient(path: path), bench)
    #expect(await browser.ask("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n") == 200)
    bench.end()
    #expect(lstat(path, &status) != 0)
  }

  // MARK: Plans

  @Test func `the plan for another accuracy is asked for, and nothing else`() async throws {
    let bench = try DashboardBench()
    let browser = try bench.connect()
    #expect(await browser.ask(bench.request("/plan?accuracy=1km")) == 200)
    #expect(browser.field("Content-Type") == "application/json")
    #expect(
      browser.body
        == "{\"event\":\"plan\",\"milliwatts\":0,\"unmetClients\":0,\"providers\":[]}\n")
    #expect(await browser.ask(bench.request("/plan?accuracy=best")) == 200)
    for query in [
      "", "?", "?accuracy=", "?accuracy=-1", "?accuracy=nan", "?accuracy=1e999", "?a=1",
    ] {
      #expect(await browser.ask(bench.request("/plan" + query)) == 400)
    }
    #expect(bench.plansAsked == [.kilometer, .best])
    bench.end()
  }

  @Test(arguments: [
    (LocationError(.denied, reason: "not with reduced accuracy"), 403),
    (LocationError(.timeout, reason: "no daemon"), 503),
  ])
  func `a plan that is refused is so with the reason, and pages are told before`(
    refusal: LocationError, status: Int
  ) async throws {
    let bench = try DashboardBench(refusing: refusal)
    let browser = try bench.connect()
    #expect(await browser.ask(bench.request("/plan?accuracy=best")) == status)
    #expect(browser.body == "\(refusal)\n")
    #expect(await browser.ask(bench.request("/events")) == 200)
    #expect(await browser.wait { $0.events("hello").first?.contains("\"plans\":false") == true })
    bench.end()
  }
}
