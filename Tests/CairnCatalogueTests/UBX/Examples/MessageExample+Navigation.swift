extension MessageExample {
  /// Position, attitude and their accuracy.
  static let positions = [
    MessageExample(
      "NAV-COV",
      "e8030000 00 01 01 00*11 803f 00000040 00004040 00008040 0000a040 0000c040 0000e040 "
        + "00000041 00001041 00002041 00003041 00004041",
      "iTOW=1000 posCovValid=1 velCovValid=1 posCovNN=1.0 posCovNE=2.0 posCovND=3.0 "
        + "posCovEE=4.0 posCovED=5.0 posCovDD=6.0 velCovNN=7.0 velCovNE=8.0 velCovND=9.0 "
        + "velCovEE=10.0 velCovED=11.0 velCovDD=12.0"),
    MessageExample(
      "NAV-COV",
      "e8030000 00 00 01 00*11 803f 00000040 00004040 00008040 0000a040 0000c040 0000e040 "
        + "00000041 00001041 00002041 00003041 00004041",
      "iTOW=1000 velCovValid=1 posCovNN=1.0 posCovNE=2.0 posCovND=3.0 posCovEE=4.0 "
        + "posCovED=5.0 posCovDD=6.0 velCovNN=7.0 velCovNE=8.0 velCovND=9.0 velCovEE=10.0 "
        + "velCovED=11.0 velCovDD=12.0"),
    MessageExample(
      "NAV-ATT",
      "a8871d08 00 000000 45100000 41a3ffff 4f9a0101 f9850000 00000000 7aef0000",
      "iTOW=136153000 roll=0.04165 pitch=-0.23743 heading=168.82255 accRoll=0.34297 "
        + "accHeading=0.61306"),
    MessageExample(
      "HNR-ATT",
      "a8871d08 00 000000 45100000 41a3ffff 4f9a0101 f9850000 00000000 7aef0000",
      "iTOW=136153000 roll=0.04165 pitch=-0.23743 heading=168.82255 accRoll=0.34297 "
        + "accHeading=0.61306"),
    MessageExample(
      "NAV-GEOFENCE",
      "e8030000 00 01 02 01 02 07 01 09",
      "iTOW=1000 status=1 numFences=2 combState=1 { state=2 id=7 } { state=1 id=9 }"),
    MessageExample(
      "NAV-PL",
      "01 01 f9 01 03 00 00 01 00000000 e8030000 dc050000 84030000 c409 00*14 4f46 0000 "
        + "50000000 00000000",
      "version=1 tmirCoeff=1 tmirExp=-7 plPosValid=1 plPosFrame=3 plTimeValid=1 iTOW=1000 "
        + "plPos1=1500 plPos2=900 plPos3=2500 plPosHorizOrient=17999 plTime=80"),
    MessageExample(
      "NAV-SVIN",
      "00 000000 e8030000 3c000000 21e7ab16 8af41cff caf5661e 1a 9d 00 00 39300000 3d000000 "
        + "00 01 0000",
      "iTOW=1000 dur=60 meanX=380364577 meanY=-14879606 meanZ=510064074 meanXHP=26 "
        + "meanYHP=-99 meanAcc=12345 obs=61 active=1"),
    MessageExample(
      "NAV-EKFSTATUS",
      "78000000 e8030000 9cd00300 8019 ff 26 a0860100 ffffffff 02000000 f0d8 8813 0100 04 00",
      "pulses=120 period=1000 gyroMean=2500.12 temperature=25.5 direction=-1 calibTacho=2 "
        + "calibGyro=1 calibGyroB=2 pulseScale=1.0 gyroBias=-1e-05 gyroScale=2e-05 "
        + "accPulseScale=-1.0 accGyroBias=0.5 accGyroScale=0.0001 gyro"),
    MessageExample(
      "NAV-EKFSTATUS",
      "78000000 e8030000 9cd00300 8019 ff 26 a0860100 ffffffff 02000000 f0d8ffff 88130000 "
        + "01000000 04 00",
      "pulses=120 period=1000 gyroMean=2500.12 temperature=25.5 direction=-1 calibTacho=2 "
        + "calibGyro=1 calibGyroB=2 pulseScale=1.0 gyroBias=-1e-05 gyroScale=2e-05 "
        + "accPulseScale=-1.0 accGyroBias=0.5 accGyroScale=0.0001 gyro"),
    MessageExample(
      "NAV-HPPOSLLH",
      "00 0000 00 f0cc0100 818da9b5 89d3b21e 40e20100 f9ffffff bd 63 fc 09 8e000000 11270000",
      "iTOW=118000 lon=-124.717939167 lat=51.503604199 height=123455.6 hMSL=-6.1 "
        + "lonHp=-6.7e-08 latHp=9.9e-08 heightHp=-0.4 hMSLHp=0.9 hAcc=14.2 vAcc=1000.1"),
    MessageExample(
      "NAV-HPPOSLLH",
      "00 0000 01 f0cc0100 818da9b5 89d3b21e 40e20100 f9ffffff bd 63 fc 09 8e000000 11270000",
      "invalidLlh iTOW=118000 lon=-124.717939167 lat=51.503604199 height=123455.6 hMSL=-6.1 "
        + "lonHp=-6.7e-08 latHp=9.9e-08 heightHp=-0.4 hMSLHp=0.9 hAcc=14.2 vAcc=1000.1"),
    MessageExample(
      "NAV-HPPOSECEF",
      "00 000000 f0cc0100 21e7ab16 8af41cff caf5661e 1a 9d 01 00 95970000",
      "iTOW=118000 ecefX=380364577.26 ecefY=-14879606.99 ecefZ=510064074.01 ecefXHp=0.26 "
        + "ecefYHp=-0.99 ecefZHp=0.01 pAcc=3880.5"),
    MessageExample(
      "NAV-RELPOSNED",
      "00 00 ff0f e8030000 f0d8ffff fa000000 03000000 9d 01 ff 00 64000000 c8000000 2c010000 "
        + "17000000",
      "refStationID=4095 iTOW=1000 relPosN=-10000.99 relPosE=250.01 relPosD=2.99 "
        + "relPosHPN=-0.99 relPosHPE=0.01 relPosHPD=-0.01 accN=10.0 accE=20.0 accD=30.0 "
        + "gnssFixOK diffSoln relPosValid carrSoln=2"),
    MessageExample(
      "NAV-RELPOSNED",
      "01 00 0700 e8030000 f0d8ffff fa000000 03000000 13270000 905e1001 00000000 9d 01 ff 0c "
        + "64000000 c8000000 2c010000 90010000 50c30000 00000000 37010000",
      "version=1 refStationID=7 iTOW=1000 relPosN=-10000.99 relPosE=250.01 relPosD=2.99 "
        + "relPosLength=10003.12 relPosHeading=178.5 relPosHPN=-0.99 relPosHPE=0.01 "
        + "relPosHPD=-0.01 relPosHPLength=0.12 accN=10.0 accE=20.0 accD=30.0 accLength=40.0 "
        + "accHeading=0.5 gnssFixOK diffSoln relPosValid carrSoln=2 isMoving relPosHeadingValid"),
    MessageExample(
      "NAV-DAHEADING",
      "02 000000 e8030000 0cfeffff 62030000 01000000 e8030000 001bb700 00000000 01000000 "
        + "02000000 03000000 04000000 30750000 00000000 55000000",
      "version=2 iTOW=1000 relPosN=-500 relPosE=866 relPosD=1 relPosLength=1000 "
        + "relPosHeading=120.0 accN=1 accE=2 accD=3 accLength=4 accHeading=0.3 gnssFixOK "
        + "relPosValid carrSoln=2 relPosHeadingValid"),
    MessageExample(
      "NAV-DAHEADING",
      "00 000000 e8030000 f0d8ffff fa000000 03000000 13270000 905e1001 00000000 9d 01 ff 0c "
        + "64000000 c8000000 2c010000 90010000 50c30000 00000000 04010000",
      "iTOW=1000 relPosN=-10000.99 relPosE=250.01 relPosD=2.99 relPosLength=10003.12 "
        + "relPosHeading=178.5 relPosHPN=-0.99 relPosHPE=0.01 relPosHPD=-0.01 "
        + "relPosHPLength=0.12 accN=10.0 accE=20.0 accD=30.0 accLength=40.0 accHeading=0.5 "
        + "relPosValid relPosHeadingValid"),
    MessageExample(
      "NAV-PVAT",
      "e8030000 00 0b e807 01 01 00 00 00 000000 ffffffff 804d19f1 04 39 00 0c 40ff1005 "
        + "4068311c d0dd0600 801a0600 f4010000 84030000 18fcffff 00000000 0a000000 e8030000 "
        + "32000000 f0490200 702ffcff 80a81201 e0211101 1400 1e00 7800 c8fe 0f00 9411 58020000 "
        + "2c01 00*10",
      "iTOW=1000 validDate validTime validMag year=2024 month=1 day=1 tAcc=4294967295 "
        + "nano=-250000000 fixType=4 gnssFixOK vehRollValid vehPitchValid vehHeadingValid "
        + "numSV=12 lon=8.5 lat=47.3 height=450000 hMSL=400000 hAcc=500 vAcc=900 velN=-1000 "
        + "velD=10 gSpeed=1000 sAcc=50 vehRoll=1.5 vehPitch=-2.5 vehHeading=180.0 "
        + "motHeading=179.0 accRoll=0.2 accPitch=0.3 accHeading=1.2 magDec=-3.12 magAcc=0.15 "
        + "errEllipseOrient=45.0 errEllipseMajor=600 errEllipseMinor=300"),
    MessageExample(
      "NAV-PVAT",
      "e8030000 00 03 e807 01 01 00 00 00 000000 ffffffff 804d19f1 04 08 00 0c 40ff1005 "
        + "4068311c d0dd0600 801a0600 f4010000 84030000 18fcffff 00000000 0a000000 e8030000 "
        + "32000000 f0490200 702ffcff 80a81201 e0211101 1400 1e00 7800 c8fe 0f00 9411 58020000 "
        + "2c01 00*10",
      "iTOW=1000 validDate validTime year=2024 month=1 day=1 tAcc=4294967295 nano=-250000000 "
        + "fixType=4 vehRollValid numSV=12 lon=8.5 lat=47.3 height=450000 hMSL=400000 hAcc=500 "
        + "vAcc=900 velN=-1000 velD=10 gSpeed=1000 sAcc=50 vehRoll=1.5 vehPitch=-2.5 "
        + "vehHeading=180.0 motHeading=179.0 accRoll=0.2 accPitch=0.3 accHeading=1.2 "
        + "magDec=-3.12 magAcc=0.15 errEllipseOrient=45.0 errEllipseMajor=600 errEllipseMinor=300"),
    MessageExample(
      "NAV-ODO",
      "00 000000 e8030000 d2040000 52aa0800 03000000",
      "iTOW=1000 distance=1234 totalDistance=567890 distanceStd=3"),
  ]

  /// Satellites, corrections and time.
  static let satellites = [
    MessageExample(
      "NAV-SBAS",
      "e8030000 00 01 ff 07 01 02 0000 78 00 05 01 07 00 6aff 0000 1301",
      "iTOW=1000 mode=1 sys=-1 Ranging Corrections Integrity cnt=1 integrityUsed=2 { "
        + "svid=120 udre=5 svSys=1 svService=7 prc=-150 ic=275 }"),
    MessageExample(
      "NAV-ORB",
      "e8030000 01 01 0000 00 05 0d 3e 47 43",
      "iTOW=1000 version=1 numSv=1 { svId=5 health=1 visibility=3 ephUsability=30 "
        + "ephSource=1 almUsability=7 almSource=2 anoAopUsability=3 type=2 }"),
    MessageExample("NAV-AOPSTATUS", "e8030000 01 00*11", "iTOW=1000 aopCfg=1"),
    MessageExample(
      "NAV-AOPSTATUS",
      "e8030000 00 01 0000 01000080 00*8",
      "iTOW=1000 status=1 avail=2147483649"),
    MessageExample(
      "NAV-DGPS",
      "e8030000 c4090000 ffff 0000 01 01 0000 0c 1f dc05 000050c0 0000003e",
      "iTOW=1000 age=2500 baseId=-1 numCh=1 status=1 { svid=12 channel=15 dgpsUsed ageC=1500 "
        + "prc=-3.25 prrc=0.125 }"),
    MessageExample(
      "NAV-TIMEBDS",
      "e8030000 80510100 019b32e2 8403 04 07 19000000",
      "iTOW=1000 SOW=86400 fSOW=-499999999 week=900 leapS=4 sowValid weekValid leapSValid "
        + "tAcc=25"),
    MessageExample(
      "NAV-TIMEGAL",
      "e8030000 80510100 019b32e2 8403 04 04 19000000",
      "iTOW=1000 galTow=86400 fGalTow=-499999999 galWno=900 leapS=4 leapSValid tAcc=25"),
    MessageExample(
      "NAV-TIMEQZSS",
      "e8030000 80510100 019b32e2 8403 04 03 19000000",
      "iTOW=1000 qzssTow=86400 fQzssTow=-499999999 qzssWno=900 leapS=4 qzssTowValid "
        + "qzssWnoValid tAcc=25"),
    MessageExample(
      "NAV-TIMENAVIC",
      "e8030000 80510100 019b32e2 8403 04 07 19000000",
      "iTOW=1000 NavICTow=86400 fNavICTow=-499999999 NavICWno=900 leapS=4 NavICTowValid "
        + "NavICWnoValid leapSValid tAcc=25"),
    MessageExample(
      "NAV2-TIMEBDS",
      "e8030000 80510100 019b32e2 8403 04 03 19000000",
      "iTOW=1000 SOW=86400 fSOW=-499999999 week=900 leapS=4 sowValid weekValid tAcc=25"),
    MessageExample(
      "NAV-TIMEGLO",
      "e8030000 302a0000 05000000 b505 08 02 19000000",
      "iTOW=1000 TOD=10800 fTOD=5 Nt=1461 N4=8 dateValid tAcc=25"),
    MessageExample(
      "NAV-TIMETRUSTED",
      "01 02 03 00 e8030000 3408 3508 00ca5b07 e8cd5b07 32000000 4b000000 feffffff 06ffffff "
        + "00000000",
      "version=1 refSys=2 trustedTimeValid deltaTimeValid iTOW=1000 iniWho=2100 propWho=2101 "
        + "iniTow=123456000 propTow=123457000 iniTAcc=50 propTAcc=75 deltaS=-2 deltaMs=-250"),
    MessageExample("NAV-RESETODO", "", ""),
  ]

  /// Classes ESF and HNR.
  static let sensors = [
    MessageExample(
      "ESF-MEAS",
      "4d000000 0018 efbe feffff05 01000010 05008008",
      "timeTag=77 numMeas=3 id=48879 { dataField=16777214 dataType=5 } { dataField=1 "
        + "dataType=16 } { dataField=8388613 dataType=8 }"),
    MessageExample(
      "ESF-MEAS",
      "4d000000 0818 efbe feffff05 01000010 05008008 674523f1",
      "timeTag=77 calibTtagValid numMeas=3 id=48879 { dataField=16777214 dataType=5 } { "
        + "dataField=1 dataType=16 } { dataField=8388613 dataType=8 } { dataField=2311527 "
        + "dataType=49 _=3 }"),
    MessageExample("ESF-MEAS", "4d000000 0800 efbe", "timeTag=77 calibTtagValid id=48879"),
    MessageExample(
      "ESF-RAW",
      "00000000 feffff05 0b000000 01000010 0c000000",
      "{ data=xfeffff05 sTag=x0b } { data=x01000010 sTag=x0c }"),
    MessageExample(
      "ESF-CAL",
      "0b000000 01 00000000000000 feffff05 01000010",
      "sTtag=11 version=1 { dataField=16777214 dataType=5 } { dataField=1 dataType=16 }"),
    MessageExample(
      "ESF-INS",
      "01210000 00000000 e8030000 24faffff 07000000 08000000 09000000 0a000000 2bfcffff",
      "version=1 xAngRateValid zAccelValid iTOW=1000 xAngRate=-1.5 yAngRate=0.007 "
        + "zAngRate=0.008 xAccel=0.09 yAccel=0.1 zAccel=-9.81"),
    MessageExample(
      "HNR-INS",
      "01210000 00000000 e8030000 24faffff 07000000 08000000 09000000 0a000000 2bfcffff",
      "version=1 xAngRateValid zAccelValid iTOW=1000 xAngRate=-1.5 yAngRate=0.007 "
        + "zAngRate=0.008 xAccel=0.09 yAccel=0.1 zAccel=-9.81"),
    MessageExample(
      "ESF-ALG",
      "e8030000 01 09 04 00 9f8c0000 d9dc 4f46",
      "iTOW=1000 version=1 autoMntAlgOn status=4 angleError yaw=359.99 pitch=-89.99 roll=179.99"),
    MessageExample(
      "ESF-STATUS",
      "e8030000 02 52 02 0000000000 01 0000 02 c5 07 64 00 0b 00 00 04",
      "iTOW=1000 version=2 wtInitStatus=2 mntAlgStatus=4 insInitStatus=2 imuInitStatus=2 "
        + "fusionMode=1 numSens=2 { type=5 used ready calibStatus=3 timeStatus=1 freq=100 } { "
        + "type=11 missingMeas }"),
  ]
}
