internal import CCairnLinux
public import CairnTypes

/// Why a file or folder could not be read, with its path and the remedy.
public struct FileFailure: Error, Hashable, Sendable {
  /// The kind of a path that is not a regular file.
  public enum Kind: String, Hashable, Sendable {
    case directory
    case pipe = "named pipe"
    case device, socket
  }

  /// Cause of a failure.
  public enum Cause: Hashable, Sendable {
    /// Nothing has this name, and no link on the path is dangling.
    case absent
    /// A link on the path has a target that does not exist.
    case danglingLink
    /// The path is not a regular file, which is needed.
    case notRegular(Kind)
    /// The file, or all the files read from the folder together, exceed `limit` bytes.
    case tooLarge(limit: Int)
    /// The folder has more than `limit` such files.
    case tooMany(limit: Int)
    /// The folder had changed each time that it was read again.
    case changing
    /// The folder has a file whose name is not UTF-8; the path shows it with U+FFFD.
    case unreadableName
    /// A system call failed with this `errno`.
    case system(Int32)
  }

  /// The path as the caller gave it, or the path of the offending link or entry.
  public let path: String
  /// Cause of the failure.
  public let cause: Cause

  /// See the properties.
  public init(_ path: String, _ cause: Cause) {
    self.path = path
    self.cause = cause
  }

  init(_ path: String, errno code: Int32) {
    guard code == Int32(cairnlinux_ENOENT) else {
      self.init(path, .system(code))
      return
    }
    let link = FileSystem.danglingLink(on: path)
    self.init(link ?? path, link == nil ? .absent : .danglingLink)
  }

  init?(_ path: String, irregular status: cairnlinux_status) {
    switch status.kind {
    case Int32(cairnlinux_kind_regular): return nil
    case Int32(cairnlinux_kind_directory): self.init(path, .notRegular(.directory))
    case Int32(cairnlinux_kind_fifo): self.init(path, .notRegular(.pipe))
    case Int32(cairnlinux_kind_socket): self.init(path, .notRegular(.socket))
    default: self.init(path, .notRegular(.device))
    }
  }

  /// Whether the file merely does not exist.
  public var isAbsence: Bool { cause == .absent }

  /// The nearest `errno`, for callers that only handle `DeviceError`.
  public var deviceError: DeviceError {
    let code =
      switch cause {
      case .absent, .danglingLink: Int32(cairnlinux_ENOENT)
      case .notRegular(.directory): Int32(cairnlinux_EISDIR)
      case .notRegular: cairnlinux_EBADMSG
      case .tooLarge, .tooMany: Int32(cairnlinux_EFBIG)
      case .changing: Int32(cairnlinux_EAGAIN)
      case .unreadableName: cairnlinux_EILSEQ
      case .system(let code): code
      }
    return DeviceError(.read, path: path, code: code)
  }
}

extension FileFailure: CustomStringConvertible {
  /// One line: where, what is wrong, and what to do next.
  public var description: String { "\(path): \(what); \(advice)" }

  /// Description of the cause.
  public var what: String {
    switch cause {
    case .absent: "there is no such file"
    case .danglingLink: "this link leads to nothing"
    case .notRegular(let kind): "this is a \(kind.rawValue), and no file"
    case .tooLarge(let limit): "there are more than \(Self.size(limit)), which is the limit"
    case .tooMany(let limit): "there are more than \(limit) files, which is the limit"
    case .changing: "the folder keeps changing while it is read"
    case .unreadableName: "the name is not UTF-8"
    case .system(let code): "cannot be read: \(errnoName(code)) (\(errnoText(code)))"
    }
  }

  /// Remedy for the cause.
  public var advice: String {
    switch cause {
    case .absent: "check the path"
    case .danglingLink: "mend the link, or remove it"
    case .notRegular: "name a file"
    case .tooLarge: "make it smaller"
    case .tooMany: "remove some"
    case .changing: "let it rest"
    case .unreadableName: "rename the file"
    case .system(let code): Self.advice(code)
    }
  }

  /// Returns a size as people write it: `64 KiB`.
  public static func size(_ bytes: Int) -> String {
    if bytes >= 1 << 20, bytes % (1 << 20) == 0 { return "\(bytes >> 20) MiB" }
    if bytes >= 1 << 10, bytes % (1 << 10) == 0 { return "\(bytes >> 10) KiB" }
    return "\(bytes) bytes"
  }

  private static func advice(_ code: Int32) -> String {
    switch code {
    case Int32(cairnlinux_EACCES), Int32(cairnlinux_EPERM):
      "give this user permission to read it and to enter the folders above it"
    case Int32(cairnlinux_ENOTDIR): "a part of the path is a file: check the path"
    case Int32(cairnlinux_EMFILE), Int32(cairnlinux_ENFILE):
      "too many open files: raise `ulimit -n`"
    case Int32(cairnlinux_EIO): "the disk does not answer: try a copy"
    case cairnlinux_ELOOP: "the links on the path lead in a circle: mend or remove them"
    default: "nothing was read"
    }
  }
}
