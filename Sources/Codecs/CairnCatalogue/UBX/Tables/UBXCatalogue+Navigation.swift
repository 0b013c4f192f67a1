extension UBXCatalogue {
  /// Class NAV: navigation results.
  ///
  /// `UBXRow` explains the notation.
  static var navigation: StaticString {
    """
    NAV-ATT 01-05 32 HPS iTOW:U4 version:U1 _3 roll:I4*1e-5 pitch:I4*1e-5 heading:I4*1e-5 \
    accRoll:U4*1e-5 accPitch:U4*1e-5 accHeading:U4*1e-5
    NAV-COV 01-36 64 M10 iTOW:U4 version:U1 posCovValid:U1 velCovValid:U1 _9 posCovNN:R4 \
    posCovNE:R4 posCovND:R4 posCovEE:R4 posCovED:R4 posCovDD:R4 velCovNN:R4 velCovNE:R4 \
    velCovND:R4 velCovEE:R4 velCovED:R4 velCovDD:R4
    NAV-DAHEADING 01-45 60 X20 version:U1==2 _3 iTOW:U4 relPosN:I4 relPosE:I4 relPosD:I4 \
    relPosLength:I4 relPosHeading:I4*1e-5 _4 accN:U4 accE:U4 accD:U4 accLength:U4 \
    accHeading:U4*1e-5 _4 flags:X4(gnssFixOK,diffSoln,relPosValid,carrSoln:2,_1,relPosHeadingValid)
    NAV-DAHEADING 01-45 64 pyubx2 version:U1 _3 iTOW:U4 relPosN:I4*1+relPosHPN \
    relPosE:I4*1+relPosHPE relPosD:I4*1+relPosHPD relPosLength:I4*1+relPosHPLength \
    relPosHeading:I4*1e-5 _4 relPosHPN:I1*1e-2 relPosHPE:I1*1e-2 relPosHPD:I1*1e-2 \
    relPosHPLength:I1*1e-2 accN:U4*1e-1 accE:U4*1e-1 accD:U4*1e-1 accLength:U4*1e-1 \
    accHeading:U4*1e-5 _4 flags:X4(gnssFixOK,diffSoln,relPosValid,carrSoln:2,isMoving,refPosMiss,\
    refObsMiss,relPosHeadingValid,relPosNormalized)
    NAV-EELL 01-3D 16 HPS iTOW:U4 version:U1 _1 errEllipseOrient:U2*1e-2 errEllipseMajor:U4 \
    errEllipseMinor:U4
    NAV-EKFSTATUS 01-40 36 G6 pulses:I4 period:I4 gyroMean:U4*1e-2 temperature:I2*2^-8 \
    direction:I1 calibStatus:X1(calibTacho:2,calibGyro:2,calibGyroB:2) pulseScale:I4*1e-5 \
    gyroBias:I4*1e-5 gyroScale:I4*1e-5 accPulseScale:I2*1e-4 accGyroBias:I2*1e-4 \
    accGyroScale:I2*1e-4 measUsed:X1(pulse,dir,gyro,temp,pos,vel,errGyro,errPulse) _1
    NAV-EKFSTATUS 01-40 42 pyubx2 pulses:I4 period:I4 gyroMean:U4*1e-2 temperature:I2*2^-8 \
    direction:I1 calibStatus:X1(calibTacho:2,calibGyro:2,calibGyroB:2) pulseScale:I4*1e-5 \
    gyroBias:I4*1e-5 gyroScale:I4*1e-5 accPulseScale:I4*1e-4 accGyroBias:I4*1e-4 \
    accGyroScale:I4*1e-4 measUsed:X1(pulse,dir,gyro,temp,pos,vel,errGyro,errPulse) _1
    NAV-GEOFENCE 01-39 8+ M8 iTOW:U4 version:U1 status:U1 numFences:U1 combState:U1 numFences[ \
    state:U1 id:U1 ]
    NAV-ODO 01-09 20 F9 version:U1 _3 iTOW:U4 distance:U4 totalDistance:U4 distanceStd:U4
    NAV-PL 01-62 52 F9 version:U1=1 tmirCoeff:U1 tmirExp:I1 plPosValid:U1 plPosFrame:U1 \
    plVelValid:U1 plVelFrame:U1 plTimeValid:U1 _4 iTOW:U4 plPos1:U4 plPos2:U4 plPos3:U4 plVel1:U4 \
    plVel2:U4 plVel3:U4 plPosHorizOrient:U2 plVelHorizOrient:U2 plTime:U4 _4
    NAV-RESETODO 01-10 0 F9
    NAV-HPPOSECEF 01-13 28 F9 version:U1 _3 iTOW:U4 ecefX:I4*1+ecefXHp ecefY:I4*1+ecefYHp \
    ecefZ:I4*1+ecefZHp ecefXHp:I1*1e-2 ecefYHp:I1*1e-2 ecefZHp:I1*1e-2 flags:X1(invalidEcef) \
    pAcc:U4*1e-1
    NAV-HPPOSLLH 01-14 36 F9 version:U1 _2 flags:X1(invalidLlh) iTOW:U4 lon:I4*1e-7+lonHp \
    lat:I4*1e-7+latHp height:I4*1+heightHp hMSL:I4*1+hMSLHp lonHp:I1*1e-9 latHp:I1*1e-9 \
    heightHp:I1*1e-1 hMSLHp:I1*1e-1 hAcc:U4*1e-1 vAcc:U4*1e-1
    NAV-PVAT 01-17 116 HPS iTOW:U4 version:U1 valid:X1(validDate,validTime,fullyResolved,validMag) \
    year:U2 month:U1 day:U1 hour:U1 min:U1 sec:U1 _1 _2 tAcc:U4=4294967295 nano:I4 fixType:U1 \
    flags:X1(gnssFixOK,diffSoln,_1,vehRollValid,vehPitchValid,vehHeadingValid,carrSoln:2) \
    flags2:X1(_5,confirmedAvai,confirmedDate,confirmedTime) numSV:U1 lon:I4*1e-7 lat:I4*1e-7 \
    height:I4 hMSL:I4 hAcc:U4 vAcc:U4 velN:I4 velE:I4 velD:I4 gSpeed:I4 sAcc:U4 vehRoll:I4*1e-5 \
    vehPitch:I4*1e-5 vehHeading:I4*1e-5 motHeading:I4*1e-5 accRoll:U2*1e-2 accPitch:U2*1e-2 \
    accHeading:U2*1e-2 magDec:I2*1e-2 magAcc:U2*1e-2 errEllipseOrient:U2*1e-2 errEllipseMajor:U4 \
    errEllipseMinor:U4 _4 _4
    NAV-RELPOSNED 01-3C 40 M8 version:U1==0 _1 refStationID:U2 iTOW:U4 relPosN:I4*1+relPosHPN \
    relPosE:I4*1+relPosHPE relPosD:I4*1+relPosHPD relPosHPN:I1*1e-2 relPosHPE:I1*1e-2 \
    relPosHPD:I1*1e-2 _1 accN:U4*1e-1 accE:U4*1e-1 accD:U4*1e-1 flags:X4(gnssFixOK,diffSoln,\
    relPosValid,carrSoln:2,isMoving,refPosMiss,refObsMiss,relPosHeadingValid,relPosNormalized)
    NAV-RELPOSNED 01-3C 64 F9 version:U1=1 _1 refStationID:U2 iTOW:U4 relPosN:I4*1+relPosHPN \
    relPosE:I4*1+relPosHPE relPosD:I4*1+relPosHPD relPosLength:I4*1+relPosHPLength \
    relPosHeading:I4*1e-5 _4 relPosHPN:I1*1e-2 relPosHPE:I1*1e-2 relPosHPD:I1*1e-2 \
    relPosHPLength:I1*1e-2 accN:U4*1e-1 accE:U4*1e-1 accD:U4*1e-1 accLength:U4*1e-1 \
    accHeading:U4*1e-5 _4 flags:X4(gnssFixOK,diffSoln,relPosValid,carrSoln:2,isMoving,refPosMiss,\
    refObsMiss,relPosHeadingValid,relPosNormalized)
    NAV-SVIN 01-3B 40 F9 version:U1 _3 iTOW:U4 dur:U4 meanX:I4 meanY:I4 meanZ:I4 meanXHP:I1 \
    meanYHP:I1 meanZHP:I1 _1 meanAcc:U4 obs:U4 valid:U1 active:U1 _2
    NAV-AOPSTATUS 01-60 16 M8 iTOW:U4 aopCfg:U1 status:U1 _10
    NAV-AOPSTATUS 01-60 20 G6 iTOW:U4 config:U1 status:U1 _1 _1 avail:U4 _4 _4
    NAV-DGPS 01-31 16+ M8 iTOW:U4 age:I4 baseId:I2 baseHealth:I2 numCh:U1 status:U1 _2 numCh[ \
    svid:U1 flags:X1(channel:4,dgpsUsed) ageC:U2 prc:R4 prrc:R4 ]
    NAV-NMI 01-28 16 M10 iTOW:U4 version:U1 _4 gpsNmiFlags:X1(wnoCheckedGPS,wnoInvalidGPS,\
    UTCORefCheckedGPS,UTCORefInvalidGPS) gpsLsFlags:X1(lsValGPS,dnRangeGPS,totRangeGPS,lsEventGPS,\
    recNowGPS) galNmiFlags:X1(wnoCheckedGAL,wnoInvalidGAL) galLsFlags:X1(lsValGAL,dnRangeGAL,\
    totRangeGAL,lsEventGAL,recNowGAL) bdsNmiFlags:X1(wnoCheckedBDS,wnoInvalidBDS) \
    bdsLsFlags:X1(lsValBDS,dnRangeBDS,totRangeBDS,lsEventBDS,recNowBDS) \
    gloNmiFlags:X1(wnoCheckedGLO,wnoInvalidGLO)
    NAV-ORB 01-34 8+ M10 iTOW:U4 version:U1=1 numSv:U1 _2 numSv[ gnssId:U1 svId:U1 \
    svFlag:X1(health:2,visibility:2) eph:X1(ephUsability:5,ephSource:3) alm:X1(almUsability:5,\
    almSource:3) otherOrb:X1(anoAopUsability:5,type:3) ]
    NAV-SBAS 01-32 12+ M10 iTOW:U4 geo:U1 mode:U1 sys:I1=-1 service:X1(Ranging,Corrections,\
    Integrity,Testmode,Bad) cnt:U1 statusFlags:X1(integrityUsed:2) _2 cnt[ svid:U1 flags:U1 \
    udre:U1 svSys:U1 svService:U1 _1 prc:I2 _2 ic:I2 ]
    NAV-SLAS 01-42 20+ M10 iTOW:U4 version:U1 _3 gmsLon:I4*1e-3 gmsLat:I4*1e-3 gmsCode:U1 \
    qzssSvId:U1 serviceFlags:X1(gmsAvailable,qzssSvAvailable,testMode) cnt:U1 cnt[ gnssID:U1 \
    svId:U1 _1 _3 prc:I2 ]
    NAV-TIMEBDS 01-24 20 M10 iTOW:U4 SOW:U4 fSOW:I4 week:I2 leapS:I1 valid:X1(sowValid,weekValid,\
    leapSValid) tAcc:U4
    NAV-TIMEGAL 01-25 20 M10 iTOW:U4 galTow:U4 fGalTow:I4 galWno:I2 leapS:I1 valid:X1(galTowValid,\
    galWnoValid,leapSValid) tAcc:U4
    NAV-TIMEGLO 01-23 20 M10 iTOW:U4 TOD:U4 fTOD:I4 Nt:U2 N4:U1 valid:X1(todValid,dateValid) \
    tAcc:U4
    NAV-TIMENAVIC 01-63 20 F10 iTOW:U4 NavICTow:U4 fNavICTow:I4 NavICWno:I2 leapS:I1 \
    valid:X1(NavICTowValid,NavICWnoValid,leapSValid) tAcc:U4
    NAV-TIMEQZSS 01-27 20 M10 iTOW:U4 qzssTow:U4 fQzssTow:I4 qzssWno:I2 leapS:I1 \
    valid:X1(qzssTowValid,qzssWnoValid,leapSValid) tAcc:U4
    NAV-TIMETRUSTED 01-64 40 X20 version:U1=1 refSys:U1 validFlags:X1(trustedTimeValid,\
    deltaTimeValid) _1 iTOW:U4 iniWho:U2 propWho:U2 iniTow:U4 propTow:U4 iniTAcc:U4 propTAcc:U4 \
    deltaS:I4 deltaMs:I4 _4
    """
  }
}
