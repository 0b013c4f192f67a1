public import CairnUBX

// The names follow Galileo's OSNMA Signal-In-Space Interface Control Document, which lists the
// values.

extension SecOSNMA {
  /// The header of the authentication messages.
  public struct Header: UBXBitField {
    /// The header itself is authenticated.
    public var isAuthenticated = false
    /// 0 reserved, 1 test, 2 operational, 3 do not use.
    public var status: UInt8 = 0
    /// Number of the present chain.
    public var chain: UInt8 = 0
    /// Status of chain and public key: 1 nominal, 2 end of chain, 3 chain revoked, 4 new public
    /// key, 5 public key revoked, 6 new Merkle tree, 7 alert.
    public var keyStatus: UInt8 = 0

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("headerAuthStatus", &isAuthenticated)
      b.number("nmaStatus", 2, &status)
      b.number("chainInForce", 2, &chain)
      b.number("CPKS", 3, &keyStatus)
    }
  }

  /// Whether and how the service is monitored.
  public struct Monitoring: UBXBitField {
    /// Authentication is switched on.
    public var isEnabled = false
    /// Satellites that send authentication messages.
    public var transmittingSatellites: UInt8 = 0
    /// Whether the header has changed, see the interface description.
    public var headerUpdate: UInt8 = 0

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("osnmaEnabled", &isEnabled)
      b.number("numSVs", 5, &transmittingSatellites)
      b.number("nmaHeaderUpdate", 2, &headerUpdate)
    }
  }

  /// The time that the service needs from another source.
  public struct TimeSynchronization: UBXBitField {
    /// The requirement is enabled.
    public var isEnabled = false
    /// Whether the requirement is met, see the interface description.
    public var status: UInt8 = 0
    /// Difference between the receiver's time and the other one, see the interface description.
    public var difference: UInt8 = 0

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("timSyncEnabled", &isEnabled)
      b.number("timSyncStatus", 3, &status)
      b.number("timSyncReqDiff", 4, &difference)
    }
  }

  /// The keys of the digital signature message.
  public struct Signature: UBXBitField {
    /// Whether the message is authenticated, see the interface description.
    public var status: UInt8 = 0
    /// The hash function of the chain: 0 SHA-256, 2 SHA3-256.
    public var hashFunction: UInt8 = 0
    /// The function of the authentication codes: 0 HMAC-SHA-256, 1 CMAC-AES.
    public var codeFunction: UInt8 = 0
    /// Number of the public key.
    public var publicKey: UInt8 = 0
    /// The look-up table of the order of the codes.
    public var lookupTable: UInt8 = 0
    /// Length of the chain's keys, as the message codes it.
    public var keySize: UInt8 = 0
    /// Length of the codes, as the message codes it.
    public var codeSize: UInt8 = 0
    /// The message was stored, not received.
    public var isStored = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("dsmAuthenticationStatus", 6, &status)
      b.number("hashFunction", 2, &hashFunction)
      b.number("macFunction", 2, &codeFunction)
      b.number("pubKeyId", 4, &publicKey)
      b.number("macLookupTable", 8, &lookupTable)
      b.number("keySize", 4, &keySize)
      b.number("macSize", 4, &codeSize)
      b.flag("fromNVS", &isStored)
    }
  }

  /// The key of the present chain.
  public struct ChainKey: UBXBitField {
    /// Whether the key is authenticated, see the interface description.
    public var status: UInt8 = 0
    /// Galileo week of the key's sub-frame.
    public var week: UInt16 = 0
    /// Seconds of that week, in units of the interface description.
    public var timeOfWeek: UInt16 = 0
    /// Number of the chain.
    public var chain: UInt8 = 0

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("teslaKeyAuthStatus", 3, &status)
      b.number("wnSf", 12, &week)
      b.number("towSf", 15, &timeOfWeek)
      b.number("chainId", 2, &chain)
    }
  }

  /// Counts, and the sources of the keys.
  public struct General: UBXBitField {
    /// Satellites in the message.
    public var satelliteCount: UInt8 = 0
    /// Number of authentications of timing data.
    public var timingAuthentications: UInt8 = 0
    /// Result of the last authentication of timing data, see the interface description.
    public var timingResult: UInt8 = 0
    /// Which codes are used, 0 or 1, see the interface description.
    public var codeKind: UInt8 = 0
    /// The source of the public key, see the interface description.
    public var publicKeySource: UInt8 = 0
    /// The source of the Merkle tree's root.
    public var rootSource: UInt8 = 0
    /// The root is valid.
    public var isRootValid = false
    /// The source of the next root.
    public var nextRootSource: UInt8 = 0
    /// The next root is valid.
    public var isNextRootValid = false
    /// The public key is valid.
    public var isPublicKeyValid = false
    /// The next public key is valid.
    public var isNextPublicKeyValid = false
    /// The source of the next public key.
    public var nextPublicKeySource: UInt8 = 0
    /// Number of the next public key.
    public var nextPublicKey: UInt8 = 0

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("authSVs", 6, &satelliteCount)
      b.number("authNumTim", 6, &timingAuthentications)
      b.number("timingAuthResult", 2, &timingResult)
      b.number("macAdkdType", 1, &codeKind)
      b.number("pubKeySrc", 2, &publicKeySource)
      b.number("merkleRootSrc", 2, &rootSource)
      b.flag("merkleRootVal", &isRootValid)
      b.number("futureMerkleRootSrc", 2, &nextRootSource)
      b.flag("futureMerkleRootVal", &isNextRootValid)
      b.flag("pubKeyVal", &isPublicKeyValid)
      b.flag("futurePubKeyVal", &isNextPublicKeyValid)
      b.number("futurePubKeySrc", 2, &nextPublicKeySource)
      b.number("futurePubKeyId", 4, &nextPublicKey)
    }
  }
}

extension SecOSNMA.Satellite {
  /// The authentication of a satellite's data.
  public struct Authentication: UBXBitField {
    /// Issue of the data.
    public var issue: UInt16 = 0
    /// Number of successful authentications of this issue.
    public var count: UInt8 = 0
    /// The data are authentic.
    public var isAuthentic = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("IODE", 10, &issue)
      b.number("authNum", 5, &count)
      b.flag("authStatus", &isAuthentic)
    }
  }
}
