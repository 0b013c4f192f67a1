extension UBXCatalogue {
  /// Class TIM: time pulse and time mark.
  ///
  /// `UBXRow` explains the notation.
  static var timing: StaticString {
    """
    TIM-DOSC 0D-11 8 FTS version:U1 _3 value:U4
    TIM-FCHG 0D-16 32 FTS version:U1 _3 iTOW:U4 intDeltaFreq:I4*2^-8 intDeltaFreqU:U4*2^-8 \
    intRaw:U4 extDeltaFreq:I4*2^-8 extDeltaFreqU:U4*2^-8 extRaw:U4
    TIM-HOC 0D-17 8 FTS version:U1 oscId:U1 flags:U1 _1 value:I4*2^-8
    TIM-SMEAS 0D-13 12+ FTS version:U1 numMeas:U1 _2 iTOW:U4 _4 numMeas[ sourceId:U1 \
    flags:X1(freqValid,phaseValid) phaseOffsetFrac:I1*2^-8 phaseUncFrac:U1*2^-8 phaseOffset:I4 \
    phaseUnc:U4 _4 freqOffset:I4*2^-8 freqUnc:U4*2^-8 ]
    TIM-SVIN 0D-04 28 FTS dur:U4 meanX:I4 meanY:I4 meanZ:I4 meanV:U4 obs:U4 valid:U1 active:U1 _2
    TIM-TM2 0D-03 28 M10 ch:U1 flags:X1(mode,run,newFallingEdge,timeBase:2,utc,time,newRisingEdge) \
    count:U2 wnR:U2 wnF:U2 towMsR:U4 towSubMsR:U4 towMsF:U4 towSubMsF:U4 accEst:U4
    TIM-TOS 0D-12 56 FTS version:U1 gnssId:U1 _2 flags:X4(leapNow,leapSoon,leapPositive,\
    timeInLimit,intOscInLimit,extOscInLimit,gnssTimeValid,UTCTimeValid,DiscSrc:3,raim,cohPulse,\
    lockedPulse) year:U2 month:U1 day:U1 hour:U1 minute:U1 second:U1 utcStandard:U1 utcOffset:I4 \
    utcUncertainty:U4 week:U4 TOW:U4 gnssOffset:I4 gnssUncertainty:U4 intOscOffset:I4*2^-8 \
    intOscUncertainty:U4*2^-8 extOscOffset:I4*2^-8 extOscUncertainty:U4*2^-8
    TIM-TP 0D-01 16 M10 towMS:U4 towSubMS:U4*2^-32 qErr:I4 week:U2 flags:X1(timeBase,utc,raim:2,\
    qErrInvalid,TpNotLocked) refinfo:X1(timeRefGnss:4,utcStandard:4)
    TIM-VCOCAL 0D-15 12 FTS type:U1==2 version:U1 oscId:U1 srcId:U1 _2 raw0:U2 raw1:U2 \
    maxStepSize:U2
    TIM-VCOCAL 0D-15 12 FTS type:U1=3 version:U1 oscId:U1 _3 gainUncertainty:U2*2^-16 \
    gainVco:I4*2^-16
    TIM-VCOCAL 0D-15 1 FTS type:U1
    TIM-VRFY 0D-06 20 M8 itow:I4 frac:I4 deltaMs:I4 deltaNs:I4 wno:U2 flags:X1(src:3) _1
    """
  }
}
