import CairnCatalogue
import CairnRTCM
import CairnTypes
import Testing

/// A payload that a receiver or caster has sent, and how its type decodes and encodes it.
struct Sample: Sendable, CustomTestStringConvertible {
  let number: UInt16
  let payload: [UInt8]
  let recode: @Sendable ([UInt8]) throws(RTCMError) -> [UInt8]

  init<M: RTCMMessage>(_ number: UInt16, _ type: M.Type, _ digits: String...) {
    self.number = number
    payload = octets(digits.joined())
    recode = { payload throws(RTCMError) in try M.decode(payload.span).encodePayload() }
  }

  var testDescription: String { String(number) }

  static func payload(_ number: UInt16) -> [UInt8] {
    all.first { $0.number == number }?.payload ?? []
  }

  /// From captures of ZED-F9R and ZED-F9P receivers and of casters.
  static let all: [Sample] = [
    Sample(
      1006, StationPosition.self,
      "3ee116033a7291c89b36ded946260a482079320000"),
    Sample(
      1007, AntennaDescription.self,
      "3ef4d203414243ea"),
    Sample(
      1008, AntennaDescription.self,
      "3f01160e4750504e554c4c414e54454e4e410000"),
    Sample(
      1019, GPSEphemeris.self,
      "3fb053907d73ae7cce0000911c86d1aef6cd302dad4007f8f7ca003de17217e4a10dde667cce000d6fc9353c",
      "ffe4271b04a213e202d5b036ffa8b8ec00"),
    Sample(
      1020, GLONASSEphemeris.self,
      "3fc0d9a17887036ddf0cbc5a62064785620748d2b8e6620bceffa0800d0fc68cc133a8c00000000000000000",
      "00"),
    Sample(
      1029, StationText.self,
      "405000e5f90fe69d1d546865204f52474e2069732066756c6c792066756e6374696f6e696e67"),
    Sample(
      1033, ReceiverDescription.self,
      "4090290e4750504e554c4c414e54454e4e4100000a4c45494341204752333004342e38300731373036383632"),
    Sample(
      1042, BeiDouEphemeris.self,
      "412087da024905f6bc003f8cc9008c7a010c864d5d5828fe3249370045f60e142e795d79d40fb5efff42355f",
      "e517ffbf04ce23eedb8c3ef8cab43ff933411dd8"),
    Sample(
      1045, GalileoEphemeris.self,
      "415114e4606bf45618403ffa9dff28edd7eef8a1498d22d7cff32c00d0b39415b6a813238e184fff7c6171ed",
      "900292742400823c1d549eaa7ffbe3cfb800"),
    Sample(
      1046, GalileoEphemeris.self,
      "416114e4606bf45618403ffa9dff28edcfeef8a1498d22d7cff32c00d0b39415b6a813238e184fff7c6171ed",
      "900292742400823c1d549eaa7ffbe3cfbbec01"),
    Sample(
      1087, MSM.self,
      "43f0004a0abd6600001c07010000000000208000007ffc8a809298848c9d9b0a0f544abe8227d06e9fc4face",
      "00e8541ee1fe5a09c027a415e641d75f3bc1f285602ebe05a327b6a67db279a4f59d6c848a984b45fc21a610",
      "57c8106f4dfcd4e9fca43c00bb0e016dcc1ed1b61fc60fe698f1e75f3412361812e105f07814aaaaaaa2a8aa",
      "aaaaa2aaaaaaaaaaaaaa0002f0a02f0a82f09c24084300ac300a0290bfff804d0ada135394a723fb21f611ef",
      "25ddf87aa0f6b3004000000000000000000000"),
    Sample(
      1097, MSM.self,
      "44900030ab88a600000180041200000000200100007fe9ea8b29ca60000050202b5af8857e75efe034e01ffd",
      "01f4197f8981a54e3aa5327e15683665dc18ddef59fb2a9ff33ffd1651fe244be8e53bea9c5c1f974420d2c9",
      "f6fbf5f7b819fed161ffc8c2aaaaaaaaaaaaaaaaaaaaaaaaa005c18852158561585a188561786952d27383d7",
      "07c9c4b380c5678ad4e1d2c396"),
    Sample(
      1117, MSM.self,
      "45d0005bfc95820020310000000000000020004080fffc63842800160406fa0f0ffc80008ed57113cd1014e0",
      "f1747d7a27f744fe8517dd847992dfb4e57a60f79ba0fc66280834e1ffef6e83a31386644a7d3315fd44037c",
      "eae084a7e5fcca53035ec902e8a3408e7558b6d1144d1344c7160581600003cb1f451146159469599ccb5ddb",
      "b42fbd880010002000690d800100020006fde8001000200000"),
    Sample(
      4072, UBloxReference.self,
      "fe8001000000130ab88a400000080000000000000001ff9f00160200fe5c00190201fedd001d030002860013",
      "050000000190060003f7001a06010425001e"),
  ]
}

/// What becomes of a message on its way through the wire.
///
/// The payload has a name of its own because the compiler (6.3.1) breaks on the span of an unnamed one
/// in a call that throws.
func recoded<M: RTCMMessage>(_ message: M) throws(RTCMError) -> M {
  let payload = try message.encodePayload()
  return try M.decode(payload.span)
}
