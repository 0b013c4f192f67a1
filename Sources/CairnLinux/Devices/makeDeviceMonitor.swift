internal import CairnTypes

/// The best monitor this build has: libudev where the trait `Udev` is on and libudev works, else
/// kernel events and sysfs.
///
/// - Parameter loop: where the monitor's handler runs.
/// - Returns: a monitor that was not started yet.
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

/// The devices that there are now, as a monitor would report them. Waits for nothing but the kernel's files.
public func presentDevices() -> [DiscoveredDevice] {
  #if Udev
  if let devices = UdevMonitor.present() { return devices }
  #endif
  let sysfs = Sysfs(root: "/sys")
  return sysfs.devices().compactMap { sysfs.facts($0).map { DiscoveredDevice($0) } }
}
