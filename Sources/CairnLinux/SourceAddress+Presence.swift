extension SourceAddress {
  /// Whether the device or file is there; of a server nobody knows before it is asked.
  package var isPresent: Bool {
    switch self {
    case .device(let path), .file(let path): FileSystem.status(path) != nil
    case .tcp: true
    }
  }
}
