extension NMEACatalogue {
  /// Ashtech and Trimble `PASHR`, in the notation of `NMEARegistry.add(row:)`.
  static var ashtech: StaticString {
    """
    PASHR,# utctime:T trueHdg:D trueHdgInd roll:D pitch:D reserved rollAcc:D pitchAcc:D hdgAcc:D \
    gnssQual:I imuAlign:I
    PASHR,ALR msgId alarmCode:I alarmSubcode:I streamId alarmCat alarmLevel:I desc
    PASHR,ARA msgId valid utctime:T hdgSpeed:D pitchSpeed:D rollSpeed:D hdgAcc:D pitchAcc:D \
    rollAcc:D reserved
    PASHR,ARR msgId vectNum:I vectMode:I sip:I utctime:T antEcefX:D antEcefY:D antEcefZ:D \
    coord1std:D coord2std:D coord3std:D coord12corr:D coord13corr:D coord23corr:D refId \
    vectFrame:I vectOpt:I clkAssum:I
    PASHR,ATT msgId weekTime:D trueHdg:D pitch:D roll:D carrierRmsErr:D baselineRmsErr:D \
    ambiguity:I
    PASHR,BTS msgId 3[ port connected:I name addr linkQual:I ]
    PASHR,CAP msgId name L1Noffset:D L1Eoffset:D L1Voffset:D L2Noffset:D L2Eoffset:D L2Voffset:D
    PASHR,CPA msgId antHeight:D antRadius:D vertOffset:D horAzi:D horDist:D reserved1 reserved2 \
    reserved3 reserved4
    PASHR,CPO msgId lat:Y NS lon:X EW height:D
    PASHR,DDM msgId corrPort msgTransport msgIdent count:I baseId timeLag:D corrAge:D attr
    PASHR,DDS msgId diffDecodeNum:I timeTag:T numMsgDecoded:I port prot timeWindow:I \
    percLinkQual:I percDeselectInfo:I percCrc:I latencyStd:I latencyMean:I epochIntMean:I \
    epochIntMin:I numMsgDetected:I msgType lastMsgInt:D lastMsgAge:D
    PASHR,HPR msgId utctime:T trueHdg:D pitch:D roll:D carrierRmsErr:D baselineRmsErr:D \
    ambiguity:I attStatus:I antBaseline PDOP:D
    PASHR,LTN msgId latency:D
    PASHR,MDM msgId port baud:I state powerMode pinCode protocol:I csdMode:I accessPoint login \
    password phoneNum autoDial maxRedial:I model selMode:I gsmAnt
    PASHR,PBN msgId gpsWeek:D siteName navX:D navY:D navT:D navXdot:D navYdot:D navTdot:D PDOP:D
    PASHR,POS msgId solnType:I sip:I utctime:T lat:Y NS lon:X EW alt:D corrAge:D trueTrk:D sog:D \
    vertVel:D PDOP:D HDOP:D VDOP:D TDOP:D baseId
    PASHR,PTT msgId dow:I timeTag
    PASHR,PWR msgId powerSource:I voltsOut:D reserved1 percRemaining:I reserved2 voltsIn:D \
    chargeStatus:I reserved3 tempInt:D tempBatt:D
    PASHR,RCS msgId recordStatus memory:I fileName recordRate:I occupationType:I \
    occupationState:I occupationName
    PASHR,SBD msgId siv:I siv[ prn:I azi:D ele:D snrB1:D snrB2:D snrB3:D usageStatus corrStatus \
    ]
    PASHR,SGA msgId siv:I siv[ prn:I azi:D ele:D snrE1:D snrE5b:D snrE5a:D usageStatus \
    corrStatus ]
    PASHR,SGL msgId siv:I siv[ prn:I azi:D ele:D snrL1:D snrL2:D snrL3:D usageStatus corrStatus \
    ]
    PASHR,SGO msgId siv:I siv[ prn:I azi:D ele:D snrE1:D snrE5b:D snrE5a:D snrE6:D reserved \
    usageStatus corrStatus ]
    PASHR,SGP msgId siv:I siv[ prn:I azi:D ele:D snrL1:D snrL2:D snrL3:D usageStatus corrStatus \
    ]
    PASHR,SIR msgId siv:I siv[ prn:I azi:D ele:D reserved2 reserved3 snrL5:D usageStatus \
    corrStatus ]
    PASHR,SLB msgId siv:I siv[ satNum:I contTrkInt:D azi:D ele:D snr:D ]
    PASHR,SQZ msgId siv:I siv[ prn:I azi:D ele:D snrL1:D snrL2:D snrL3:D usageStatus corrStatus \
    ]
    PASHR,SSB msgId siv:I siv[ prn:I azi:D ele:D snrL1:D reserved snrL5:D usageStatus corrStatus \
    ]
    PASHR,TEM msgId temp:D
    PASHR,THS msgId lastComputedHdg:D solnStatus
    PASHR,TTT msgId dow:I timeTag:T
    PASHR,VCR msgId baselineNum:I baselineMode:I sip:I utctime:T antEcefX:D antEcefY:D \
    antEcefZ:D coord1std:D coord2std:D coord3std:D coord12corr:D coord13corr:D coord23corr:D \
    baseId baselineCoordId
    PASHR,VCT msgId baselineMode:I sip:I utctime:T antEcefX:D antEcefY:D antEcefZ:D coord1std:D \
    coord2std:D coord3std:D coord12corr:D coord13corr:D coord23corr:D baseId baselineCoordId \
    baselineNum:I vrs:I staticModeAssumption:I
    PASHR,VEL msgId velE:D velN:D velV:D velERmsErr:D velNRmsErr:D velVRmsErr:D velSmoothInt:I
    """
  }
}
