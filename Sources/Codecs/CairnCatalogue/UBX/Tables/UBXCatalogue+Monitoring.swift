extension UBXCatalogue {
  /// Class MON: versions, ports, radio.
  ///
  /// `UBXRow` explains the notation.
  static var monitoring: StaticString {
    """
    MON-BATCH 0A-32 12 M8 version:U1 _3 fillLevel:U2 dropsAll:U2 dropsSinceMon:U2 nextMsgCnt:U2
    MON-GNSS 0A-28 8 M10 version:U1 supported:X1(GPSSup,GlonassSup,BeidouSup,GalileoSup) \
    defaultGnss:X1(GPSDef,GlonassDef,BeidouDef,GalileoDef) enabled:X1(GPSEna,GlonassEna,BeidouEna,\
    GalileoEna) simultaneous:U1 _3
    MON-HW 0A-09 68 G6 pinSel:X4 pinBank:X4 pinDir:X4 pinVal:X4 noisePerMS:U2 agcCnt:U2 aStatus:U1 \
    aPower:U1 flags:X1(rtcCalib,safeBoot,jammingState:2,xtalAbsent) _1 usedMask:X4 VP:X1[25] \
    jamInd:U1 _2 pinIrq:X4 pullH:X4 pullL:X4
    MON-HW2 0A-0B 28 M8 ofsI:I1 magI:U1 ofsQ:I1 magQ:U1 cfgSource:U1=113 _3 lowLevCfg:U4 _8 \
    postStatus:U4 _4
    MON-HW3 0A-37 22+ M9 version:U1 nPins:U1 flags:X1(rtcCalib,safeBoot,xtalAbsent) \
    hwVersion:CH[10] _9 nPins[ pinId:U2 pinMask:X2(periphPIO,pinBank:3,direction,pinValue,\
    vpManager,pioIrq,pioPullHigh,pioPullLow) VP:U1 _1 ]
    MON-IO 0A-02 20+ M8 rxBytes:U4 txBytes:U4 parityErrs:U2 framingErrs:U2 overrunErrs:U2 \
    breakCond:U2 rxBusy:U1 txBusy:U1 _2 *[ rxBytes:U4 txBytes:U4 parityErrs:U2 framingErrs:U2 \
    overrunErrs:U2 breakCond:U2 rxBusy:U1 txBusy:U1 _2 ]
    MON-MSGPP 0A-06 120 M8 msg1:U2[8] msg2:U2[8] msg3:U2[8] msg4:U2[8] msg5:U2[8] msg6:U2[8] \
    skipped:U4[6]
    MON-PATCH 0A-27 4+ M8 version:U2=1 nEntries:U2 nEntries[ patchInfo:X4(activated,location:2) \
    comparatorNumber:U4 patchAddress:U4 patchData:U4 ]
    MON-PMP 0A-35 4+ D9S version:U1 nEntries:U1 _2 nEntries[ _4 status:X4(locked,frameSync) _8 \
    cno:U1 cnoFrac:U1*2^-8 _2 ]
    MON-PT2 0A-2B 24+ M8 version:U1 testMode:U1 numRfChn:U1 numSvSigDesc:U1 testRunTime:U4 \
    clkDriftAid:I4 clkDriftTrk:I4 rtcFreq:U4 postStatus:U4 numRfChn[ rfPga:U1 _27 ] numSvSigDesc[ \
    gnssId:U1 svId:U1 sigId:U1 accsId:U1 cnoMin:U2*2^-8 cnoMax:U2*2^-8 _14 carrPhDevMax:U1*2^-8 \
    signalInfo:X1(ifChnIdValid,ifChnId:3) codeLockSuccess:U1 phaseLockSuccess:U1 minCodeLock:U2 \
    maxCodeLock:U2 minPhaseLock:U2 maxPhaseLock:U2 _2 ]
    MON-RF 0A-38 4+ gpsd version:U1 nBlocks:U1 recInf:X1(msgSource:2) _1 nBlocks[ blockId:U1 \
    flags:X1(jammingState:2) antStatus:U1 antPower:U1 postStatus:U4 _4 noisePerMS:U2 agcCnt:U2 \
    jamInd:U1 ofsI:I1 magI:U1 ofsQ:I1 ]
    MON-RXBUF 0A-07 24 M8 pending:U2[6] usage:U1[6] peakUsage:U1[6]
    MON-RXR 0A-21 1 M10 flags:X1(awake)
    MON-SMGR 0A-2E 16 FTS version:U1 _3 iTOW:U4 intOsc:X2(intOscState:4,intOscCalib,intOscDisc) \
    extOsc:X2(extOscState:4,extOscCalib,extOscDisc) discSrc:U1 gnss:X1(gnssAvail) \
    extInt0:X1(extInt0Avail,extInt0Type,extInt0FeedBack) extInt1:X1(extInt1Avail,extInt1Type,\
    extInt1FeedBack)
    MON-SPAN 0A-31 4+ M10 version:U1 numRfBlocks:U1 recInf:X1(msgSource:2) _1 numRfBlocks[ \
    spectrum:X[256] span:U4 res:U4 center:U4 pga:U1 _3 ]
    MON-SPT 0A-2F 4+ UDR version:U1 numSensor:U1 numRes:U1 _1 numSensor[ sensorId:U1 drvVer:X1 \
    testState:U1 drvFileName:U1 ] numRes[ sensorIdRes:U2 sensorType:U2 resType:U2 _2 value:I4 ]
    MON-SYS 0A-39 24 M10 msgVer:U1=1 bootType:U1 cpuLoad:U1 cpuLoadMax:U1 memUsage:U1 \
    memUsageMax:U1 ioUsage:U1 ioUsageMax:U1 runTime:U4 noticeCount:U2 warnCount:U2 errorCount:U2 \
    tempValue:I1 _5
    """
  }
}
