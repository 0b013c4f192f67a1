extension UBXCatalogue {
  /// Classes INF and SEC: text notices, security.
  ///
  /// `UBXRow` explains the notation.
  static var notices: StaticString {
    """
    INF-ERROR 04-00 0+ M10 message:CH[*]
    INF-WARNING 04-01 0+ M10 message:CH[*]
    INF-NOTICE 04-02 0+ M10 message:CH[*]
    INF-TEST 04-03 0+ M10 message:CH[*]
    INF-DEBUG 04-04 0+ M10 message:CH[*]
    SEC-OSNMA 27-0A 20+ X20 version:U1 nmaHeader:X1(headerAuthStatus,nmaStatus:2,chainInForce:2,\
    CPKS:3) osnmaMonitoring:X1(osnmaEnabled,numSVs:5,nmaHeaderUpdate:2) \
    timeSyncReq:X1(timSyncEnabled,timSyncStatus:3,timSyncReqDiff:4) _4 \
    dsmAuthentication:X4(dsmAuthenticationStatus:6,hashFunction:2,macFunction:2,pubKeyId:4,\
    macLookupTable:8,keySize:4,macSize:4,fromNVS) teslaKey:X4(teslaKeyAuthStatus:3,wnSf:12,\
    towSf:15,chainId:2) generalAndTiming:X4(authSVs:6,authNumTim:6,timingAuthResult:2,macAdkdType,\
    pubKeySrc:2,merkleRootSrc:2,merkleRootVal,futureMerkleRootSrc:2,futureMerkleRootVal,pubKeyVal,\
    futurePubKeyVal,futurePubKeySrc:2,futurePubKeyId:4) authSVs[ bitfield1:X2(IODE:10,authNum:5,\
    authStatus) svId:U1 _1 ]
    SEC-SIGLOG 27-10 8+ M10 version:U1=1 numEvents:U1 _6 numEvents[ timeElapsed:U4 \
    detectionType:U1 eventType:U1 _2 ]
    SEC-SIGN 27-01 40 M8 version:U1=1 _3 classID:U1 messageID:U1 checksum:U2 hash:U[32]
    """
  }
}
