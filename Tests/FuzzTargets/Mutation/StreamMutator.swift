import CairnReceiver
import CairnTestSupport

/// Mutates a stream frame by frame, so that most frames keep a right length and checksum and the
/// code behind the framer is reached.
struct StreamMutator {
  private var random: SplitMix
  private let capacity: Int
  private let mutateBytes: ByteMutation
  private var pieces: [Piece]

  /// - Parameters:
  ///   - stream: what is changed.
  ///   - capacity: the most bytes that repeating a frame may make of it.
  ///   - seed: of the choices.
  ///   - mutateBytes: changes bytes that have no structure.
  init(
    _ stream: ArraySlice<UInt8>, capacity: Int, seed: UInt64, mutateBytes: @escaping ByteMutation
  ) {
    self.mutateBytes = mutateBytes
    random = SplitMix(seed: seed)
    self.capacity = capacity
    pieces = Piece.split(stream)
  }

  /// Returns the stream after a few mutations.
  mutating func changed() -> [UInt8] {
    for _ in 0...random.below(4) { change() }
    return pieces.flatMap { $0.bytes }
  }

  private mutating func change() {
    guard !pieces.isEmpty else { return insert() }
    switch random.below(16) {
    case 0, 1: insert()
    case 2: pieces.remove(at: random.below(pieces.count))
    case 3: removeMany()
    case 4: repeatOne()
    case 5: pieces.swapAt(random.below(pieces.count), random.below(pieces.count))
    case 6:
      pieces.insert(Piece(wireProtocol: nil, bytes: gap()), at: random.below(pieces.count + 1))
    case 7: damage()
    default: rewrite()
    }
  }

  private var frames: [Int] { pieces.indices.filter { pieces[$0].wireProtocol != nil } }

  // MARK: - Whole frames

  /// Inserts a made frame of any message, or one with a number at the limit of its range.
  private mutating func insert() {
    let frames =
      random.isOne(in: 2)
      ? MadeFrames.all : MadeFrames.sweeps[random.below(MadeFrames.sweeps.count)]
    guard !frames.isEmpty else { return }
    pieces.insert(frames[random.below(frames.count)], at: random.below(pieces.count + 1))
  }

  private mutating func removeMany() {
    let start = random.below(pieces.count)
    pieces.removeSubrange(start..<(start + 1 + random.below(pieces.count - start)))
  }

  private mutating func repeatOne() {
    let index = random.below(pieces.count)
    let count = random.isOne(in: 8) ? 1 + random.below(32) : 1
    let room = max(0, capacity - pieces.reduce(0) { $0 + $1.bytes.count })
    for _ in 0..<min(count, room / max(1, pieces[index].bytes.count)) {
      pieces.insert(pieces[index], at: index)
    }
  }

  private mutating func gap() -> [UInt8] {
    (0..<(1 + random.below(8))).map { _ in UInt8(truncatingIfNeeded: random.next()) }
  }

  /// Changes or cuts some bytes without correcting length and checksum.
  private mutating func damage() {
    let index = random.below(pieces.count)
    guard !pieces[index].bytes.isEmpty else { return }
    pieces[index].wireProtocol = nil
    switch random.below(3) {
    case 0: pieces[index].bytes.removeLast(1 + random.below(pieces[index].bytes.count))
    case 1: pieces[index].bytes = mutated(pieces[index].bytes)
    default:
      let place = random.below(pieces[index].bytes.count)
      pieces[index].bytes[place] ^= 1 << UInt8(random.below(8))
    }
  }

  // MARK: - Content, with length and checksum put right

  private mutating func rewrite() {
    let frames = frames
    guard !frames.isEmpty else { return insert() }
    let index = frames[random.below(frames.count)]
    guard let wireProtocol = pieces[index].wireProtocol else { return }
    var content = pieces[index].content
    switch wireProtocol {
    case .nmea: changeSentence(&content)
    case .rtcm3: changeBits(&content)
    case .ubx, .casic: changeFields(&content)
    }
    pieces[index] = Piece(wireProtocol, content: content)
  }

