package import CairnData
internal import CairnLinux
package import CairnMaps
internal import CairnRadio
internal import CairnTypes
internal import CairnWireless

/// The folder on a server in which a publisher has the newest pack, with a manifest that is signed.
package struct MapPublisher: Sendable {
  /// A signature, with room to see that it is longer than it should be.
  private static let signatureCapacity = 1024
  private static let agent = "cairn"
  /// Time between two questions where the manifest and its signature are of different releases.
  private static let pause = Duration.seconds(5)

  /// The address of the folder, ending in a slash.
  package let address: String
  /// The host of it, for messages.
  package let host: String
  /// The keys, of which one has signed.
  private let keys: [PublisherKey]
  /// How long a small file may take, and how long a server may send nothing of a large one.
  private let patience: Duration
  private let pause: @Sendable (Duration) -> Void

  /// `nil` unless the address is one of HTTPS or HTTP with a host, in printable ASCII, and there is a key.
  ///
  /// - Parameters:
  ///   - address: the folder.
  ///   - keys: see the property.
  ///   - patience: see the property.
  ///   - pause: lets the thread wait.
  package init?(
    _ address: String, keys: [PublisherKey], patience: Duration = .seconds(60),
    pause: @escaping @Sendable (Duration) -> Void = pauseThread
  ) {
    guard let parts = ServiceAddress(address), !keys.isEmpty,
      !address.utf8.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") })
    else { return nil }
    self.address = address.hasSuffix("/") ? address : address + "/"
    host = parts.host
    self.keys = keys
    self.patience = patience
    self.pause = pause
  }

  /// Fetches the manifest, and checks that one of the keys has signed it.
  ///
  /// - Throws: why there is none.
  package func manifest(_ cancellation: Cancellation) throws(MapFailure) -> MapManifest {
    var json = try signed(cancellation)
    if json == nil {
      // A release is being copied.
      pause(Self.pause)
      json = try signed(cancellation)
    }
    guard let json else {
      throw MapFailure(
        .publisher,
        "\(host): the signature of \(MapManifest.fileName) is not of this key: the map stays as it is; "
          + "ask the publisher whether the key has changed")
    }
    do throws(MapManifestError) { return try MapManifest(json: json) } catch {
      throw MapFailure(
        .publisher, "\(host): \(MapManifest.fileName) is signed, but of no use: \(error)")
    }
  }

  /// Returns the manifest as it was signed; `nil` if no key has signed it.
  private func signed(_ cancellation: Cancellation) throws(MapFailure) -> [UInt8]? {
    let signature = try small(
      MapManifest.signatureName, Self.signatureCapacity, cancellation)
    let json = try small(MapManifest.fileName, MapManifest.maximumLength, cancellation)
    for key in keys {
      guard let isRight = key.verifies(signature, of: json) else {
        throw MapFailure(.here, ContentHash.lack)
      }
      if isRight { return json }
    }
    return nil
  }

  private func small(
    _ name: String, _ capacity: Int, _ cancellation: Cancellation
  ) throws(MapFailure) -> [UInt8] {
    let request = HTTPRequest(
      address + name, agent: Self.agent, patience: patience, capacity: capacity)
    let outcome = request.get(cancellation)
    if case .answered(let reply) = outcome, reply.status == 200 { return reply.body }
    throw failure(outcome, of: name)
  }

  /// Fetches the octets of a file from `first` on.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - first: the first octet to ask for.
  ///   - cancellation: ends it.
  ///   - take: receives the next octets, and whether they are of the beginning; returns whether it wants more.
  /// - Throws: why there are no more.
  func fetch(
    _ file: MapManifest.File, from first: Int, _ cancellation: Cancellation,
    _ take: (_ isFromStart: Bool, _ octets: Span<UInt8>) -> Bool
  ) throws(MapFailure) {
    let request = HTTPRequest(
      address + file.name, agent: Self.agent, patience: .seconds(3600), capacity: 0)
    var isFirst = true
    let outcome = request.download(from: first, stall: patience, cancellation) { status, octets in
      defer { isFirst = false }
      return take(isFirst && status == 200, octets)
    }
    // 416: there is nothing after what is there already.
    if case .answered(let reply) = outcome, [200, 206, 416].contains(reply.status) { return }
    throw failure(outcome, of: file.name)
  }

  private func failure(_ outcome: HTTPOutcome, of name: String) -> MapFailure {
    switch outcome {
    case .answered(let reply):
      switch reply.status {
      case 300..<400:
        MapFailure(
          .publisher,
          "\(host): \(name) is said to be elsewhere, which is not followed: give the new address")
      case 404, 410:
        MapFailure(.later, "\(host): there is no \(name): check the address, or try again later")
      default: MapFailure(.later, "\(host): status \(reply.status) for \(name): try again later")
      }
    case .tooLarge(let reason): MapFailure(.publisher, "\(host): \(name) \(reason)")
    case .noLibrary(let reason): MapFailure(.here, reason)
    case .cancelled: .interrupted
    case .failed(let reason, _): MapFailure(.later, "\(host): \(name): \(reason); try again later")
    }
  }
}
