extension MessageExample {
  /// Classes MON and INF. Of gpsd's captures (BSD-2-Clause): MON-BATCH of `ublox-zoe-m8b-logbatch`,
  /// MON-RF of `ublox-zed-f9r`; MON-IO of pyubx2's `pygpsdata-ALL` (BSD-3-Clause).
  static let monitoring = [
    MessageExample(
      "MON-BATCH",
      "00000000 3800 3e00 0000 9600",
      "fillLevel=56 dropsAll=62 nextMsgCnt=150"),
    MessageExample(
      "MON-IO",
      "00*24 227b33 00*33 4c3f0000209d05 00*53",
      "{ txBytes=3373858 } { } { rxBytes=16204 txBytes=367904 } { } { }"),
    MessageExample(
      "MON-HW",
      "00*20 0300000000000000aa 00*23 bb63 00*10 01000000",
      "aStatus=3 VP_1=xaa VP_25=xbb jamInd=99 pullL=x01"),
    MessageExample(
      "MON-HW",
      "00*20 0300000000000000aa 00*23 bb63000000000000",
      "aStatus=3 VP_1=xaa pullH=xbb63"),
    MessageExample(
      "MON-RF",
      "00020000 0001020f 00*8 4500 3213 13 95 16 95 0101020a 00*8 2700 9114 0d a9 0b a5",
      "nBlocks=2 { jammingState=1 antStatus=2 antPower=15 noisePerMS=69 agcCnt=4914 "
        + "jamInd=19 ofsI=-107 magI=22 ofsQ=-107 } { blockId=1 jammingState=1 antStatus=2 "
        + "antPower=10 noisePerMS=39 agcCnt=5265 jamInd=13 ofsI=-87 magI=11 ofsQ=-91 }"),
    MessageExample(
      "MON-RF",
      "00010000 00020401 00*8 6300 9909 17 0d a9 06 a7 000000",
      "nBlocks=1 { jammingState=2 antStatus=4 antPower=1 noisePerMS=99 agcCnt=2457 jamInd=23 "
        + "ofsI=13 magI=169 ofsQ=6 magQ=167 }"),
    MessageExample(
      "MON-SPAN",
      "00010000 010203 00*254 d0fb01 20a10700 70040c46 2d 000000",
      "numRfBlocks=1 { spectrum=x010203 span=33280000 res=500000 center=1175192688 pga=45 }"),
    MessageExample(
      "MON-COMMS",
      "00010b00 000105ff 0003 0000 c49b0500 00 18 0000 243f0000 00 07 0200 e606 0000 01 "
        + "00*11 09000000",
      "nPorts=1 mem alloc outputPort=2 protIds_2=1 protIds_3=5 protIds_4=255 { portId=768 "
        + "txBytes=367556 txPeakUsage=24 rxBytes=16164 rxPeakUsage=7 overrunErrs=2 { msgs=1766 } "
        + "{ } { msgs=1 } { } skipped=9 }"),
    MessageExample("MON-MSGPP", "00*18 07 00*97 09000000", "msg2_2=7 skipped_6=9"),
    MessageExample("MON-GNSS", "00 08 01 02 00 000000", "GalileoSup GPSDef GlonassEna"),
    MessageExample("INF-NOTICE", "7562", "message='ub'"),
    MessageExample("INF-DEBUG", "41e9", "message='Aé'"),
  ]

