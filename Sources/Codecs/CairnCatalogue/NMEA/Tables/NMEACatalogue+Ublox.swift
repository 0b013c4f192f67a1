extension NMEACatalogue {
  /// u-blox `PUBX`, in the notation of `NMEARegistry.add(row:)`.
  static var ublox: StaticString {
    """
    PUBX,05 msgId pulses:I period:I gyroMean:I temperature:D direction pulseScaleCS:I \
    gyroScaleCS:I gyroBiasCS:I pulseScale:D gyroBias:D gyroScale:D pulseScaleAcc:I gyroBiasAcc:I \
    gyroScaleAcc:I measUsed
    """
  }
}
