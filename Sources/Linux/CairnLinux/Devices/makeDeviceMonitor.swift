internal import CairnTypes

/// Returns the best monitor in this build: libudev if the trait `Udev` is on and libudev works,
/// otherwise kernel events and sysfs.
///
/// - Parameter loop: the loop that the monitor's handler runs on.
/// - Returns: a monitor that is not started.
public func makeDeviceMonitor(loop: EventLoop) -> any DeviceMonitor {
  #if Udev
  do throws(DeviceError) {
    return try UdevMonitor(loop: loop)
  } catch {
    return UeventMonitor(loop: loop)
  }
  #else
  UeventMonitor(loop: loop)
  #endif
}

/// Returns the devices that a monitor would report now. Waits only for the kernel's files.
public func presentDevices() -> [DiscoveredDevice] {
  #if Udev
  if let devices = UdevMonitor.present() { return devices }
  #endif
  let sysfs = Sysfs(root: "/sys")
  return sysfs.devices().compactMap { sysfs.facts($0).map { DiscoveredDevice($0) } }
}
