public import Cairn
internal import CairnHAL
internal import CairnKernelSensors
internal import CairnLinux
internal import CairnTypes
internal import CairnWireless

extension LocationSystem {
  /// Adds the compass and the barometer of the kernel's sensors, and the Bluetooth of the device.
  ///
  /// They are off until a client wants headings, heights or beacons. Sensors and a scanner that the
  /// system has already stay. A system of a board has those that its profile names, and the daemon has its own.
  public func addBoardSensors() {
    guard !isDaemon else { return }
    add(CompassSensor(loop: executor))
    add(BarometerSensor(loop: executor))
    addBluetooth(power: nil)
  }

  /// Adds the Bluetooth of the device, which is off until a client wants beacons.
  ///
  /// - Parameter power: milliwatts while it listens; `nil` if nobody has measured it.
  func addBluetooth(power: Double?) {
    add(BluetoothScanner(descriptor: BeaconScannerDescriptor(power: power), loop: executor))
  }
}
