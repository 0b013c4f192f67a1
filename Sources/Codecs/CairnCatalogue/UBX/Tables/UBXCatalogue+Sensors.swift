extension UBXCatalogue {
  /// Classes ESF and HNR: motion sensors, dead reckoning and high-rate navigation.
  ///
  /// `UBXRow` explains the notation.
  static var sensors: StaticString {
    """
    ESF-ALG 10-14 16 HPS iTOW:U4 version:U1=1 flags:X1(autoMntAlgOn,status:3) \
    error:X1(tiltAlgError,yawAlgError,angleError) _1 yaw:U4*1e-2 pitch:I2*1e-2 roll:I2*1e-2
    ESF-CAL 10-04 12+ pyubx2 sTtag:U4 version:U1 _3 _4 *[ data:X4(dataField:24,dataType:6,_2) ]
    ESF-INS 10-15 36 HPS flags:X4(version:8=1,xAngRateValid,yAngRateValid,zAngRateValid,\
    xAccelValid,yAccelValid,zAccelValid) _4 iTOW:U4 xAngRate:I4*1e-3 yAngRate:I4*1e-3 \
    zAngRate:I4*1e-3 xAccel:I4*1e-2 yAccel:I4*1e-2 zAccel:I4*1e-2
    ESF-MEAS 10-02 8+ HPS timeTag:U4 flags:X2(timeMarkSent:2,timeMarkEdge,calibTtagValid,_7,\
    numMeas:5) id:U2 *[ data:X4(dataField:24,dataType:6,_2) ]
    ESF-RAW 10-03 4+ HPS _4 *[ data:X4 sTag:X4 ]
    ESF-RESETALG 10-13 0 HPS
    ESF-STATUS 10-10 16+ HPS iTOW:U4 version:U1=2 initStatus1:X1(wtInitStatus:2,mntAlgStatus:3,\
    insInitStatus:3) initStatus2:X1(imuInitStatus:2) _5 fusionMode:U1 _2 numSens:U1 numSens[ \
    sensStatus1:X1(type:6,used,ready) sensStatus2:X1(calibStatus:2,timeStatus:2) freq:U1 \
    faults:X1(badMeas,badTTag,missingMeas,noisyMeas) ]
    HNR-ATT 28-01 32 M8 iTOW:U4 version:U1 _3 roll:I4*1e-5 pitch:I4*1e-5 heading:I4*1e-5 \
    accRoll:U4*1e-5 accPitch:U4*1e-5 accHeading:U4*1e-5
    HNR-INS 28-02 36 M8 flags:X4(version:8=1,xAngRateValid,yAngRateValid,zAngRateValid,xAccelValid,\
    yAccelValid,zAccelValid) _4 iTOW:U4 xAngRate:I4*1e-3 yAngRate:I4*1e-3 zAngRate:I4*1e-3 \
    xAccel:I4*1e-2 yAccel:I4*1e-2 zAccel:I4*1e-2
    """
  }
}
