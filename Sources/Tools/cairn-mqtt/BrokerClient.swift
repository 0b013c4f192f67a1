import CMosquitto
import CairnLinux
import CairnMQTT
import CairnTypes
import Glibc

/// Makes clients of libmosquitto from settings.
enum BrokerClient {
  struct Failure: Error {
    let line: String
  }

  /// Makes a client that is not connected.
  ///
  /// - Returns: the client, or a line that says which file is wrong.
  static func make(
    _ options: BrokerConnection.Options, userData: UnsafeMutableRawPointer
  ) -> Result<OpaquePointer, Failure> {
    let broker = options.broker
    // A session that outlasts the connection has what the other end has said meanwhile.
    guard let client = mosq_new(options.client, !broker.confirms, userData) else {
      return .failure(Failure(line: "libmosquitto has no memory"))
    }
    do throws(Failure) {
      try set(client, options)
      return .success(client)
    } catch {
      mosq_destroy(client)
      return .failure(error)
    }
  }

  private static func set(
    _ client: OpaquePointer, _ options: BrokerConnection.Options
  ) throws(Failure) {
    let broker = options.broker
    let will = Array("offline".utf8)
    try check(
      mosq_will_set(client, options.statusTopic, Int32(will.count), will, 1, true), "the will")
    if let user = broker.user {
      let password = try broker.passwordFile.map { path throws(Failure) in try firstLine(path) }
      try check(mosq_username_pw_set(client, user, password), "user")
    }
    if let path = broker.sharedKey {
      let key = try firstLine(path)
      guard !key.isEmpty, key.allSatisfy(\.isHexDigit) else {
        throw Failure(line: "\(path): a key of hexadecimal digits is expected in the first line")
      }
      try check(mosq_tls_psk_set(client, key, broker.sharedKeyIdentity, nil), "psk")
    } else if broker.isEncrypted {
      try setCertificates(client, broker)
    }
  }

  private static func setCertificates(
    _ client: OpaquePointer, _ broker: MQTTSettings.Broker
  ) throws(Failure) {
    for path in [broker.authorities, broker.certificate, broker.key].compactMap(\.self) {
      guard access(path, R_OK) == 0 else {
        throw Failure(line: DeviceError(.open, path: path, code: errno).explanation)
      }
    }
    var status = stat()
    let authorities = broker.authorities ?? "/etc/ssl/certs"
    let isFolder = stat(authorities, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    try check(
      mosq_tls_set(
        client, isFolder ? nil : authorities, isFolder ? authorities : nil, broker.certificate,
        broker.key, nil), "ca, cert and key")
  }

  private static func check(_ result: Int32, _ what: String) throws(Failure) {
    guard result == MOSQ_ERR_SUCCESS else {
      throw Failure(line: "\(what): \(String(cString: mosq_strerror(result)))")
    }
  }

  private static func firstLine(_ path: String) throws(Failure) -> String {
    do throws(FileFailure) {
      let bytes = try readFile(path, limit: 4096)
      return String(decoding: bytes.prefix { $0 != 10 && $0 != 13 }, as: UTF8.self)
    } catch {
      throw Failure(line: "\(error)")
    }
  }
}

/// What a call of libmosquitto has returned, and what that means for people.
struct MosquittoResult {
  let code: Int32
  /// Of the last system call, if `code` says that it is one.
  let systemError: Int32

  init(_ code: Int32, _ systemError: Int32) {
    self.code = code
    self.systemError = systemError
  }

  var isSuccess: Bool { code == MOSQ_ERR_SUCCESS }

  /// One line: what is wrong with the broker, and what to do.
  func advice(complaint: String, broker: String, _ settings: MQTTSettings.Broker) -> String {
    switch code {
    case MOSQ_ERR_ERRNO where systemError == ECONNREFUSED:
      return
        "nobody listens at \(broker): is the broker running, and host and port of [broker] right?"
    case MOSQ_ERR_ERRNO:
      return "cannot connect to \(broker): \(errnoName(systemError)) (\(errnoText(systemError)))"
    case MOSQ_ERR_EAI:
      return
        "nobody knows the name \(settings.host ?? ""): check host in [broker], and the name servers"
    case MOSQ_ERR_TLS, MOSQ_ERR_TLS_HANDSHAKE:
      return tls(complaint, broker)
    case MOSQ_ERR_KEEPALIVE: return "\(broker) is silent"
    case MOSQ_ERR_CONN_LOST where settings.isEncrypted:
      return "\(broker) has ended the connection"
    case MOSQ_ERR_CONN_LOST:
      return
        "\(broker) has ended the connection: without TLS, does it want TLS (tls = yes or ca in [broker])?"
    default:
      return "\(broker): \(String(cString: mosq_strerror(code)))"
    }
  }

  private func tls(_ complaint: String, _ broker: String) -> String {
    if says(complaint, "ost name") || says(complaint, "ostname") {
      return
        "the certificate of \(broker) is not for that name: set host in [broker] to a name in it"
    }
    if says(complaint, "certificate verify failed") {
      return
        "the certificate of \(broker) is not from an authority in ca of [broker], or not valid today: check ca and the clock"
    }
    if says(complaint, "wrong version number") {
      return "\(broker) does not speak TLS at that port: check port in [broker], or set tls = no"
    }
    return "TLS with \(broker) fails: \(ForeignText.visible(complaint))"
  }

  /// Whether words are in a text; by octets, since all other searches bring an engine for patterns with them.
  private func says(_ text: String, _ words: StaticString) -> Bool {
    let octets = Array(text.utf8)
    return words.withUTF8Buffer { words in
      octets.indices.contains { octets[$0...].starts(with: words) }
    }
  }
}
