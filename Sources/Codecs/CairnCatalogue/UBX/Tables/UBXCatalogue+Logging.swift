extension UBXCatalogue {
  /// Class LOG: logging.
  ///
  /// `UBXRow` explains the notation.
  static var logging: StaticString {
    """
    LOG-BATCH 21-11 100 M8 version:U1 contentValid:X1(extraPvt,extraOdo) msgCnt:U2 iTOW:U4 year:U2 \
    month:U1 day:U1 hour:U1 min:U1 sec:U1 valid:X1(validDate,validTime) tAcc:U4 fracSec:I4 \
    fixType:U1 flags:X1(gnssFixOK,diffSoln,psmState:3) flags2:X1 numSV:U1 lon:I4*1e-7 lat:I4*1e-7 \
    height:I4 hMSL:I4 hAcc:U4 vAcc:U4 velN:I4 velE:I4 velD:I4 gSpeed:I4 headMot:I4*1e-5 sAcc:U4 \
    headAcc:U4*1e-5 pDOP:U2*1e-2 _2 distance:U4 totalDistance:U4 distanceStd:U4 _4
    LOG-CREATE 21-07 8 M8 version:U1 logCfg:X1(circular) _1 logSize:U1 userDefinedSize:U4
    LOG-ERASE 21-03 0 M8
    LOG-FINDTIME 21-0E 10 M8 version:U1 type:U1 year:U2 month:U1 day:U1 hour:U1 minute:U1 \
    second:U1 _1
    LOG-FINDTIME 21-0E 8 M8 version:U1=1 type:U1=1 _2 entryNumber:U4=4294967295
    LOG-INFO 21-08 48 M8 version:U1=1 _3 filestoreCapacity:U4 _8 currentMaxLogSize:U4 \
    currentLogSize:U4 entryCount:U4 oldestYear:U2 oldestMonth:U1 oldestDay:U1 oldestHour:U1 \
    oldestMinute:U1 oldestSecond:U1 _1 newestYear:U2 newestMonth:U1 newestDay:U1 newestHour:U1 \
    newestMinute:U1 newestSecond:U1 _1 status:X1(_3,recording,inactive,circular) _3
    LOG-RETRIEVE 21-09 12 M8 startNumber:U4 entryCount:U4 version:U1 _3
    LOG-RETRIEVEBATCH 21-10 4 M8 version:U1 flags:X1(sendMonFirst) _2
    LOG-RETRIEVEPOS 21-0B 40 M8 entryIndex:U4 lon:I4*1e-7 lat:I4*1e-7 hMSL:I4 hAcc:U4 gSpeed:U4 \
    heading:U4*1e-5 version:U1 fixType:U1 year:U2 month:U1 day:U1 hour:U1 minute:U1 second:U1 _1 \
    numSV:U1 _1
    LOG-RETRIEVEPOSEXTRA 21-0F 32 M8 entryIndex:U4 version:U1 _1 year:U2 month:U1 day:U1 hour:U1 \
    minute:U1 second:U1 _3 distance:U4 _12
    LOG-RETRIEVESTRING 21-0D 16+ M8 entryIndex:U4 version:U1 _1 year:U2 month:U1 day:U1 hour:U1 \
    minute:U1 second:U1 _1 byteCount:U2 byteCount[ bytes:U1 ]
    LOG-STRING 21-04 0+ M8 *[ bytes:U1 ]
    """
  }
}
