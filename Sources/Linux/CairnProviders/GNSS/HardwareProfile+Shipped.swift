public import CairnHAL

extension HardwareProfile {
  /// The receivers for which Cairn has profiles in `hw-profiles`: how each is recognised,
  /// configured and put to sleep, and what that costs. Compiled in, so that no file is read.
  ///
  /// Boards are not included: their supply switches and pulse inputs are known only on the machine.
  public static var shipped: [HardwareProfile] { shippedReceivers }
}
