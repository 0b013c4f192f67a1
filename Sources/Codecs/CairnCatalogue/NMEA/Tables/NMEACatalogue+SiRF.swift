extension NMEACatalogue {
  /// SiRF `PSRF`, in the notation of `NMEARegistry.add(row:)`.
  static var siRF: StaticString {
    """
    PSRF100 protocol:I baudRate:I dataBits:I stopBits:I parity:I
    PSRF101 x:D y:D z:D clkOffset:D timeOfWeek:D weekNo:I channelCount:I resetCfg:I
    PSRF102 baudRate:I dataBits:I stopBits:I parity:I
    PSRF103 msg:I mode:I rate:I checksumEnable:I
    PSRF104 lat:D lon:D alt:D clkOffset:D timeOfWeek:D weekNo:I channelCount:I resetCfg:I
    PSRF105 debug:I
    PSRF106 datum:I
    PSRF150 okToSend:I
    """
  }
}
