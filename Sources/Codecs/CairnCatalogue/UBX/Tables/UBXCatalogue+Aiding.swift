extension UBXCatalogue {
  /// Class AID: assistance for receivers up to the eighth generation; among forms of equal length, the more
  /// frequent one comes first.
  ///
  /// `UBXRow` explains the notation.
  static var aiding: StaticString {
    """
    AID-DATA 0B-10 0 G6
    AID-REQ 0B-00 0 G6
    AID-INI 0B-01 48 M8 ecefXOrLat:I4 ecefYOrLon:I4 ecefZOrAlt:I4 posAcc:U4 tmCfg:X2 wn:U2 tow:U4 \
    towNs:I4 tAccMs:U4 tAccNs:U4 clkDOrFreq:I4 clkDAccOrFreqAcc:U4 flags:X4
    AID-HUI 0B-02 72 M8 health:X4 utcA0:R8 utcA1:R8 utcTOW:I4 utcWNT:I2 utcLS:I2 utcWNF:I2 \
    utcDNs:I2 utcLSF:I2 utcSpare:I2 klobA0:R4 klobA1:R4 klobA2:R4 klobA3:R4 klobB0:R4 klobB1:R4 \
    klobB2:R4 klobB3:R4 flags:X4
    AID-ALM 0B-30 8+ M8 svid:U4 week:U4 *[ dwrd:U4 ]
    AID-ALM 0B-30 0-7 M8 *[ svid:U1 ]
    AID-EPH 0B-31 8+ M8 svid:U4 how:U4 *[ sf1d1:U4 sf1d2:U4 sf1d3:U4 sf1d4:U4 sf1d5:U4 sf1d6:U4 \
    sf1d7:U4 sf1d8:U4 sf2d1:U4 sf2d2:U4 sf2d3:U4 sf2d4:U4 sf2d5:U4 sf2d6:U4 sf2d7:U4 sf2d8:U4 \
    sf3d1:U4 sf3d2:U4 sf3d3:U4 sf3d4:U4 sf3d5:U4 sf3d6:U4 sf3d7:U4 sf3d8:U4 ]
    AID-EPH 0B-31 0-7 M8 *[ svid:U1 ]
    AID-AOP 0B-33 68 M8 gnssId:U1 svId:U1 _2 data:U[64]
    AID-AOP 0B-33 0-7 M8 *[ svid:U1 ]
    AID-ALP 0B-50 24 G6 predTow:U4 predDur:U4 age:I4 predWno:U2 almWno:U2 _4 svs:U1 _3
    AID-ALP 0B-50 1 G6 acknak:U1
    AID-ALP 0B-50 0+ G6 *[ alpData:U2 ]
    AID-ALPSRV 0B-32 8+ G6 idSize:U1 type:U1==255 ofs:U2 size:U2 fileId:U2 size[ data:U2 ]
    AID-ALPSRV 0B-32 16 G6 idSize:U1 type:U1 ofs:U2 size:U2 fileId:U2 dataSize:U2 id1:U1 id2:U1 \
    id3:U4
    AID-ALPSRV 0B-32 16+ G6 idSize:U1 type:U1 ofs:U2 size:U2 fileId:U2 dataSize:U2 id1:U1 id2:U1 \
    id3:U4 dataSize[ data:U1 ]
    """
  }
}
