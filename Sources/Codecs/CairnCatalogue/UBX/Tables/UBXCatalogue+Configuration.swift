extension UBXCatalogue {
  /// Class CFG without the messages of configuration keys.
  ///
  /// `UBXRow` explains the notation.
  static var configuration: StaticString {
    """
    CFG-ANT 06-13 4 M8 flags:X2(svcs,scd,ocd,pdwnOnSCD,recovery) pins:X2(pinSwitch:5,pinSCD:5,\
    pinOCD:5,reconfig)
    CFG-BATCH 06-93 8 M8 version:U1 flags:X1(enable,_1,extraPvt,extraOdo,_1,pioEnable,\
    pioActiveLow) bufSize:U2 notifThrs:U2 pioId:U1 _1
    CFG-CFG 06-09 12+ M8 clearMask:X4 saveMask:X4 loadMask:X4 ? deviceMask:X1(devBBR,devFlash,\
    devEEPROM,_1,devSpiFlash)
    CFG-DAT 06-06 52 M8 datumNum:U2 datumName:CH[6] majA:R8 flat:R8 dX:R4 dY:R4 dZ:R4 rotX:R4 \
    rotY:R4 rotZ:R4 scale:R4
    CFG-DAT 06-06 2 G6 datumNum:U2
    CFG-DAT 06-06 44 M8 majA:R8 flat:R8 dX:R4 dY:R4 dZ:R4 rotX:R4 rotY:R4 rotZ:R4 scale:R4
    CFG-DGNSS 06-70 4 M8 dgnssMode:U1 _3
    CFG-DOSC 06-61 4+ M8 version:U1 numOsc:U1 _2 numOsc[ oscId:U1 _1 flags:X2(isCalibrated,\
    controlIf:4) freq:U4*2^-2 phaseOffset:I4 withTemp:U4*2^-8 withAge:U4*2^-8 timeToTemp:U2 _2 \
    gainVco:I4*2^-16 gainUncertainty:U1*2^-8 _3 ]
    CFG-DYNSEED 06-85 12 M8 version:U1 _3 seedHi:U4 seedLo:U4
    CFG-EKF 06-12 16 G6 disableEkf:U1 actionFlags:X1(_1,clTab,clCalib,_1,nomTacho,nomGyro,setTemp,\
    dir) configFlags:X1(pulsesPerM,userSerWt) inverseFlags:X1(invDir,invGyro) _4 nomPPDist:U2 \
    nomZero:U2 nomSens:U1 rmsTemp:U1*1e-1 tempUpdate:U2
    CFG-ESFA 06-4C 20 M8 version:U1 _9 accelRmsThdl:U1*2^-6 frequency:U1 latency:U2 \
    accuracy:U2*1e-4 _4
    CFG-ESFALG 06-56 12 M8 bitfield:X4(version:8,doAutoMntAlg) yaw:U4*1e-2 pitch:I2*1e-2 \
    roll:I2*1e-2
    CFG-ESFG 06-4D 20 M8 version:U1 _7 tcTableSaveRate:U2 gyroRmsThdl:U1*2^-8 frequency:U1 \
    latency:U2 accuracy:U2*1e-3 _4
    CFG-ESFGWT 06-29 44 G6 flags:X2(_12,setVehicle,setTime,setWt) id:U2 wtFactor:U4*1e-6 _4 \
    wtQuantError:U4*1e-6 timeTagFactor:U4*1e-6 wtCountMax:U4 timeTagMax:U4 wtLatency:U2 _2 \
    wtFrequency:U1 _1 speedDeadBand:U2 _4 _4
    CFG-ESFWT 06-82 32 M8 version:U1 flags1:X1(combineTicks,_3,useWtSpeed,dirPinPol,useWtPin) \
    flags2:X1(autoWtCountMaxOff,autoDirPinPolOff,autoSoftwareWtOff,autoUseWtSpeedOff) _1 \
    wtFactor:U4*1e-6 wtQuantError:U4*1e-6 wtCountMax:U4 wtLatency:U2 wtFrequency:U1 flags3:X1(_4,\
    cntBothEdges) speedDeadBand:U2 _10
    CFG-ESRC 06-60 4+ M8 version:U1 numSources:U1 _2 numSources[ extInt:U1 sourceType:U1 \
    flags:X2(polarity,gnssUtc) freq:U4*2^-2 _4 withTemp:U4*2^-8 withAge:U4*2^-8 timeToTemp:U2 \
    maxDevLifeTim:U2 offset:I4 offsetUncertainty:U4 jitter:U4 ]
    CFG-FIXSEED 06-84 12+ M8 version:U1 length:U1 _2 seedHi:U4 seedLo:U4 length[ classId:U1 \
    msgId:U1 ]
    CFG-FXN 06-0E 36 G5 flags:X4(_1,sleep,_1,absAlign,onOff) tReacq:U4 tAcq:U4 tReacqOff:U4 \
    tAcqOff:U4 tOn:U4 tOff:U4 _4 baseTow:U4
    CFG-GEOFENCE 06-69 8+ M8 version:U1 numFences:U1 confLvl:U1 _1 pioEnabled:U1 pinPolarity:U1 \
    pin:U1 _1 numFences[ lat:I4*1e-7 lon:I4*1e-7 radius:U4*1e-2 ]
    CFG-GNSS 06-3E 4+ M8 msgVer:U1 numTrkChHw:U1 numTrkChUse:U1 numConfigBlocks:U1 \
    numConfigBlocks[ gnssId:U1 resTrkCh:U1 maxTrkCh:U1 _1 flags:X4(enable,_15,sigCfMask:8) ]
    CFG-HNR 06-5C 4 M8 highNavRate:U1 _3
    CFG-INF 06-02 10 M8 protocolID:U1 _3 6[ infMsgMask:X1(enableError,enableWarning,enableNotice,\
    enableTest,enableDebug) ]
    CFG-INF 06-02 1 M8 protocolID:U1
    CFG-ITFM 06-39 8 M8 config:X4(bbThreshold:4,cwThreshold:5,algorithmBits:22,enable) \
    config2:X4(generalBits:12,antSetting:2,enable2)
    CFG-LOGFILTER 06-47 12 M8 version:U1=1 flags:X1(recordEnabled,psmOncePerWakupEnabled,\
    applyAllFilterSettings) minInterval:U2 timeThreshold:U2 speedThreshold:U2 positionThreshold:U4
    CFG-MSG 06-01 8 M8 msgClass:U1 msgID:U1 rateDDC:U1 rateUART1:U1 rateUART2:U1 rateUSB:U1 \
    rateSPI:U1 reserved:U1
    CFG-MSG 06-01 3 M8 msgClass:U1 msgID:U1 rate:U1
    CFG-MSG 06-01 2 M8 msgClass:U1 msgID:U1
    CFG-NAV5 06-24 36 M8 mask:X2(dyn,minEl,posFixMode,drLim,posMask,timeMask,staticHoldMask,\
    dgpsMask,cnoThreshold,_1,utc) dynModel:U1 fixMode:U1 fixedAlt:I4*1e-2 fixedAltVar:U4*1e-4 \
    minElev:I1 drLimit:U1 pDop:U2*1e-1 tDop:U2*1e-1 pAcc:U2 tAcc:U2 staticHoldThresh:U1 \
    dgnssTimeOut:U1 cnoThreshNumSVs:U1 cnoThresh:U1 _2 staticHoldMaxDist:U2 utcStandard:U1 _5
    CFG-NAVX5 06-23 40++ M8 version:U2=2 mask1:X2(_2,minMax,minCno,_2,initial3dfix,_2,wknRoll,\
    ackAid,_2,ppp,aop) mask2:X4(_6,adr,sigAttenComp) _2 minSVs:U1 maxSVs:U1 minCNO:U1 _1 \
    iniFix3D:U1 _2 ackAiding:U1 wknRollover:U2 sigAttenCompMode:U1 _1 _2 _2 usePPP:U1 aopCfg:U1 _2 \
    aopOrbMaxErr:U2 _4 _3 useAdr:U1
    CFG-NMEA 06-17 20 M8 filter:X1(posFilt,mskPosFilt,timeFilt,dateFilt,gpsOnlyFilter,trackFilt) \
    nmeaVersion:U1 numSV:U1 flags:X1(compat,consider,limit82,highPrec) gnssToFilter:X4(gps,sbas,\
    galileo,_1,qzss,glonass,beidou) svNumbering:U1 mainTalkerId:U1 gsvTalkerId:U1 version:U1=1 \
    bdsTalkerId:CH[2] _6
    CFG-NMEA 06-17 4 G6 filter:X1(posFilt,mskPosFilt,timeFilt,dateFilt,gpsOnlyFilter,trackFilt) \
    nmeaVersion:U1 numSV:U1 flags:X1(compat,consider,limit82,highPrec)
    CFG-NMEA 06-17 12 M8 filter:X1(posFilt,mskPosFilt,timeFilt,dateFilt,gpsOnlyFilter,trackFilt) \
    nmeaVersion:U1 numSV:U1 flags:X1(compat,consider,limit82,highPrec) gnssToFilter:X4(gps,sbas,\
    galileo,_1,qzss,glonass,bBeidou) svNumbering:U1 mainTalkerId:U1 gsvTalkerId:U1 version:U1
    CFG-NVS 06-22 13 G6 clearMask:X4(_17,clearAlm,_11,clearAop) saveMask:X4(_17,saveAlm,_11,\
    saveAop) loadMask:X4(_17,alm,_11,aop) deviceMask:X1(devBBR,devFlash,devEEPROM,_1,devSpiFlash)
    CFG-ODO 06-1E 20 M8 version:U1 _3 flags:X1(useODO,useCOG,outLPVel,outLPCog) \
    odoCfg:X1(profile:3) _6 cogMaxSpeed:U1*1e-1 cogMaxPosAcc:U1 _2 velLpGain:U1 cogLpGain:U1 _2
    CFG-OTP 06-41 12+ M8 cfgHeader:U[12] *[ cfgData:U1 ]
    CFG-PM 06-32 24 G6 version:U1 _1 _1 _1 flags:X4(_2,interval:2,exintSelect,extintWake,\
    extintBackup,_1,limitPeakCurr:2,waitTimeFix,updateRTC,updateEPH) updatePeriod:U4 \
    searchPeriod:U4 gridOffset:U4 onTime:U2 minAcqTime:U2
    CFG-PM2 06-3B 44|48++ M8 version:U1=2 _1 maxStartupStateDur:U1 _1 flags:X4(_1,optTarget:3,\
    extintSel,extintWake,extintBackup,extintInactive,limitPeakCurr:2,waitTimeFix,updateRTC,\
    updateEPH,_3,doNotEnterOff,operationMode:2) updatePeriod:U4 searchPeriod:U4 gridOffset:U4 \
    onTime:U2 minAcqTime:U2 _20 ? extintInactivityMs:U4
    CFG-PMS 06-86 8 M8 version:U1 powerSetupValue:U1 period:U2 onTime:U2 _2
    CFG-PRT 06-00 20 M8 portID:U1 _1 txReady:X2(enable,pol,pin:5,thres:9) UARTmode:X4(_6,charLen:2,\
    _1,parity:3,nStopBits:2,_18) baudRate:U4 inProtoMask:X2(inUBX,inNMEA,inRTCM,_2,inRTCM3) \
    outProtoMask:X2(outUBX,outNMEA,_3,outRTCM3) flags:X2(_1,extendedTxTimeout) _2
    CFG-PRT 06-00 1 M8 portID:U1
    CFG-PWR 06-57 8 M8 version:U1=1 _3 state:U4=1381322272
    CFG-RATE 06-08 6 M8 measRate:U2 navRate:U2=1 timeRef:U2
    CFG-RINV 06-34 1+ M8 flags:X1(dump,binary) *[ data:U1 ]
    CFG-RXM 06-11 2 M8 _1 lpMode:U1
    CFG-SBAS 06-16 8 M8 mode:X1(enabled,test) usage:X1(range,diffCorr,integrity) maxSBAS:U1 \
    scanmode2:X1(PRN152,PRN153,PRN154,PRN155,PRN156,PRN157,PRN158) scanmode1:X4(PRN120,PRN121,\
    PRN122,PRN123,PRN124,PRN125,PRN126,PRN127,PRN128,PRN129,PRN130,PRN131,PRN132,PRN133,PRN134,\
    PRN135,PRN136,PRN137,PRN138,PRN139,PRN140,PRN141,PRN142,PRN143,PRN144,PRN145,PRN146,PRN147,\
    PRN148,PRN149,PRN150,PRN151)
    CFG-SENIF 06-88 6 M8 type:U1 version:U1 flags:X2(senConn) pioConf:X2
    CFG-SLAS 06-8D 4 M8 mode:X1(enabled,test,raim) _3
    CFG-SMGR 06-62 20 M8 version:U1 minGNSSFix:U1 maxFreqChange:U2 maxPhaseCorrRate:U2 _2 \
    freqTolerance:U2 timeTolerance:U2 messageCfg:X2(measInternal,measGNSS,measEXTINT0,measEXTINT1) \
    maxSlewRate:U2 flags:X4(disableInternal,disableExternal,preferenceMode,enableGNSS,\
    enableEXTINT0,enableEXTINT1,enableHostMeasInt,enableHostMeasExt,_2,useAnyFix,\
    disableMaxSlewRate,issueFreqWarning,issueTimeWarning,TPCoherent:2,disableOffset)
    CFG-SPT 06-64 12 M8 version:U1 _1 sensorId:U2 _8
    CFG-TMODE 06-1D 28 G6 timeMode:U4 fixedPosX:I4 fixedPosY:I4 fixedPosZ:I4 fixedPosVar:U4 \
    svinMinDur:U4 svinVarLimit:U4
    CFG-TMODE2 06-3D 28 M8 timeMode:U1 _1 flags:X2(lla,altInv) ecefXOrLat:I4 ecefYOrLon:I4 \
    ecefZOrAlt:I4 fixedPosAcc:U4 svinMinDur:U4 svinAccLimit:U4
    CFG-TMODE3 06-71 40 M8 version:U1 _1 flags:X2(rcvrMode:8,lla) ecefXOrLat:I4 ecefYOrLon:I4 \
    ecefZOrAlt:I4 ecefXOrLatHP:I1 ecefYOrLonHP:I1 ecefZOrAltHP:I1 _1 fixedPosAcc:U4 svinMinDur:U4 \
    svinAccLimit:U4 _8
    CFG-TP 06-07 20 G6 interval:U4 length:U4 status:I1 timeRef:U1 flags:X1(syncMode) _1 \
    antennaCableDelay:I2 rfGroupDelay:I2 userDelay:I4
    CFG-TP5 06-31 32 M8 tpIdx:U1 version:U1=1 _2 antCableDelay:I2 rfGroupDelay:I2 freqPeriod:U4 \
    freqPeriodLock:U4 pulseLenRatio:U4 pulseLenRatioLock:U4 userConfigDelay:I4 flags:X4(active,\
    lockGnssFreq,lockedOtherSet,isFreq,isLength,alignToTow,polarity,gridUtcGnss:4,syncMode:3)
    CFG-TP5 06-31 1 M8 tpIdx:U1
    CFG-TXSLOT 06-53 16 M8 version:U1 enable:X1(enableDDC,enableUART1,enableUART2,enableUSB,\
    enableSPI) refTp:U1 _1 end:U4[3]
    CFG-USB 06-1B 108 M8 vendorID:U2=5446 productID:U2 _2 _2 powerConsumption:U2 flags:X2(reEnum,\
    powerMode) vendorString:CH[32] productString:CH[32] serialNumber:CH[32]
    """
  }
}