  /// Classes RXM and SEC.
  static let manager = [
    MessageExample(
      "RXM-RAWX",
      "0000000000e06f40 2b09 12 01 01 000000 000000001abc7441 0000000000005940 00004841 06 "
        + "05 00 0c e803 2d 04 0f 03 05 00",
      "rcvTow=255.0 week=2347 leapS=18 numMeas=1 leapSec { prMes=21741984.0 cpMes=100.0 "
        + "doMes=12.5 gnssId=6 svId=5 freqId=12 locktime=1000 cno=45 prStd=4 cpStd=15 doStd=3 "
        + "prValid halfCyc }"),
    MessageExample(
      "RXM-SFRBX",
      "06 05 00 0c 02 03 02 00 78563412 ffffffff",
      "gnssId=6 svId=5 freqId=12 numWords=2 chn=3 version=2 dwrd_1=305419896 dwrd_2=4294967295"),
    MessageExample(
      "RXM-EPH",
      "05000000 39300000 01000000 02000000 03000000 04000000 05000000 06000000 07000000 "
        + "08000000 09000000 0a000000 0b000000 0c000000 0d000000 0e000000 0f000000 10000000 "
        + "11000000 12000000 13000000 14000000 15000000 16000000 17000000 18000000",
      "svid=5 how=12345 sf1d_1=1 sf1d_2=2 sf1d_3=3 sf1d_4=4 sf1d_5=5 sf1d_6=6 sf1d_7=7 "
        + "sf1d_8=8 sf2d_1=9 sf2d_2=10 sf2d_3=11 sf2d_4=12 sf2d_5=13 sf2d_6=14 sf2d_7=15 "
        + "sf2d_8=16 sf3d_1=17 sf3d_2=18 sf3d_3=19 sf3d_4=20 sf3d_5=21 sf3d_6=22 sf3d_7=23 "
        + "sf3d_8=24"),
    MessageExample("RXM-EPH", "05000000 39300000", "svid=5 how=12345"),
    MessageExample("RXM-ALM", "05000000 00000000", "svid=5"),
    MessageExample(
      "RXM-SPARTN-KEY",
      "01020000 00032909 7f3a0900 00022a09 01000000 01020304 05",
      "version=1 numKeys=2 { keyLengthBytes=3 validFromWno=2345 validFromTow=604799 } { "
        + "keyLengthBytes=2 validFromWno=2346 validFromTow=1 } key_1=1 key_2=2 key_3=3 key_4=4 "
        + "key_5=5"),
    MessageExample("RXM-PMP", "00*20 ab 00*505 1000", "userData=xab ebno=2.0"),
    MessageExample(
      "RXM-PMP",
      "01000300 04030201 00*8 0500 00 07 0200 10 00 010203",
      "version=1 numBytesUserData=3 timeTag=16909060 serviceIdentifier=5 "
        + "uniqueWordBitErrors=7 fecBits=2 ebno=2.0 userData=x010203"),
    MessageExample(
      "RXM-RLM",
      "00 01 05 00 0807060504030201 09 0a0b 00",
      "type=1 svId=5 beacon=72623859790382856 message=9 params=x0a0b"),
    MessageExample(
      "RXM-RLM",
      "00 02 05 00 0807060504030201 09 0102030405060708090a0b0c 000000",
      "type=2 svId=5 beacon=72623859790382856 message=9 params=x0102030405060708090a0b0c"),
    MessageExample(
      "RXM-MEASX",
      "00*24 08 00*9 01 00*13 9cffffff0a 00*9 100000000000",
      "gpsTOWacc=0.5 numSv=1 { dopplerMS=-4.0 dopplerHz=2.0 codePhase=0.5 }"),
    MessageExample(
      "RXM-SFRB",
      "03780102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728",
      "chn=3 svid=120 dwrd_1=x01020304 dwrd_2=x05060708 dwrd_3=x090a0b0c dwrd_4=x0d0e0f10 "
        + "dwrd_5=x11121314 dwrd_6=x15161718 dwrd_7=x191a1b1c dwrd_8=x1d1e1f20 dwrd_9=x21222324 "
        + "dwrd_10=x25262728"),
    MessageExample(
      "RXM-MEAS20",
      "0102030405060708090a0b0c0d0e0f1011121314",
      "payload_1=1 payload_2=2 payload_3=3 payload_4=4 payload_5=5 payload_6=6 payload_7=7 "
        + "payload_8=8 payload_9=9 payload_10=10 payload_11=11 payload_12=12 payload_13=13 "
        + "payload_14=14 payload_15=15 payload_16=16 payload_17=17 payload_18=18 payload_19=19 "
        + "payload_20=20"),
    MessageExample(
      "RXM-IMES",
      "01010000 00020000 00280000 00100000 04000060 00004001 90411600 00000020 000000c0 "
        + "05000100 07000000 01000040",
      "numTx=1 version=1 { txId=2 cno=40 doppler=1.0 pos1Floor=4 pos1Lat=6291456 "
        + "pos1Lon=4194304 pos1Valid pos2Floor=144 pos2Alt=1601 pos2Acc=1 lat=5760.0 lon=-90.0 "
        + "shortId=5 _=4 mediumIdLSB=7 mediumIdMSB _=134217728 }"),
    MessageExample(
      "RXM-RTCM",
      "02 05 0000 0000 3504",
      "version=2 crcFailed msgUsed=2 msgType=1077"),
    MessageExample("RXM-SPARTN", "01 02 0000 0000 0000", "version=1 msgUsed=1"),
    MessageExample(
      "SEC-SIG",
      "01000000 05000000 07000000",
      "version=1 jamDetEnabled jammingState=2 spfDetEnabled spoofingState=3"),
    MessageExample(
      "SEC-SIG",
      "02 2f 00 02 58081800 58081801",
      "version=2 jamDetEnabled jammingState=3 spfDetEnabled spoofingState=2 "
        + "jamNumCentFreqs=2 { centFreq=1575000 } { centFreq=1575000 jammed }"),
    MessageExample("SEC-UNIQID", "01000000 0102030405", "version=1 uniqueId=21542142465"),
    MessageExample("SEC-UNIQID", "02000000 010203040506", "version=2 uniqueId=6618611909121"),
    MessageExample(
      "SEC-OSNMA",
      "00*16 02000024 00000000 00100200",
      "authSVs=2 futurePubKeySrc=2 futurePubKeyId=4 { } { authNum=4 svId=2 }"),
    MessageExample(
      "SEC-SIGN",
      "01000000 0107 3412 0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20",
      "version=1 classID=1 messageID=7 checksum=4660 "
        + "hash=x0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20"),
  ]

