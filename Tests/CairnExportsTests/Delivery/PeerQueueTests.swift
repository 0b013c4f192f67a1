import Testing

@testable import CairnExports

@Suite("what waits for a client")
struct PeerQueueTests {
  private func line(_ kind: GPSDLine.Kind, _ text: String, of device: String = "a") -> GPSDLine {
    GPSDLine(kind, of: device, Array(text.utf8))
  }

  private func contents(_ queue: inout PeerQueue<GPSDLine>) -> [String] {
    var contents: [String] = []
    while let content = queue.take() { contents.append(String(decoding: content, as: UTF8.self)) }
    return contents
  }

  @Test func `a newer position replaces one that waits, in its place`() {
    var queue = PeerQueue<GPSDLine>()
    queue.put(line(.position, "1"))
    queue.put(line(.sky, "s1"))
    queue.put(line(.position, "other", of: "b"))
    queue.put(line(.position, "2"))
    queue.put(line(.sky, "s2"))
    #expect(queue.dropped == 2)
    #expect(contents(&queue) == ["2", "s2", "other"])
  }

  @Test func `of a stream, the oldest goes when there is no room, and nothing else`() {
    var queue = PeerQueue<GPSDLine>()
    queue.put(GPSDLine(replies: Array("reply".utf8)))
    queue.put(line(.device, "device"))
    for number in 0..<100 {
      queue.put(line(.bytes, "\(number):" + String(repeating: "x", count: 1000)))
    }
    let left = contents(&queue)
    #expect(left.prefix(2) == ["reply", "device"])
    #expect(left.last?.hasPrefix("99:") == true)
    #expect(left.reduce(0) { $0 + $1.utf8.count } <= PeerQueue<GPSDLine>.capacity)
    #expect(queue.dropped + left.count - 2 == 100)
    #expect(!queue.isOverfull)
  }

  @Test func `a client that asks on without reading has too much waiting`() {
    var queue = PeerQueue<GPSDLine>()
    let reply = [UInt8](repeating: 0, count: 1024)
    for _ in 0..<256 { queue.put(GPSDLine(replies: reply)) }
    #expect(!queue.isOverfull)
    queue.put(GPSDLine(replies: reply))
    #expect(queue.isOverfull)
  }

  @Test func `an empty reply is nothing to send`() {
    var queue = PeerQueue<GPSDLine>()
    queue.put(GPSDLine(replies: []))
    #expect(queue.isEmpty)
  }
}
