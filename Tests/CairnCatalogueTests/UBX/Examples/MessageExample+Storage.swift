extension MessageExample {
  /// Class LOG; frames are those that pyubx2 1.4.0 makes of the same values.
  static let logging = [
    MessageExample("LOG-RETRIEVEBATCH", "b56221100400000100003693", "sendMonFirst"),
    MessageExample(
      "LOG-CREATE",
      "b562210708000001000200100000436a",
      "circular logSize=2 userDefinedSize=4096"),
    MessageExample("LOG-ERASE", "b56221030000248d", ""),
    MessageExample(
      "LOG-RETRIEVE",
      "b56221090c000a000000000100000000000041be",
      "startNumber=10 entryCount=256"),
    MessageExample(
      "LOG-FINDTIME",
      "b562210e0a000000e807021d173b3a00d38b",
      "year=2024 month=2 day=29 hour=23 minute=59 second=58"),
    MessageExample(
      "LOG-FINDTIME",
      "b562210e080001010000ffffffff357b",
      "version=1 type=1 entryNumber=4294967295"),
    MessageExample(
      "LOG-RETRIEVESTRING",
      "b562210d1200030000000000e807021d01020300020068692a34",
      "entryIndex=3 year=2024 month=2 day=29 hour=1 minute=2 second=3 byteCount=2 { "
        + "bytes=104 } { bytes=105 }"),
    MessageExample(
      "LOG-BATCH",
      "b562211164000002ffff07000000e80701010000000305000000fbffffff0301000040ff100520c7291c00"
        + "000000000000000000000000000000ffffffff000000000000000000000000000000000000000000000000"
        + "000000000c0000002200000001000000000000003dfd",
      "extraOdo msgCnt=65535 iTOW=7 year=2024 month=1 day=1 validDate validTime tAcc=5 "
        + "fracSec=-5 fixType=3 gnssFixOK lon=8.5 lat=47.25 velN=-1 distance=12 totalDistance=34 "
        + "distanceStd=1"),
    MessageExample("LOG-STRING", "b562210402006869f81b", "{ bytes=104 } { bytes=105 }"),
    MessageExample("LOG-FINDTIME", "01010000 05000000", "version=1 type=1 entryNumber=5"),
  ]

  /// Classes MGA and AID; frames are those that pyubx2 1.4.0 makes of the same values.
  static let assistance = [
    MessageExample(
      "MGA-INI-POS-XYZ",
      "b562134014000000000068ea8b19aec526fc612ccb1ba08601008ce5",
      "ecefX=428599912 ecefY=-64567890 ecefZ=466300001 posAcc=100000"),
    MessageExample(
      "MGA-INI-TIME-GNSS",
      "b562134018001100200200008c057f3a0900ffc99a3b0100000040420f002061",
      "type=17 last gnssId=2 week=1420 tow=604799 ns=999999999 tAccS=1 tAccNs=1000000"),
    MessageExample(
      "MGA-ANO",
      "b56213204c0000000c061a0b1500000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c"
        + "1d1e1f202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f00000000ab61",
      "svId=12 gnssId=6 year=26 month=11 day=21 "
        + "data=x000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f2021222324252627"
        + "28292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f"),
    MessageExample(
      "MGA-DBD",
      "b56213801100000000000000000000000000010203feffa7e3",
      "{ data=1 } { data=2 } { data=3 } { data=254 } { data=255 }"),
    MessageExample(
      "MGA-NAK-DATA0",
      "00 00 01 40 10000012",
      "infoCode=1 msgId=64 msgPayloadStart=301989904"),
    MessageExample(
      "MGA-FLASH-DATA",
      "01 00 0000 0300 010203",
      "type=1 size=3 { data=1 } { data=2 } { data=3 }"),
    MessageExample(
      "MGA-SF-INI",
      "00 00 02 01 00*92 0100000000000000 0200000000000000 0300000000000000",
      "nValA=2 nValB=1 { valA=1 } { valA=2 } { valB=3 }"),
    MessageExample(
      "AID-ALPSRV",
      "08 ff 0000 0400 0000 0100 0200 0300 0400",
      "idSize=8 type=255 size=4 { data=1 } { data=2 } { data=3 } { data=4 }"),
    MessageExample("AID-ALPSRV", "10 00 0000 04 00*11", "idSize=16 size=4"),
    MessageExample("AID-EPH", "07000000 00000000", "svid=7"),
    MessageExample("AID-EPH", "07000000 01 00*35 efcdab 00*61", "svid=7 how=1 { sf2d1=11259375 }"),
  ]
}
