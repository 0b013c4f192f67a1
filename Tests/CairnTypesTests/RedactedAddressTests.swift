import CairnTypes
import Testing

@Suite("Addresses in messages")
struct RedactedAddressTests {
  @Test(arguments: [
    ("tcp://127.0.0.1:2947", "tcp://127.0.0.1:2947"),
    ("tcp://[::1]:2947", "tcp://[::1]:2947"),
    ("tcp://user:word@host:2947", "tcp://***@host:2947"),
    ("tcp://word@host", "tcp://***@host"),
    ("ntrip://user:word@host:2101/MOUNT", "ntrip://***@host:2101/MOUNT"),
    ("ntrip://host:2101/MOUNT?token=word", "ntrip://host:2101/MOUNT?***"),
    ("https://host", "https://host"), ("https://host/", "https://host/"),
    ("https://host/word/v1?key=word#word", "https://host/***?***"),
    ("HTTPS://user:word@host?word", "HTTPS://***@host?***"),
    (" https://host/?word", " https://host/?***"),
  ])
  func `have neither user nor password, query nor path of a service`(given: String, shown: String) {
    #expect(RedactedAddress(given).text == shown)
    #expect("\(RedactedAddress(given))" == shown)
  }

  @Test(arguments: [
    "tcp://user:wo/rd@host:1", "tcp://user:wo?rd@host:1", "tcp://user:wo#rd@host:1",
    "tcp://user:wo@rd@host:1", "user:word@host:1", "tcp:user:wo@rd@host:1",
    "https://user:word@host/path", "x://a?b=word@c",
  ])
  func `hide a password that is not escaped, or has no scheme before it`(given: String) {
    let shown = RedactedAddress(given).text
    #expect(shown.contains("***") && !shown.contains("wo") && !shown.contains("rd"))
  }

  @Test(arguments: [
    "/dev/ttyS0", "/dev/serial/by-id/usb:a@b?c", "./a:b@c", "file:me:x@home.nmea", "COM3?",
    "capture@home.nmea", "gpio:chip0#12", "", "note: is it there?",
  ])
  func `leave paths whole`(given: String) {
    #expect(RedactedAddress(given).text == given)
  }

  @Test(arguments: ["host/word?key=word", "https:host?key=word", "https//host/word"])
  func `hide what a mistyped address of a service holds`(given: String) {
    #expect(!RedactedAddress(given, isHTTP: true).text.contains("word"))
  }

  @Test func `show no characters that control a terminal`() {
    #expect("\(RedactedAddress("tcp://host\u{1B}[2J"))" == "tcp://host\\u{1B}[2J")
  }
}
