import CairnTestSupport
import CairnTypes
import Glibc
import Testing

@testable import CairnLinux

@Suite("A supply that a GPIO line switches")
struct GPIOSwitchTests {
  @Test func `takes the line at the first switching, with the level that is wanted`() throws {
    let board = try Board()
    let supply = board.supply(GPIOLine(chip: "pinctrl", .offset(17)))
    #expect(supply.isOn == nil)
    #expect(board.kernel.lines.isEmpty)
    try supply.set(isOn: false)
    #expect(board.kernel.log == ["gpiochip1 line 17 off"])
    #expect(supply.isOn == false)
    try supply.set(isOn: true)
    #expect(board.kernel.log == ["gpiochip1 line 17 off", "gpiochip1 line 17 on"])
    #expect(supply.isOn == true)
    #expect(board.kernel.requests == 1)
  }

  @Test(arguments: ["gpiochip1", "pinctrl"])
  func `finds the chip by its name and by its label`(chip: String) throws {
    let board = try Board()
    try board.supply(GPIOLine(chip: chip, .offset(3))).set(isOn: true)
    #expect(board.kernel.log == ["gpiochip1 line 3 on"])
  }

  @Test func `finds the line by its name on whatever chip it is`() throws {
    let board = try Board()
    board.kernel.chips["gpiochip1"]?.names[5] = "GNSS_EN"
    try board.supply(GPIOLine(chip: nil, .name("GNSS_EN"), isActiveLow: true)).set(isOn: true)
    #expect(board.kernel.log == ["gpiochip1 line 5 active low on"])
  }

  @Test func `holds the line and no chip, and gives the line back when it goes`() throws {
    let board = try Board()
    do {
      let supply = board.supply(GPIOLine(chip: "pinctrl", .offset(17)))
      try supply.set(isOn: true)
      #expect(board.kernel.open.count == 1)
      #expect(board.kernel.lines.count == 1)
    }
    #expect(board.kernel.open.isEmpty)
  }

  @Test func `says which line is held by somebody else`() throws {
    let board = try Board()
    board.kernel.failure = -EBUSY
    let supply = board.supply(GPIOLine(chip: "pinctrl", .offset(17)))
    let error = #expect(throws: DeviceError.self) { try supply.set(isOn: true) }
    #expect(error == DeviceError(.configure, path: "GPIO pinctrl line 17", code: EBUSY))
    #expect(error?.kind == .busy)
    #expect(error?.explanation.contains("`gpioinfo` says who holds the line") == true)
    #expect(board.kernel.open.isEmpty)
    #expect(supply.isOn == nil)
  }

  @Test func `says which line there is not`() throws {
    let board = try Board()
    for line in [GPIOLine(chip: "other", .offset(1)), GPIOLine(chip: nil, .name("GNSS_EN"))] {
      let error = #expect(throws: DeviceError.self) { try board.supply(line).set(isOn: true) }
      #expect(error?.code == ENOENT)
      #expect(error?.explanation.contains("correct supply.switch in the profile") == true)
    }
    #expect(board.kernel.open.isEmpty)
  }

  @Test func `does not guess between two lines of one name`() throws {
    let board = try Board()
    board.kernel.chips["gpiochip0"]?.names = [2: "GNSS_EN", 4: "GNSS_EN"]
    let supply = board.supply(GPIOLine(chip: nil, .name("GNSS_EN")))
    let error = #expect(throws: DeviceError.self) { try supply.set(isOn: true) }
    #expect(error?.code == ENOTUNIQ)
    #expect(error?.path == "GPIO line GNSS_EN")
  }

  @Test func `names the chip that this user may not open`() throws {
    let board = try Board()
    board.kernel.forbidden = ["gpiochip1"]
    let supply = board.supply(GPIOLine(chip: "pinctrl", .offset(17)))
    let error = #expect(throws: DeviceError.self) { try supply.set(isOn: true) }
    #expect(error == DeviceError(.open, path: "\(board.folder.path)/gpiochip1", code: EACCES))
    #expect(error?.kind == .permission)
  }

  @Test func `takes the line anew after its chip was unplugged`() throws {
    let board = try Board()
    let supply = board.supply(GPIOLine(chip: "pinctrl", .offset(17)))
    try supply.set(isOn: false)
    board.kernel.failure = -ENODEV
    #expect(throws: DeviceError(.write, path: "GPIO pinctrl line 17", code: ENODEV)) {
      try supply.set(isOn: true)
    }
    #expect(supply.isOn == false)
    board.kernel.failure = 0
    try supply.set(isOn: true)
    #expect(board.kernel.requests == 2)
    #expect(supply.isOn == true)
  }

  @Test func `of the system's own, says what is missing`() throws {
    let board = try Board()
    // Plain files: the system calls that a chip answers are no use there.
    let supply = GPIOSwitch(GPIOLine(chip: "pinctrl", .offset(17)), devices: board.folder.path)
    let error = #expect(throws: DeviceError.self) { try supply.set(isOn: true) }
    #expect(error == DeviceError(.open, path: "GPIO pinctrl line 17", code: ENOENT))
  }
}

/// Two chips whose nodes are plain files.
private final class Board {
  let folder: TemporaryFolder
  let kernel = FakeGPIO()

  init() throws {
    folder = try TemporaryFolder()
    for name in ["gpiochip0", "gpiochip1", "null"] { try folder.write("", to: name) }
    kernel.chips["gpiochip0"] = FakeGPIO.Chip(label: "expander")
    kernel.chips["gpiochip1"] = FakeGPIO.Chip(label: "pinctrl")
  }

  func supply(_ line: GPIOLine) -> GPIOSwitch {
    GPIOSwitch(line, devices: folder.path, kernel: kernel.calls)
  }
}

/// What the kernel answers, and what was done.
private final class FakeGPIO {
  struct Chip {
    var label: String
    var names: [Int: String] = [:]
  }

  var chips: [String: Chip] = [:]
  var forbidden: [String] = []
  /// Of taking and of switching a line.
  var failure: Int32 = 0
  /// Descriptors, and what they are of.
  private(set) var open: [Int32: String] = [:]
  private(set) var log: [String] = []
  private(set) var requests = 0
  private var last: Int32 = 100

  var lines: [String] { open.values.filter { $0.contains(" line ") } }

  private func take(_ what: String) -> Int32 {
    last += 1
    open[last] = what
    return last
  }

  var calls: GPIOKernel {
    GPIOKernel(
      open: { path in
        let name = String(path.split(separator: "/").last ?? "")
        return self.forbidden.contains(name) ? -EACCES : self.take(name)
      },
      close: { self.open[$0] = nil },
      isChip: { descriptor, name in
        let chip = self.open[descriptor] ?? ""
        return chip == name || self.chips[chip]?.label == name ? 1 : 0
      },
      findLine: { descriptor, name in
        let names = self.chips[self.open[descriptor] ?? ""]?.names ?? [:]
        let found = names.filter { $0.value == name }
        return found.count > 1 ? -Int(ENOTUNIQ) : found.first?.key ?? -Int(ENOENT)
      },
      request: { descriptor, offset, isActiveLow, value in
        guard self.failure == 0 else { return self.failure }
        let line =
          "\(self.open[descriptor] ?? "") line \(offset)\(isActiveLow ? " active low" : "")"
        self.log.append("\(line) \(value ? "on" : "off")")
        self.requests += 1
        return self.take(line)
      },
      set: { line, value in
        guard self.failure == 0 else { return self.failure }
        self.log.append("\(self.open[line] ?? "") \(value ? "on" : "off")")
        return 0
      })
  }
}
