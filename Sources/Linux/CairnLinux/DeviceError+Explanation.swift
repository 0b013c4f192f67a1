internal import CCairnLinux
public import CairnTypes

/// Returns the symbolic name of an errno, such as `EACCES`, or its number if it has no name.
public func errnoName(_ code: Int32) -> String {
  guard let name = unsafe cairnlinux_error_name(code) else { return "errno \(code)" }
  return unsafe String(cString: name)
}

/// Returns the system's text for an errno, such as "Permission denied".
public func errnoText(_ code: Int32) -> String {
  var buffer = [CChar](repeating: 0, count: 128)
  unsafe buffer.withUnsafeMutableBufferPointer {
    unsafe cairnlinux_error_text(code, $0.baseAddress, $0.count)
  }
  return String(
    decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

extension DeviceError: CustomStringConvertible {
  /// Equals `explanation`, so that printing an error shows words.
  public var description: String { explanation }

  /// Description of the failure, with its place, reason and remedy, in one line for a person.
  ///
  /// Looks at the node, `/etc/group` and `/proc` to name the group or program concerned, so do not
  /// use it in per-byte code.
  public var explanation: String {
    let verb =
      switch operation {
      case .open: "open"
      case .lock: "lock"
      case .configure: "configure"
      case .read: "read from"
      case .write: "write to"
      case .monitor: "watch"
      case .start: "start"
      case .resolve: "find the host of"
      }
    if operation == .resolve { return "cannot \(verb) \(shownPath): \(resolutionAdvice)" }
    let what = "cannot \(verb) \(shownPath): \(errnoName(code)) (\(errnoText(code)))"
    guard let advice else { return what }
    return "\(what); \(advice)"
  }

  /// The whole path: a shortened path would be useless. An address of a server is redacted.
  private var shownPath: String { RedactedAddress(path).description }

  /// Advice in place of an errno, because no errno means "no such host name".
  private var resolutionAdvice: String {
    code == Int32(cairnlinux_EAGAIN)
      ? "no name server answers; check the network" : "no such host is known; check its name"
  }

  private var advice: String? { switchAdvice ?? generalAdvice }

  /// Advice for a failing supply switch, which a board's profile names.
  private var switchAdvice: String? {
    if path.hasSuffix("/state"), code == Int32(cairnlinux_ENOENT) {
      return
        "the kernel has no such consumer of a regulator: the device tree gives it a node that is "
        + "compatible with `regulator-output`"
    }
    guard path.hasPrefix(GPIOLine.prefix) else { return nil }
    return switch code {
    case Int32(cairnlinux_ENOENT):
      "`gpioinfo` lists chips and lines: correct supply.switch in the profile"
    case Int32(cairnlinux_EBUSY):
      "`gpioinfo` says who holds the line: stop it, or take it out of the device tree"
    case cairnlinux_ENOTUNIQ: "several lines have this name: give the line's number in the profile"
    case Int32(cairnlinux_EINVAL), Int32(cairnlinux_EPERM):
      "the chip has no such line, or it is no output"
    default: nil
    }
  }

  private static func absenceAdvice(_ path: String) -> String {
    guard path.hasPrefix("/dev/") else { return "check the path" }
    return path.hasPrefix("/dev/pps")
      ? "the kernel has one for each source of pulses: is the driver of the board's loaded?"
      : "is it plugged in? `cairn devices` lists what there is"
  }

  private var generalAdvice: String? {
    switch code {
    case Int32(cairnlinux_EACCES), Int32(cairnlinux_EPERM): permissionAdvice
    case Int32(cairnlinux_EBUSY): busyAdvice
    case Int32(cairnlinux_ENOENT): Self.absenceAdvice(path)
    case Int32(cairnlinux_EISDIR) where operation == .write:
      "a directory has this name or the one with `.new` behind it: remove it"
    case Int32(cairnlinux_EAGAIN) where operation == .write:
      "another program is writing it: give each its own folder of states"
    case Int32(cairnlinux_EISDIR): "this is a directory: name a device in it"
    case Int32(cairnlinux_ENOTTY):
      operation == .configure
        ? "this source has no such setting" : "this is not a serial or GNSS device"
    case Int32(cairnlinux_EROFS) where operation == .write:
      "it is open for reading only: check the permissions of the node"
    case Int32(cairnlinux_ENXIO), Int32(cairnlinux_ENODEV), Int32(cairnlinux_EIO):
      "the node exists but no hardware answers behind it"
    case Int32(cairnlinux_EINVAL)
    where operation == .open && path.hasPrefix(SourceAddress.tcpPrefix):
      SourceAddress.tcpForm
    case Int32(cairnlinux_EINVAL) where operation == .configure:
      "the driver does not support this rate or framing"
    case Int32(cairnlinux_EMFILE), Int32(cairnlinux_ENFILE):
      "too many open files: raise `ulimit -n`"
    case cairnlinux_EBADMSG, Int32(cairnlinux_EFBIG):
      path.hasSuffix(FileStorage.suffix) && operation == .read
        ? "it is damaged, and was renamed to \(shownPath).damaged" : nil
    case cairnlinux_ENOBUFS: "the device accepts data more slowly than they are sent"
    case cairnlinux_ECONNREFUSED:
      path.hasPrefix("/")
        ? "nothing listens there any more: start it again"
        : "nothing listens there: start the server or check the port"
    case cairnlinux_ECONNRESET:
      "the server has closed the connection: check it and the receiver behind it"
    case cairnlinux_EHOSTUNREACH: "check the host name and the network"
    case cairnlinux_ETIMEDOUT where operation == .read:
      "the server is connected and sends nothing: check it and the receiver behind it"
    case cairnlinux_ETIMEDOUT: "the server does not answer: check the address and firewalls"
    default: nil
    }
  }

  private var permissionAdvice: String {
    guard let status = FileSystem.status(path) else { return "run as a user who may" }
    return Self.permissionAdvice(mode: status.mode, group: status.gid)
  }

  static func permissionAdvice(mode: UInt32, group id: UInt32) -> String {
    let group = SystemAccounts.groupName(id) ?? String(id)
    // Group bits 060: members of the group may read and write.
    guard mode & 0o060 == 0o060, id != 0 else {
      return "only its owner may use it: install a udev rule that gives it a group, or run as root"
    }
    let command = "sudo usermod -aG \(ShellWord(group)) $USER"
    return "it belongs to group \(group): `\(command)`, then log in again"
  }

  private var busyAdvice: String {
    let holders = portHolders(of: path)
    guard !holders.isEmpty else {
      return
        "a program of another user holds it, which `sudo fuser -v \(ShellWord(path))` names: stop it first"
    }
    let names = holders.map { "\($0.name) (process \($0.process))" }.joined(separator: ", ")
    return "held by \(names): stop it first"
  }
}

extension DeviceError {
  /// Meaning of a failed open for a program that requires the device.
  @nonexhaustive
  public enum Kind: Hashable, Sendable {
    /// This user is not allowed to open it.
    case permission
    /// Another program holds it.
    case busy
    /// The device is absent, or no hardware answers behind its node.
    case missing
    case other
  }

  /// Whether another program listens at the address.
  package var isAddressInUse: Bool { code == cairnlinux_EADDRINUSE }

  /// The kind of `code`.
  public var kind: Kind {
    if operation == .resolve { return .other }
    return switch code {
    case Int32(cairnlinux_EACCES), Int32(cairnlinux_EPERM): .permission
    case Int32(cairnlinux_EBUSY), Int32(cairnlinux_EAGAIN): .busy
    case Int32(cairnlinux_ENOENT), Int32(cairnlinux_ENXIO), Int32(cairnlinux_ENODEV),
      Int32(cairnlinux_EIO):
      .missing
    default: .other
    }
  }
}
