public import CairnHAL

extension HardwareProfile {
  /// The receivers that Cairn has profiles of, as `hw-profiles` has them: how each is recognised, configured and
  /// put to sleep, and what that costs. Compiled in, so that no file is read.
  ///
  /// Boards are not among them: what switches a supply, or where pulses arrive, is known of one machine only.
  public static var shipped: [HardwareProfile] { shippedReceivers }
}
