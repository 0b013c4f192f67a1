extension UBXCatalogue {
  /// Class RXM: raw measurements and corrections.
  ///
  /// `UBXRow` explains the notation.
  static var manager: StaticString {
    """
    RXM-ALM 02-30 8+ G6 svid:U4 week:U4 ? dwrd:U4[8]
    RXM-COR 02-34 12 F9 version:U1=1 ebno:U1*2^-3 _2 statusInfo:X4(protocol:5,errStatus:2,\
    msgUsed:2,correctionId:16,msgTypeValid,msgSubTypeValid,msgInputHandle,msgEncrypted:2,\
    msgDecrypted:2) msgType:U2 msgSubType:U2
    RXM-EPH 02-31 8+ G6 svid:U4 how:U4 ? sf1d:U4[8] sf2d:U4[8] sf3d:U4[8]
    RXM-IMES 02-61 4+ M8 numTx:U1 version:U1=1 _2 numTx[ _1 txId:U1 _3 cno:U1 _2 doppler:I4*2^-12 \
    position1_1:X4(pos1Floor:8,pos1Lat:23) position1_2:X4(pos1Lon:24,pos1Valid) \
    position2_1:X4(pos2Floor:8,pos2Alt:12,pos2Acc:2,pos2Valid) lat:I4*180*2^-24 lon:I4*360*2^-32 \
    shortIdFrame:X4(shortId:12,shortValid,shortBoundary) mediumIdLSB:U4 mediumId_2:X4(mediumIdMSB,\
    mediumValid,mediumBoundary) ]
    RXM-MEAS20 02-84 1+ M10 payload:U1[*]
    RXM-MEAS50 02-86 1+ M10 payload:U1[*]
    RXM-MEASC12 02-82 1+ M10 payload:U1[*]
    RXM-MEASD12 02-80 1+ M10 payload:U1[*]
    RXM-MEASX 02-14 44+ M8 version:U1=1 _3 gpsTOW:U4 gloTOW:U4 bdsTOW:U4 _4 qzssTOW:U4 \
    gpsTOWacc:U2*2^-4 gloTOWacc:U2*2^-4 bdsTOWacc:U2*2^-4 _2 qzssTOWacc:U2*2^-4 numSv:U1 \
    flags:X1(towSet:2) _8 numSv[ gnssId:U1 svId:U1 cNo:U1 mpathIndic:U1 dopplerMS:I4*4e-2 \
    dopplerHz:I4*2e-1 wholeChips:U2 fracChips:U2 codePhase:U4*2^-21 intCodePhase:U1 \
    pseuRangeRMSErr:U1 _2 ]
    RXM-PMP 02-72 528 D9S version:U1==0 _3 timeTag:U4 uniqueWord1:U4 uniqueWord2:U4 \
    serviceIdentifier:U2 spare:U1 uniqueWordBitErrors:U1 userData:U[504] fecBits:U2 ebno:U1*2^-3 _1
    RXM-PMP 02-72 24+ D9S version:U1=1 _1 numBytesUserData:U2 timeTag:U4 uniqueWord1:U4 \
    uniqueWord2:U4 serviceIdentifier:U2 spare:U1 uniqueWordBitErrors:U1 fecBits:U2 ebno:U1*2^-3 _1 \
    userData:U[numBytesUserData]
    RXM-POSREQ 02-40 0 G6
    RXM-QZSSL6 02-73 264 D9C version:U1=1 svId:U1 cno:U2*2^-8 timeTag:U4 groupDelay:U1 \
    bitErrCorr:U1 chInfo:X2(_8,chn:2,msgName,_1,errStatus:2,chName:2) _2 msgBytes:X[250]
    RXM-RAW 02-10 8+ G6 iTOW:I4 week:I2 numSV:U1 _1 numSV[ cpMes:R8 prMes:R8 doMes:R4 sv:U1 \
    mesQI:I1 cno:I1 lli:U1 ]
    RXM-RAWX 02-15 16+ F9 rcvTow:R8 week:U2 leapS:I1 numMeas:U1 recStat:X1(leapSec,clkReset,_4,\
    msgSource:2) _3 numMeas[ prMes:R8 cpMes:R8 doMes:R4 gnssId:U1 svId:U1 sigId:U1 freqId:U1 \
    locktime:U2 cno:U1 prStdev:X1(prStd:4) cpStdev:X1(cpStd:4) doStdev:X1(doStd:4) \
    trkStat:X1(prValid,cpValid,halfCyc,subHalfCyc) _1 ]
    RXM-RLM 02-59 16 F9 version:U1 type:U1=1 svId:U1 _1 beacon:U8 message:U1 params:U[2] _1
    RXM-RLM 02-59 28 F9 version:U1 type:U1=2 svId:U1 _1 beacon:U8 message:U1 params:U[12] _3
    RXM-SFRB 02-11 42 G6 chn:U1 svid:U1 dwrd:X4[10]
    RXM-SFRBX 02-13 8+ M10 gnssId:U1 svId:U1 sigId:U1 freqId:U1 numWords:U1 chn:U1 version:U1=2 _1 \
    dwrd:U4[numWords]
    RXM-SPARTN 02-33 8 F9 version:U1=1 flags:X1(_1,msgUsed:2) subType:U2 _2 msgType:U2
    RXM-SPARTN-KEY 02-36 4+ F9 version:U1=1 numKeys:U1 _2 numKeys[ encryptAlgorithm:U1 \
    keyLengthBytes:U1=16 validFromWno:U2 validFromTow:U4 ] key:U1[*]
    RXM-SVSI 02-20 8+ M8 iTOW:U4 week:I2 numVis:U1 numSV:U1 numSV[ svid:U1 svFlag:X1(ura:4,healthy,\
    ephVal,almVal,notAvail) azim:I2 elev:I1 age:X1(almAge:4,ephAge:4) ]
    RXM-TM 02-74 8+ F9T version:U1 numMeas:U1 _6 numMeas[ edgeInfo:X4(channel:4,edgeType) count:U2 \
    wno:U2 towMs:U4 towSubMsR:U4 _8 ]
    """
  }
}
