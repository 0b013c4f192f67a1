import CairnMQTT
import CairnTypes
import Testing

@Suite("The configuration of cairn-mqtt")
struct MQTTFileTests {
  private func read(_ text: String) -> MQTTFile { MQTTFile("mqtt.conf", Array(text.utf8)) }

  @Test
  func `a host is enough`() {
    let file = read("[broker]\nhost = localhost\n")
    #expect(file.faults.isEmpty)
    #expect(file.settings.broker.usedPort == 1883)
    #expect(!file.settings.broker.isEncrypted)
    #expect(file.settings.wanted.desiredAccuracy == .best)
    #expect(file.settings.wanted.interval == .seconds(1))
    #expect(file.settings.storing.size == 4 << 20)
  }

  @Test(
    arguments: [
      ("accuracy = 10", nil, true), ("accuracy = 1km", nil, false), ("budget = 5mW", nil, false),
      ("accuracy = best", Duration.seconds(1), true),
      ("accuracy = 1km\ninterval = 5s", .seconds(5), false),
    ] as [(String, Duration?, Bool)])
  func `draws no more than what is demanded`(_ demand: String, interval: Duration?, visits: Bool) {
    let host = "[broker]\nhost = localhost\n[demand]\n\(demand)\n"
    let settings = read(host).settings
    #expect(settings.wanted.interval == interval)
    #expect(settings.wanted.minimumInterval == interval.map { $0 * 3 / 4 })
    #expect(settings.tellsVisits == visits)
    #expect(read("\(host)[device]\nvisits = yes\n").settings.tellsVisits)
  }

  @Test func `a certificate of its own means TLS, before a password is sent`() {
    let broker = read("[broker]\nhost = h\ncert = /a\nkey = /b\n").settings.broker
    #expect(broker.isEncrypted && broker.usedPort == 8883)
  }