  /// Class TIM.
  static let timing = [
    MessageExample(
      "TIM-TP",
      "50a52d0e 00000080 15efffff 6208 0b 2f",
      "towMS=237872464 towSubMS=0.5 qErr=-4331 week=2146 timeBase utc raim=2 timeRefGnss=15 "
        + "utcStandard=2"),
    MessageExample("TIM-TP", "00*8 15efffff 0000 10 00", "qErr=-4331 qErrInvalid"),
    MessageExample(
      "TIM-TM2",
      "01 d7 0500 2b09 2c09 e8030000 40420f00 00000000 07000000 19000000",
      "ch=1 mode run newFallingEdge timeBase=2 time newRisingEdge count=5 wnR=2347 wnF=2348 "
        + "towMsR=1000 towSubMsR=1000000 towSubMsF=7 accEst=25"),
    MessageExample(
      "TIM-VCOCAL",
      "02 00 01 02 0000 0102 0304 0506",
      "type=2 oscId=1 srcId=2 raw0=513 raw1=1027 maxStepSize=1541"),
    MessageExample(
      "TIM-VCOCAL",
      "03 00 01 000000 0080 00000100",
      "type=3 oscId=1 gainUncertainty=0.5 gainVco=1.0"),
    MessageExample("TIM-VCOCAL", "00", ""),
    MessageExample(
      "TIM-SMEAS",
      "00010000 e8030000 00000000 02 02 80 01 fdffffff 04 00*8 ffffff 00010000",
      "numMeas=1 iTOW=1000 { sourceId=2 phaseValid phaseOffsetFrac=-0.5 "
        + "phaseUncFrac=0.00390625 phaseOffset=-3 phaseUnc=4 freqOffset=-1.0 freqUnc=1.0 }"),
    MessageExample(
      "TIM-SVIN",
      "3c000000 d2ffffff 64000000 00000000 10270000 3c000000 00 01 0000",
      "dur=60 meanX=-46 meanY=100 meanV=10000 obs=60 active=1"),
  ]
}
