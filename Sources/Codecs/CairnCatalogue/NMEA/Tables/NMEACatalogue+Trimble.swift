extension NMEACatalogue {
  /// Trimble `PTNL`, in the notation of `NMEARegistry.add(row:)`.
  static var trimble: StaticString {
    """
    PTNL,AVR msgId utctime:T yaw:D yawc tilt:D tiltc roll:D rollc range:D gpsQual:I PDOP:D sip:I
    PTNL,BPQ msgId utctime:T utcdate:A lat:Y NS lon:X EW height hunit gpsQual:I
    PTNL,DG msgId strength:D snr:D freq:D bitRate:I chan:I trkStatus trkPerf:I
    PTNL,EVT msgId utctime:T port:I numEvents:I wno:I dow:I leaps:I
    PTNL,GGK msgId utctime:T utcdate:A lat:Y NS lon:X EW gpsQual:I sip:I DOP:D height hunit
    PTNL,GGKX msgId utctime:T utcdate:A lat:Y NS lon:X EW posType:I sip:I PDOP:D height:D \
    numExt:I sigmaE:D sigmaN:D sigmaV:D propogationAge:D
    PTNL,PJK msgId utctime:T utcdate:A northing:D nunit easting:D eunit gpsQual:I sip:I DOP:D \
    height hunit
    PTNL,PJT msgId coordName projName
    PTNL,REX msgId utctime:T constUsed sip:I lat:Y NS lon:X EW alt:D latSigmaErr:D lonSigmaErr:D \
    heightSigmaErr:D vectE:D vectN:D vectV:D vectESigmaErr:D vectNSigmaErr:D vectVSigmaErr:D \
    corrSource
    PTNL,VGK msgId utctime:T utcdate:M vectE:D vectN:D vectV:D gpsQual:I sip:I DOP:D vunit
    PTNL,VHD msgId utctime:T utcdate:M azi:D aziRate:D ele:D eleRate:D range:D rangeRate:D \
    gpsQual:I sip:I PDOP:D unit
    """
  }
}