  /// Changes fields of UBX or CASIC content, whose first two octets identify the message.
  private mutating func changeFields(_ content: inout [UInt8]) {
    let payload = content.count - 2
    switch random.below(10) {
    case 0: content = content.prefix(2) + mutated(Array(content.dropFirst(2)))
    case 1: content.removeLast(min(payload, 1 + random.below(payload)))
    case 2: content += (0..<(4 * (1 + random.below(16)))).map { _ in 0 }
    case 3: repeatGroup(&content)
    case 4 where random.isOne(in: 4): content[random.below(2)] = UInt8(random.below(256))
    default: for _ in 0...random.below(3) { changeField(&content) }
    }
  }

  private mutating func changeField(_ content: inout [UInt8]) {
    let payload = content.count - 2
    let width = 1 << random.below(4)
    guard payload >= width else { return }
    // Fields are aligned to their width, except those of eight octets and those after odd ones.
    let step = random.isOne(in: 8) ? 1 : min(width, 4)
    let start = 2 + random.below((payload - width) / step + 1) * step
    let old = (0..<width).reduce(UInt64(0)) { $0 | UInt64(content[start + $1]) << UInt64(8 * $1) }
    let bits =
      switch random.below(6) {
      case 0: old &+ 1
      case 1: old &- 1
      case 2: random.next()
      case 3: old ^ 1 << UInt64(random.below(8 * width))
      default: Extremes.bits(width, &random)
      }
    for octet in 0..<width {
      content[start + octet] = UInt8(truncatingIfNeeded: bits >> UInt64(8 * octet))
    }
  }

  /// Repeats the last octets, because most messages end with groups.
  private mutating func repeatGroup(_ content: inout [UInt8]) {
    let length = min(content.count - 2, 4 * (1 + random.below(12)))
    let group = content.suffix(length)
    for _ in 0...random.below(random.isOne(in: 4) ? 40 : 3) where content.count < 1500 {
      content += group
    }
  }

  /// Changes bits of RTCM content, whose first twelve identify the message; fields begin anywhere.
  private mutating func changeBits(_ content: inout [UInt8]) {
    switch random.below(8) {
    case 0: content = mutated(content)
    case 1: content.removeLast(min(content.count, 1 + random.below(content.count)))
    case 2: content += (0..<(1 + random.below(64))).map { _ in UInt8(random.below(256)) }
    default:
      let count = content.count * 8
      guard count > 12 else { return }
      let start = (random.isOne(in: 16) ? 0 : 12) + random.below(count - 12)
      let kind = random.below(4)
      for bit in start..<min(count, start + 1 + random.below(38)) {
        let isSet =
          switch kind {
          case 0: true
          case 1: false
          case 2: bit == start
          default: random.isOne(in: 2)
          }
        let mask = UInt8(0x80) >> UInt8(bit % 8)
        content[bit / 8] = isSet ? content[bit / 8] | mask : content[bit / 8] & ~mask
      }
    }
  }

  private mutating func changeSentence(_ content: inout [UInt8]) {
    var fields = content.split(separator: 0x2C, omittingEmptySubsequences: false).map(Array.init)
    let index = random.below(fields.count)
    switch random.below(8) {
    case 0: return content = mutated(content)
    case 1: fields.remove(at: index)
    case 2: fields.insert(text(), at: index + 1)
    case 3: fields.swapAt(index, random.below(fields.count))
    case 4: fields[index] = mutated(fields[index])
    default: if index > 0 { fields[index] = text() }
    }
    let joined = Array(fields.joined(separator: [0x2C]))
    // A sentence may have 82 characters; some vendors send more.
    content = Array((joined.isEmpty ? [0x24] : joined).prefix(500))
  }

  private mutating func text() -> [UInt8] {
    if random.isOne(in: 16) { return Array(repeating: 0x39, count: 1 + random.below(400)) }
    if random.isOne(in: 4) { return Array(String(Int32(truncatingIfNeeded: random.next())).utf8) }
    return Array(Extremes.texts[random.below(Extremes.texts.count)].utf8)
  }

  private mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
    mutateBytes(bytes, max(bytes.count + 16, 8), &random)
  }
}
