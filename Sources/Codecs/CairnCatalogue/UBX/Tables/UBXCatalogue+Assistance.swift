extension UBXCatalogue {
  /// Class MGA: assistance for several systems.
  ///
  /// `UBXRow` explains the notation.
  static var assistance: StaticString {
    """
    MGA-SF 13-10 0 HPS
    MGA-ANO 13-20 76 M8 type:U1==0 version:U1 svId:U1 gnssId:U1 year:U1 month:U1 day:U1 _1 \
    data:U[64] _4
    MGA-BDS-ALM 13-03 40 M8 type:U1==2 version:U1 svId:U1 _1 Wna:U1 toa:U1*2^-12 deltaI:I2*2^-19 \
    sqrtA:U4*2^-11 e:U4*2^-21 omega:I4*2^-23 M0:I4*2^-23 Omega0:I4*2^-23 omegaDot:I4*2^-38 \
    a0:I2*2^-20 a1:I2*2^-38 _4
    MGA-BDS-EPH 13-03 88 M8 type:U1==1 version:U1 svId:U1 _1 SatH1:U1 IODC:U1 a2:I2*2^-66 \
    a1:I4*2^-50 a0:I4*2^-33 toc:U4*8 TGD1:I2*1e-1 URAI:U1 IODE:U1 toe:U4*8 sqrtA:U4*2^-19 \
    e:U4*2^-33 omega:I4*2^-31 Deltan:I2*2^-43 IDOT:I2*2^-43 M0:I4*2^-31 Omega0:I4*2^-31 \
    OmegaDot:I4*2^-43 i0:I4*2^-31 Cuc:I4*2^-31 Cus:I4*2^-31 Crc:I4*2^-6 Crs:I4*2^-6 Cic:I4*2^-31 \
    Cis:I4*2^-31 _4
    MGA-BDS-HEALTH 13-03 68 M8 type:U1==4 version:U1 _2 healthCode:U2[30] _4
    MGA-BDS-IONO 13-03 16 M8 type:U1==6 version:U1 _2 alpha0:I1*2^-30 alpha1:I1*2^-27 \
    alpha2:I1*2^-24 alpha3:I1*2^-24 beta0:I1*2048 beta1:I1*16384 beta2:I1*65536 beta3:I1*65536 _4
    MGA-BDS-UTC 13-03 20 M8 type:U1==5 version:U1 _2 a0UTC:I4*2^-30 a1UTC:I4*2^-50 dtLS:I1 _1 \
    wnRec:U1 wnLSF:U1 dN:U1 dtLSF:I1 _2
    MGA-FLASH-ACK 13-21 6 M8 type:U1==3 version:U1 ack:U1 _1 sequence:U2
    MGA-FLASH-DATA 13-21 6+ M8 type:U1==1 version:U1 sequence:U2 size:U2 size[ data:U1 ]
    MGA-FLASH-STOP 13-21 2 M8 type:U1==2 version:U1
    MGA-GAL-ALM 13-02 32 M8 type:U1==2 version:U1 svId:U1 _1 ioda:U1 almWNa:U1 toa:U2*600 \
    deltaSqrtA:I2*2^-9 e:U2*2^-16 deltaI:I2*2^-14 omega0:I2*2^-15 omegaDot:I2*2^-33 omega:I2*2^-15 \
    m0:I2*2^-15 af0:I2*2^-19 af1:I2*2^-38 healthE1B:U1 healthE5b:U1 _4
    MGA-GAL-EPH 13-02 76 M8 type:U1==1 version:U1 svId:U1 _1 iodNav:U2 deltaN:I2*2^-43 m0:I4*2^-31 \
    e:U4*2^-33 sqrtA:U4*2^-19 omega0:I4*2^-31 i0:I4*2^-31 omega:I4*2^-31 omegaDot:I4*2^-43 \
    iDot:I2*2^-43 cuc:I2*2^-29 cus:I2*2^-29 crc:I2*2^-5 crs:I2*2^-5 cic:I2*2^-29 cis:I2*2^-29 \
    toe:U2*60 af0:I4*2^-34 af1:I4*2^-46 af2:I1*2^-59 sisaIndexE1E5b:U1 toc:U2*60 bgdE1E5b:I2 _2 \
    healthE1B:U1 dataValidityE1B:U1 healthE5b:U1 dataValidityE5b:U1 _4
    MGA-GAL-OSNMA-MERKLE 13-02 36 OSNMA type:U1==8 version:U1 bitfield0:X1(applicabilityTime) _1 \
    treeNode:U[32]
    MGA-GAL-OSNMA-PUBKEY 13-02 72 OSNMA type:U1==7 version:U1 bitfield0:X1(pubKeyId:4,\
    pubKeyType:4) _1 pubKeyPoint:U[67] _1
    MGA-GAL-TIMEOFFSET 13-02 12 M8 type:U1==3 version:U1 _2 a0G:I2*2^-35 a1G:I2*2^-51 t0G:U1*3600 \
    wn0G:U1 _2
    MGA-GAL-UTC 13-02 20 M8 type:U1==5 version:U1 _2 a0:I4*2^-30 a1:I4*2^-50 dtLS:I1 tot:U1*3600 \
    wnt:U1 wnLSF:U1 dN:U1 dTLSF:I1 _2
    MGA-GLO-ALM 13-06 36 M8 type:U1==2 version:U1 svId:U1 _1 N:U2 M:U1 C:U1 tau:I2*2^-18 \
    epsilon:U2*2^-20 lambda:I4*2^-20 deltaI:I4*2^-20 tLambda:U4*2^-5 deltaT:I4*2^-9 \
    deltaDT:I1*2^-14 H:I1 omega:I2 _4
    MGA-GLO-EPH 13-06 48 M8 type:U1==1 version:U1 svId:U1 _1 FT:U1 B:U1 M:U1 H:I1 x:I4*2^-11 \
    y:I4*2^-11 z:I4*2^-11 dx:I4*2^-20 dy:I4*2^-20 dz:I4*2^-20 ddx:I1*2^-30 ddy:I1*2^-30 \
    ddz:I1*2^-30 tb:U1*15 gamma:I2*2^-40 E:U1 deltaTau:I1*2^-30 tau:I4*2^-30 _4
    MGA-GLO-TIMEOFFSET 13-06 20 M8 type:U1==3 version:U1 N:U2 tauC:I4*2^-27 tauGps:I4*2^-31 \
    B1:I2*2^-10 B2:I2*2^-16 _4
    MGA-GPS-ALM 13-00 36 M8 type:U1==2 version:U1 svId:U1 svHealth:U1 e:U2*2^-21 almWNa:U1 \
    toa:U1*4096 deltaI:I2*2^-19 omegaDot:I2*2^-38 sqrtA:U4*2^-11 omega0:I4*2^-23 omega:I4*2^-23 \
    m0:I4*2^-23 af0:I2*2^-20 af1:I2*2^-38 _4
    MGA-GPS-EPH 13-00 68 M8 type:U1==1 version:U1 svId:U1 _1 fitInterval:U1 uraIndex:U1 \
    svHealth:U1 tgd:I1*2^-31 iodc:U2 toc:U2*16 _1 af2:I1*2^-55 af1:I2*2^-43 af0:I4*2^-31 \
    crs:I2*2^-5 deltaN:I2*2^-43 m0:I4*2^-31 cuc:I2*2^-29 cus:I2*2^-29 e:U4*2^-33 sqrtA:U4*2^-19 \
    toe:U2*16 cic:I2*2^-29 omega0:I4*2^-31 cis:I2*2^-29 crc:I2*2^-5 i0:I4*2^-31 omega:I4*2^-31 \
    omegaDot:I4*2^-43 idot:I2*2^-43 _2
    MGA-GPS-HEALTH 13-00 40 M8 type:U1==4 version:U1 _2 healthCode:U1[32] _4
    MGA-GPS-IONO 13-00 16 M8 type:U1==6 version:U1 _2 ionoAlpha0:I1*2^-30 ionoAlpha1:I1*2^-27 \
    ionoAlpha2:I1*2^-24 ionoAlpha3:I1*2^-24 ionoBeta0:I1*2048 ionoBeta1:I1*16384 \
    ionoBeta2:I1*65536 ionoBeta3:I1*65536 _4
    MGA-GPS-UTC 13-00 20 M8 type:U1==5 version:U1 _2 utcA0:I4*2^-30 utcA1:I4*2^-50 utcDtLS:I1 \
    utcTot:U1*4096 utcWNt:U1 utcWNlsf:U1 utcDn:U1 utcDtLSF:I1 _2
    MGA-INI-ATT 13-40 28 HPS type:U1==64 version:U1 age:U2 roll:I4*1e-5 pitch:I4*1e-5 \
    heading:I4*1e-5 accRoll:U4*1e-5 accPitch:U4*1e-5 accHeading:U4*1e-5
    MGA-INI-CLKD 13-40 12 M8 type:U1==32 version:U1 _2 clkD:I4 clkDAcc:U4
    MGA-INI-EOP 13-40 72 M8 type:U1==48 version:U1 _2 d2kRef:U2 d2kMax:U2 xpP0:I4*2^-30 \
    xpP1:I4*2^-30 ypP0:I4*2^-30 ypP1:I4*2^-30 dUT1:I4*2^-25 ddUT1:I4*2^-30 _40
    MGA-INI-FREQ 13-40 12 M8 type:U1==33 version:U1 _1 flags:X1(source:4,fall) freq:I4*1e-2 \
    freqAcc:U4
    MGA-INI-POS-XYZ 13-40 20 M8 type:U1==0 version:U1 _2 ecefX:I4 ecefY:I4 ecefZ:I4 posAcc:U4
    MGA-INI-TIME-GNSS 13-40 24 M8 type:U1==17 version:U1 ref:X1(source:4,fall,last) gnssId:U1 _2 \
    week:U2 tow:U4 ns:U4 tAccS:U2 _2 tAccNs:U4
    MGA-QZSS-ALM 13-05 36 M8 type:U1==2 version:U1 svId:U1 svHealth:U1 e:U2*2^-21 almWNa:U1 \
    toa:U1*4096 deltaI:I2*2^-19 omegaDot:I2*2^-38 sqrtA:U4*2^-11 omega0:I4*2^-23 omega:I4*2^-23 \
    m0:I4*2^-23 af0:I2*2^-20 af1:I2*2^-38 _4
    MGA-QZSS-EPH 13-05 68 M8 type:U1==1 version:U1 svId:U1 _1 fitInterval:U1 uraIndex:U1 \
    svHealth:U1 tgd:I1*2^-31 iodc:U2 toc:U2*16 _1 af2:I1*2^-55 af1:I2*2^-43 af0:I4*2^-31 \
    crs:I2*2^-5 deltaN:I2*2^-43 m0:I4*2^-31 cuc:I2*2^-29 cus:I2*2^-29 e:U4*2^-33 sqrtA:U4*2^-19 \
    toe:U2*16 cic:I2*2^-29 omega0:I4*2^-31 cis:I2*2^-29 crc:I2*2^-5 i0:I4*2^-31 omega:I4*2^-31 \
    omegaDot:I4*2^-43 idot:I2*2^-43 _2
    MGA-QZSS-HEALTH 13-05 12 M8 type:U1==4 version:U1 _2 healthCode:U1[5] _3
    MGA-SF-INI 13-10 96+ HPS type:U1==0 version:U1 nValA:U1 nValB:U1 age:U2 _90 nValA[ valA:U8 ] \
    nValB[ valB:U8 ]
    MGA-SF-INI2 13-10 464 HPS type:U1==16 version:U1 _462
    """
  }
}
