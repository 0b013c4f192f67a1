extension MessageExample {
  /// Frames that pyubx2 1.4.0 makes of the same values: ports and their messages.
  static let ports = [
    MessageExample(
      "CFG-PRT",
      "b5620600140001001b02c008000000c201002300010002000000e962",
      "portID=1 enable pol pin=6 thres=4 charLen=3 parity=4 baudRate=115200 inUBX inNMEA "
        + "inRTCM3 outUBX extendedTxTimeout"),
    MessageExample(
      "CFG-PRT",
      "b562060014000000000084000000000000000700030000000000a8d2",
      "_=4 charLen=2 inUBX inNMEA inRTCM outUBX outNMEA"),
    MessageExample("CFG-PRT", "b56206000100010822", "portID=1"),
    MessageExample(
      "CFG-MSG",
      "b5620601080001070102030405062c14",
      "msgClass=1 msgID=7 rateDDC=1 rateUART1=2 rateUART2=3 rateUSB=4 rateSPI=5 reserved=6"),
    MessageExample("CFG-MSG", "b562060103000107051755", "msgClass=1 msgID=7 rate=5"),
    MessageExample("CFG-MSG", "b562060102000107113a", "msgClass=1 msgID=7"),
    MessageExample(
      "CFG-INF",
      "b56206020a00010000000103010511012f3b",
      "protocolID=1 { enableError } { enableError enableWarning } { enableError } { "
        + "enableError enableNotice } { enableError enableDebug } { enableError }"),
    MessageExample("CFG-INF", "b56206020100010a2a", "protocolID=1"),
    MessageExample(
      "CFG-NMEA",
      "b562061714002141080a420000000103010142440000000000007346",
      "posFilt trackFilt nmeaVersion=65 numSV=8 consider highPrec sbas beidou svNumbering=1 "
        + "mainTalkerId=3 gsvTalkerId=1 version=1 bdsTalkerId=x4244"),
    MessageExample(
      "CFG-NMEA",
      "b56206170c00014100024000000001030100b259",
      "posFilt nmeaVersion=65 consider bBeidou svNumbering=1 mainTalkerId=3 gsvTalkerId=1"),
    MessageExample(
      "CFG-NMEA",
      "b5620617040001230c025370",
      "posFilt nmeaVersion=35 numSV=12 consider"),
  ]

  /// Frames that pyubx2 1.4.0 makes of the same values: everything else of class CFG.
  static let configuration = [
    MessageExample("CFG-RATE", "b56206080600c80005000100e27a", "measRate=200 navRate=5 timeRef=1"),
    MessageExample(
      "CFG-NAV5",
      "b56206242400470404032efbffff10270000fb00fa00f50064002c01323c03140000c800030000000000c917",
      "dyn minEl posFixMode staticHoldMask utc dynModel=4 fixMode=3 fixedAlt=-12.34 "
        + "fixedAltVar=1.0 minElev=-5 pDop=25.0 tDop=24.5 pAcc=100 tAcc=300 staticHoldThresh=50 "
        + "dgnssTimeOut=60 cnoThreshNumSVs=3 cnoThresh=20 staticHoldMaxDist=200 utcStandard=3"),
    MessageExample(
      "CFG-NAVX5",
      "b562062328000200044480000000000003200600010000014508ff00000000000001000064000000000000"
        + "000001f880",
      "version=2 minMax ackAid aop sigAttenComp minSVs=3 maxSVs=32 minCNO=6 iniFix3D=1 "
        + "ackAiding=1 wknRollover=2117 sigAttenCompMode=255 aopCfg=1 aopOrbMaxErr=100 useAdr=1"),
    MessageExample(
      "CFG-GNSS",
      "b562063e14000020ff0200081000010001000500030000000500a0fc",
      "numTrkChHw=32 numTrkChUse=255 numConfigBlocks=2 { resTrkCh=8 maxTrkCh=16 enable "
        + "sigCfMask=1 } { gnssId=5 maxTrkCh=3 sigCfMask=5 }"),
    MessageExample(
      "CFG-SBAS",
      "b562061608000307034109000080fbce",
      "enabled test range diffCorr integrity maxSBAS=3 PRN152 PRN158 PRN120 PRN123 PRN151"),
    MessageExample(
      "CFG-ODO",
      "b562061e140000000000050300000000000019320000994c000070e5",
      "useODO outLPVel profile=3 cogMaxSpeed=2.5 cogMaxPosAcc=50 velLpGain=153 cogLpGain=76"),
    MessageExample(
      "CFG-GEOFENCE",
      "b5620669200000020200010106006b272f1ca4f41a05da6100005cddd1eb7960dea501000000bc18",
      "numFences=2 confLvl=2 pioEnabled=1 pinPolarity=1 pin=6 { lat=47.2852331 lon=8.5652644 "
        + "radius=250.5 } { lat=-33.8567844 lon=-151.2152967 radius=0.01 }"),
    MessageExample(
      "CFG-TMODE3",
      "b56206712800000002016c272f1caaf41a0570af0000f463ff00640000003c000000204e00000000000000"
        + "000000c09a",
      "rcvrMode=2 lla ecefXOrLat=472852332 ecefYOrLon=85652650 ecefZOrAlt=44912 "
        + "ecefXOrLatHP=-12 ecefYOrLonHP=99 ecefZOrAltHP=-1 fixedPosAcc=100 svinMinDur=60 "
        + "svinAccLimit=20000"),
    MessageExample(
      "CFG-TMODE2",
      "b562063d1c0001000000000000000000000000000000000000002c01000050c30000a077",
      "timeMode=1 svinMinDur=300 svinAccLimit=50000"),
    MessageExample(
      "CFG-DAT",
      "b56206062c0000000040a6545841886d74961da472400000003f0000c0bf00000040000000000000000000"
        + "0000000000803e3940",
      "majA=6378137.0 flat=298.257223563 dX=0.5 dY=-1.5 dZ=2.0 scale=0.25"),
    MessageExample(
      "CFG-ESFALG",
      "b56206560c0000010000694600003aeee9032cd6",
      "doAutoMntAlg yaw=180.25 pitch=-45.5 roll=10.01"),
    MessageExample(
      "CFG-PM2",
      "b562063b300002001e00b219030010270000204e0000dc0500000200070000000000000000000000000000"
        + "00000000000000a00f00009db7",
      "version=2 maxStartupStateDur=30 optTarget=1 extintSel extintWake extintInactive "
        + "limitPeakCurr=1 updateRTC updateEPH doNotEnterOff operationMode=1 updatePeriod=10000 "
        + "searchPeriod=20000 gridOffset=1500 onTime=2 minAcqTime=7 extintInactivityMs=4000"),
    MessageExample(
      "CFG-PM2",
      "b562063b2c0001000000000000000000000000000000000000000000000000000000000000000000000000"
        + "000000000000006e09",
      "version=1"),
    MessageExample(
      "CFG-PMS",
      "b56206860800000258021400000004d2",
      "powerSetupValue=2 period=600 onTime=20"),
    MessageExample("CFG-RXM", "b5620611020000011a82", "lpMode=1"),
    MessageExample("CFG-PWR", "b5620657080001000000504b43428646", "version=1 state=1111706448"),
    MessageExample(
      "CFG-BATCH",
      "b562069308000065e803840305007d4e",
      "enable extraPvt pioEnable pioActiveLow bufSize=1000 notifThrs=900 pioId=5"),
    MessageExample(
      "CFG-CFG",
      "b56206090d001f1f000000000000ffff0000136bca",
      "clearMask=x1f1f loadMask=xffff devBBR devFlash devSpiFlash"),
    MessageExample("CFG-CFG", "b56206090c00ffff000000000000000000001978", "clearMask=xffff"),
    MessageExample(
      "CFG-TP5",
      "b56206312000010100003200f9ff40420f000a00000000000000a086010006fffffff70800004711",
      "tpIdx=1 version=1 antCableDelay=50 rfGroupDelay=-7 freqPeriod=1000000 "
        + "freqPeriodLock=10 pulseLenRatioLock=100000 userConfigDelay=-250 active lockGnssFreq "
        + "lockedOtherSet isLength alignToTow polarity gridUtcGnss=1 syncMode=1"),
    MessageExample("CFG-TP5", "b562063101000139e6", "tpIdx=1"),
    MessageExample(
      "CFG-ANT",
      "b562061304000b00f0b9d192",
      "svcs scd pdwnOnSCD pinSwitch=16 pinSCD=15 pinOCD=14 reconfig"),
    MessageExample(
      "CFG-ITFM",
      "b56206390800f3ac62ad1e63000076a5",
      "bbThreshold=3 cwThreshold=15 algorithmBits=1487190 enable generalBits=798 "
        + "antSetting=2 enable2"),
    MessageExample("CFG-RINV", "b56206340100013cf2", "dump"),
    MessageExample(
      "CFG-LOGFILTER",
      "b56206470c00010505003c000300640000000728",
      "version=1 recordEnabled applyAllFilterSettings minInterval=5 timeThreshold=60 "
        + "speedThreshold=3 positionThreshold=100"),
    MessageExample("CFG-SENIF", "b56206880600000001005102e8dc", "senConn pioConf=x5102"),
    MessageExample(
      "CFG-TXSLOT",
      "b562065310000002010064000000c80000002c010000c590",
      "enableUART1 refTp=1 end_1=100 end_2=200 end_3=300"),
    MessageExample(
      "CFG-DOSC",
      "b562066124000001000001001b0000e09304fbffffff0090010000e80300100e00000080ffff400000006f07",
      "numOsc=1 { oscId=1 isCalibrated controlIf=13 freq=19200000.0 phaseOffset=-5 "
        + "withTemp=400.0 withAge=1000.0 timeToTemp=3600 gainVco=-0.5 gainUncertainty=0.25 }"),
  ]

  /// Forms and values of class CFG that the frames above do not have.
  static let configurationForms = [
    MessageExample("CFG-PRT", "00000000 84 00*15", "_=4 charLen=2"),
    MessageExample("CFG-PRT", "04000000 4632 00*14", "portID=4 _=6 charLen=1 parity=1 nStopBits=3"),
    MessageExample(
      "CFG-GNSS",
      "00 20 20 01 63 01 02 00 01000400",
      "numTrkChHw=32 numTrkChUse=32 numConfigBlocks=1 { gnssId=99 resTrkCh=1 maxTrkCh=2 "
        + "enable sigCfMask=4 }"),
    MessageExample("CFG-NVS", "00000200 00000020 00000220 02", "clearAlm saveAop alm aop devFlash"),
    MessageExample(
      "CFG-CFG",
      "ffffffff 00000000 ffff0000 17",
      "clearMask=xffffffff loadMask=xffff devBBR devFlash devEEPROM devSpiFlash"),
    MessageExample(
      "CFG-TP",
      "40420f00 a0860100 ff 01 01 00 3200 f6ff 18fcffff",
      "interval=1000000 length=100000 status=-1 timeRef=1 syncMode antennaCableDelay=50 "
        + "rfGroupDelay=-10 userDelay=-1000"),
    MessageExample(
      "CFG-FIXSEED",
      "00 02 0000 04030201 08070605 01 07 05 01",
      "length=2 seedHi=16909060 seedLo=84281096 { classId=1 msgId=7 } { classId=5 msgId=1 }"),
    MessageExample("CFG-RINV", "02 090807", "binary { data=9 } { data=8 } { data=7 }"),
    MessageExample("CFG-OTP", "0102 00*10 03", "cfgHeader=x0102 { cfgData=3 }"),
    MessageExample("CFG-PM2", "01 00*43", "version=1"),
    MessageExample("CFG-PM2", "02 00*43 e8030000", "version=2 extintInactivityMs=1000"),
    MessageExample("CFG-NAVX5", "00*39 01", "useAdr=1"),
    MessageExample("CFG-NAVX5", "00*39 01 00000000", "useAdr=1"),
    MessageExample("CFG-DAT", "00*44", ""),
    MessageExample("CFG-DAT", "0500", "datumNum=5"),
  ]
}