  @Test
  func `reads every key`() {
    let file = read(
      """
      [broker]
      host = mqtt.example.org   # ours
      ca = /etc/ca.crt
      cert = /etc/a.crt
      key = /etc/a.key
      user = v
      password-file = /etc/p
      client = c-1
      keep-alive = 30s
      confirm = yes
      tls = yes
      port = 8884
      [device]
      user = fleet
      name = vehicle-7
      tracker = v7
      health = 2min
      visits = no
      [demand]
      budget = 5mW
      interval = 5s
      distance = 20m
      [spool]
      file = /var/s
      size = 16 MiB
      sync-records = 60
      sync-interval = 1min
      [share]
      share = yes
      state = /var/lib/x
      [homeassistant]
      discovery = yes
      prefix = ha
      name = The van
      [region Old Depot]
      center = 46.948, -7.447
      radius = 1.5km
      [daemon]
      socket = /run/x.sock
      """)
    #expect(file.faults.isEmpty, "\(file.faults)")
    let settings = file.settings
    #expect(settings.broker.isEncrypted && settings.broker.usedPort == 8884)
    #expect(settings.broker.confirms && settings.broker.keepAlive == .seconds(30))
    #expect(settings.device.tracker == "v7" && !settings.tellsVisits)
    #expect(settings.wanted.powerBudget == 5 && settings.wanted.distanceFilter == 20)
    #expect(settings.storing.size == 16 << 20 && settings.storing.records == 60)
    #expect(settings.sharing.isOn && settings.homeAssistant.name == "The van")
    #expect(
      settings.regions == [
        MQTTSettings.Region(
          name: "Old Depot", center: Coordinate(latitude: 46.948, longitude: -7.447), radius: 1500)
      ])
    #expect(settings.socket == "/run/x.sock")
  }

  @Test(arguments: [
    ("[brokr]\n", "mqtt.conf:1:2: 'brokr' is no section; did you mean 'broker'?"),
    ("[broker]\nhots = x\n", "mqtt.conf:2:1: 'hots' is no key here; did you mean 'host'?"),
    (
      "[broker]\nport = 0\n",
      "mqtt.conf:2:8: '0' is no value for this; expected a port, such as 8883"
    ),
    ("[broker]\ntls = on\n", "mqtt.conf:2:7: 'on' is no value for this; expected yes or no"),
    (
      "[demand]\nbudget = 5\n",
      "mqtt.conf:2:10: '5' is no value for this; expected a mean power in milliwatts, such as 5mW"
    ),
    (
      "[region A]\ncenter = 91, 0\n",
      "mqtt.conf:2:10: '91, 0' is no value for this; expected a latitude from -90 to 90, and a longitude from -180 to 180"
    ),
    (
      "[device]\nname = a/b\n",
      "mqtt.conf:2:8: 'a/b' is no value for this; expected letters, digits, - and _, such as vehicle-7"
    ),
    (
      "[spool]\nsize = 1GiB\n",
      "mqtt.conf:2:8: '1GiB' is no value for this; expected a size from 512KiB to 1024MiB, such as 4MiB"
    ),
    (
      "host = x\n",
      "mqtt.conf:1:1: 'host' stands above the first section; expected [broker], [device], [demand], [spool], [share], [homeassistant], [region] or [daemon] first"
    ),
    (
      "[region]\n",
      "mqtt.conf:1:8: the section is not complete; expected a name of up to 255 bytes, such as [region Depot]"
    ),
    (
      "[region A]\n[region A]\n",
      "mqtt.conf:2:2: 'region A' is there twice; expected each region once"
    ),
  ])
  func `says where a mistake is, and what was probably meant`(text: String, line: String) {
    #expect(read(text).faults == [line])
  }

  @Test(arguments: [
    ("", ": there is no broker: write host = NAME below [broker]"),
    (
      "[broker]\nhost = x\ncert = /c\n",
      ":3: cert and key belong together: name both files, or neither"
    ),
    (
      "[broker]\npsk-identity = c\nhost = x\n",
      ":2: psk and psk-identity belong together: write both, or neither"
    ),
    (
      "[broker]\nhost = x\npsk = /c\npsk-identity = c\nca = /c\n",
      ":3: psk takes the place of certificates: remove it, or ca and cert"
    ),
    (
      "[broker]\nhost = x\ntls = no\nca = /c\n",
      ":3: tls = no, although there are files for TLS: remove the one or the other"
    ),
    (
      "[broker]\nhost = x\npassword-file = /c\n", ":3: a password needs a user: write user = NAME"
    ),
    (
      "[broker]\nhost = x\n[demand]\naccuracy = 10\nbudget = 5mW\n",
      ":5: budget takes the place of accuracy: remove one of them"
    ),
    (
      "[broker]\nhost = x\n[region A]\nradius = 10\n",
      ": [region A] needs center = LATITUDE, LONGITUDE and radius = METRES"
    ),
  ])
  func `says what is missing, or excludes something else`(text: String, line: String) {
    #expect(read(text).faults == ["mqtt.conf\(line)"])
  }

  @Test func `all mistakes are told at once`() {
    let text =
      "[broker]\nhost = x\nkey = /k\n[demand]\naccuracy = x\nbudget = 5mW\ninterval = 1ms\n"
    let faults = read(text).faults
    #expect(faults.count == 4, "\(faults)")
    #expect(faults.map { $0.split(separator: ":")[1] } == ["5", "7", "3", "6"])
  }

  @Test
  func `reads the command line`() {
    #expect(MQTTArguments.parse([]) == .run("/etc/cairn/mqtt.conf"))
    #expect(MQTTArguments.parse(["--config", "a"]) == .run("a"))
    #expect(MQTTArguments.parse(["--check", "a"]) == .check("a"))
    #expect(MQTTArguments.parse(["--check=a"]) == .check("a"))
    #expect(MQTTArguments.parse(["--config=a", "--check"]) == .check("a"))
    #expect(MQTTArguments.parse(["--version"]) == .version)
    #expect(MQTTArguments.parse(["-h"]) == .help)
    #expect(MQTTArguments.parse(["--config"]) == .refusal("--config needs a value"))
    #expect(
      MQTTArguments.parse(["x"])
        == .refusal("there is no option x: `cairn-mqtt --help` lists them"))
  }
}
