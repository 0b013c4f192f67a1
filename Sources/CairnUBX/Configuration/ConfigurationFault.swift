/// Why configuration items could not be told apart, before the message is known.
enum ConfigurationFault {
  case key(ConfigurationKey, offset: Int)
  case cutShort(offset: Int)
  case count(Int)

  /// As the message's error.
  func error(_ id: MessageID) -> UBXError {
    switch self {
    case .key(let key, let offset): .configurationKey(id, key, offset: offset)
    case .cutShort(let offset): .configurationCutShort(id, offset: offset)
    case .count(let found): .configurationCount(id, found: found)
    }
  }
}
