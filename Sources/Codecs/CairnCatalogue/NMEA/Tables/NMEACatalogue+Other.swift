extension NMEACatalogue {
  /// Vendors with few sentences, in the notation of `NMEARegistry.add(row:)`.
  static var otherVendors: StaticString {
    """
    PFEC,GPATT msgId yaw:D pitch:D roll:D
    PFEC,GPHVE msgId heave:D status
    PFUGDP type utctime:T lat:Y NS lon:X EW siv:I dpvoaQual dgnssMode smajErr:D sminErr:D \
    dirErr:I
    PGPPADV,110 msgId lat:D lon:D height:D ele:D azi:D
    PGPPADV,120 msgId 2[ prn:I ele:D azi:D ]
    PINVCRES value:I
    PINVCSTR value:I
    PINVMATTIT roll:D pitch:D yaw:D
    PINVMIMU timeSecond:D accelX:D accelY:D accelZ:D gyroX:D gyroY:D gyroZ:D
    PINVMINR status
    PINVMSLOPE slope:D altDiff:D moveDist:D slopeAccu:D altDiffAccu:D moveDistAccu:D
    PINVMSTR value:I
    PKLDS time:T status lat:Y NS lon:X EW sog:D cog:D dat:A declination:D dec_dir fleet:D \
    senderid senderstatus:D reserved:D
    PKLSH lat:Y NS lon:X EW time:T status fleetId deviceId
    PKNDS time:T status lat:Y NS lon:X EW sog:D cog:D date:A declination:D dec_dir senderid \
    senderstatus:D reserved:D
    PKNSH lat:Y NS lon:X EW time:T status senderid
    PKWDWPL time:T status lat:Y NS lon:X EW sog:D cog:D date:A alt:D wpt ts
    PLSC msgType value:I
    PLSR msgType value:I response
    PLSVD velE:D velN:D velD:D velEdev:D velNdev:D velDdev:D
    PMGNWPL lat:Y NS lon:X EW alt:D alt_unit wpt comment icon type
    """
  }
}
