extension NMEACatalogue {
  /// u-blox `PUBX`, in the notation of `NMEARegistry.add(row:)`.
  static var ublox: StaticString {
    """
    PUBX,00 msgId time:T lat:Y NS lon:X EW altRef:D navStat hAcc:D vAcc:D SOG:D COG:D vVel:D \
    diffAge:D HDOP:D VDOP:D TDOP:D numSVs:I reserved:I DR:I
    PUBX,03 msgId numSv:I *[ svid:I status azi:D ele:D cno:I lck:I ]
    PUBX,04 msgId time:T date:A utcTow:D utcWk:I leapSec clkBias:D clkDrift:D tpGran:I
    PUBX,05 msgId pulses:I period:I gyroMean:I temperature:D direction pulseScaleCS:I \
    gyroScaleCS:I gyroBiasCS:I pulseScale:D gyroBias:D gyroScale:D pulseScaleAcc:I gyroBiasAcc:I \
    gyroScaleAcc:I measUsed
    PUBX,40 msgId id rddc:I rus1:I rus2:I rusb:I rspi:I reserved:I
    PUBX,41 msgId portId:I inProto outProto baudRate:I autobauding:I
    """
  }
}
