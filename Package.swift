// swift-tools-version: 6.3
import PackageDescription

// MARK: - Settings

let common: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]
let library: [SwiftSetting] = common + [.strictMemorySafety()]
/// Settings of the modules that read bytes; only these store or return spans.
let spans: [SwiftSetting] = library + [.enableExperimentalFeature("Lifetimes")]

// MARK: - The house

/// One target with a folder of its own. Swift modules have tests in `Tests/<name>Tests`.
struct Module {
  enum Kind {
    case swift, c, command
    case system(pkgConfig: String, package: String)
  }

  let name: String
  var imports: [Target.Dependency] = []
  var settings: [SwiftSetting] = library
  /// Dependencies of its tests besides the module itself and its imports.
  var testImports: [Target.Dependency] = []
  var kind = Kind.swift
  /// Files and folders that are not compiled.
  var excludes: [String] = []

  var isLibrary: Bool { if case .swift = kind { true } else { false } }

  static func c(_ name: String) -> Module { Module(name: name, kind: .c) }
}

/// A folder of `Sources`. A module may import those of rooms above, and those above it in its room.
struct Room {
  let name: String
  let modules: [Module]
}

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Commands"]))
let udev = Target.Dependency.target(name: "CUdev", condition: .when(traits: ["Udev"]))

let rooms = [
  Room(
    name: "Core",
    modules: [
      .c("CCairnMath"),
      Module(name: "CairnTypes"),
      Module(name: "CairnJSON", imports: ["CairnTypes"]),
      Module(name: "CairnGeodesy", imports: ["CairnTypes", "CCairnMath"]),
      Module(name: "CairnGeoid", imports: ["CairnTypes", "CCairnMath"]),
      Module(name: "CairnPacks", settings: spans),
    ]),
  Room(
    name: "Codecs",
    modules: [
      Module(name: "CairnNMEA", imports: ["CairnTypes"], settings: spans),
      Module(name: "CairnUBX", imports: ["CairnTypes"], settings: spans),
      Module(name: "CairnRTCM", imports: ["CairnTypes"], settings: spans),
      Module(name: "CairnCASIC", imports: ["CairnTypes"], settings: spans),
      Module(
        name: "CairnCatalogue", imports: ["CairnTypes", "CairnNMEA", "CairnUBX", "CairnRTCM"],
        settings: spans),
      Module(name: "CairnDBus", imports: ["CairnTypes"], settings: spans),
    ]),
  Room(
    name: "Receiver",
    modules: [
      Module(
        name: "CairnReceiver",
        imports: [
          "CairnTypes", "CairnGeodesy", "CairnNMEA", "CairnUBX", "CairnRTCM", "CairnCASIC",
        ],
        settings: spans)
    ]),
  Room(
    name: "Radio",
    modules: [
      Module(
        name: "CairnRadio",
        imports: ["CairnTypes", "CairnJSON", "CairnPacks", "CairnGeodesy", "CCairnMath"],
        settings: spans,
        testImports: ["CairnSimulator"]),
      // Maps that a fleet shares and is given: only the programs that publish, fetch and tell them link it.
      Module(
        name: "CairnMaps", imports: ["CairnTypes", "CairnJSON", "CairnPacks", "CairnRadio"],
        settings: spans),
      Module(
        name: "CairnSensors", imports: ["CairnTypes", "CairnGeodesy", "CCairnMath"], settings: spans
      ),
    ]),
  Room(
    name: "Engine",
    modules: [
      Module(name: "CairnFusion", imports: ["CairnTypes", "CairnGeodesy", "CCairnMath"]),
      Module(
        name: "CairnHAL", imports: ["CairnTypes", "CairnGeodesy", "CairnFusion", "CCairnMath"]),
      Module(
        name: "CairnUpdates", imports: ["CairnTypes", "CairnGeodesy", "CairnFusion", "CCairnMath"]),
    ]),
  Room(
    name: "Linux",
    modules: [
      .c("CCairnLinux"),
      Module(name: "CUdev", kind: .system(pkgConfig: "libudev", package: "libudev-dev")),
      Module(
        name: "CairnLinux", imports: ["CairnTypes", "CCairnLinux", udev], settings: spans),
      Module(
        name: "CairnData", imports: ["CairnPacks", "CCairnLinux", "CairnLinux"],
        testImports: ["CairnTypes", "CairnRadio", "CairnGeocoding"]),
      Module(
        name: "CairnBus", imports: ["CairnTypes", "CairnDBus", "CCairnLinux", "CairnLinux"],
        settings: spans),
      Module(
        name: "CairnProviders",
        imports: ["CairnTypes", "CairnHAL", "CairnUBX", "CairnReceiver", "CairnLinux"],
        testImports: ["CairnSimulator", "CairnRTCM"]),
      Module(
        name: "CairnKernelSensors",
        imports: ["CairnTypes", "CairnSensors", "CairnHAL", "CairnLinux"]),
      Module(
        name: "CairnWireless",
        imports: [
          "CairnTypes", "CairnGeodesy", "CairnRadio", "CCairnLinux", "CairnLinux", "CairnData",
          "CairnDBus", "CairnBus", "CairnHAL", "CairnSensors",
        ],
        settings: spans, testImports: ["CairnSimulator"]),
      Module(
        name: "CairnMapUpdates",
        imports: [
          "CairnTypes", "CairnRadio", "CairnMaps", "CCairnLinux", "CairnLinux", "CairnData",
          "CairnHAL",
          "CairnWireless",
        ]),
    ]),
  Room(
    name: "Places",
    modules: [
      Module(
        name: "CairnGeocoding",
        imports: ["CairnTypes", "CairnPacks", "CairnGeodesy", "CCairnMath"], settings: spans),
      Module(
        name: "CairnPlaces",
        imports: [
          "CairnTypes", "CairnJSON", "CairnPacks", "CairnGeodesy", "CairnGeocoding",
          "CCairnMath", "CairnLinux", "CairnData",
        ]),
    ]),
  Room(
    name: "Cairn",
    modules: [
      // The messages between a service and its clients.
      Module(name: "CairnWire", imports: ["CairnTypes"], settings: spans),
      Module(
        name: "Cairn",
        imports: [
          "CairnTypes", "CairnGeodesy", "CairnHAL", "CairnReceiver", "CairnLinux",
          "CairnProviders", "CairnFusion", "CairnUpdates", "CairnWire",
        ],
        testImports: ["CairnSimulator", "SystemTestSupport", "CairnService"]),
      // All that is watched, as JSON.
      Module(
        name: "CairnReports", imports: ["CairnTypes", "CairnJSON", "CairnHAL", "CairnUpdates"],
        settings: spans),
      // What programs that watch a service are told.
      Module(
        name: "CairnWatch", imports: ["CairnTypes", "CairnJSON", "CairnHAL", "CairnWire"],
        settings: spans),
      Module(
        name: "CairnBoard",
        imports: [
          "CairnTypes", "CairnHAL", "CairnReceiver", "CairnLinux", "CairnProviders",
          "CairnKernelSensors", "CairnRadio", "CairnWireless", "Cairn",
        ],
        testImports: [
          "CairnGeodesy", "CairnDBus", "CairnProfiles", "CairnSimulator", "SystemTestSupport",
          "hw-profile",
        ]),
      Module(name: "CairnFoundation", imports: ["CairnTypes", "Cairn"]),
    ]),
  // Behind cairn.h. What calls the system in `CCairnCore`, and the program in `CCairnEngine`, is compiled by
  // scripts/cross.sh and scripts/build/c-engine.sh, which link it.
  Room(
    name: "C",
    modules: [
      .c("CCairn"),
      // For systems without a Swift runtime: see docs/C-CROSS.md.
      Module(name: "CCairnCore", kind: .c, excludes: ["port"]),
      Module(
        name: "CairnCore",
        imports: [
          "CairnTypes", "CairnGeodesy", "CairnReceiver", "CairnFusion", "CairnUpdates",
          "CCairnCore",
        ],
        settings: spans),
      Module(name: "CCairnEngine", imports: ["CCairnCore"], kind: .c, excludes: ["port"]),
      Module(
        name: "CairnEngine",
        imports: [
          "CairnTypes", "CairnJSON", "CairnHAL", "CairnUpdates", "CCairnLinux", "CairnLinux",
          "CairnProviders", "Cairn", "CairnReports", "CairnBoard", "CCairnCore", "CairnCore",
          "CCairnEngine",
        ]),
    ]),
  Room(
    name: "Apple",
    modules: [
      Module(name: "ContactsCompat"),
      .c("CCairnRunLoop"),
      .c("CCoreLocationParts"),
      Module(
        name: "CoreLocationCompat",
        imports: [
          "CairnTypes", "CairnGeocoding", "CairnPlaces", "Cairn", "CairnBoard", "CairnFoundation",
          "CCairnRunLoop",
          "CCoreLocationParts", "ContactsCompat",
        ],
        testImports: ["CairnSimulator", "CairnHAL"]),
      Module(
        name: "MapKitCompat",
        imports: ["CairnGeodesy", "Cairn", "ContactsCompat", "CoreLocationCompat"]),
    ]),
  Room(
    name: "Service",
    modules: [
      // What other programs expect to hear: bytes and fixes in, bytes and demands out.
      Module(
        name: "CairnExports",
        imports: [
          "CairnTypes", "CairnJSON", "CairnGeodesy", "CairnNMEA", "CairnUBX", "CairnDBus",
          "CairnReceiver", "CairnHAL", "CCairnMath",
        ],
        settings: spans,
        testImports: ["CairnCASIC"]),
      Module(name: "CairnPeers", imports: ["CairnTypes", "CairnLinux", "CairnExports"]),
      // What a device tells a broker of MQTT, and what it keeps until that has it.
      Module(
        name: "CairnMQTT",
        imports: ["CairnTypes", "CairnJSON", "CairnPacks"], settings: spans),
      // The page, its server, its events.
      Module(
        name: "CairnDashboard",
        imports: [
          "CairnTypes", "CairnJSON", "CairnHAL", "CairnUpdates", "CairnLinux", "CairnReports",
          "CairnWatch", "CairnExports", "CairnGeocoding", "CairnPeers",
        ],
        excludes: ["Page/Web"]),
      Module(
        name: "CairnService",
        imports: [
          "CairnTypes", "CairnHAL", "CairnUpdates", "CairnDBus", "CCairnLinux", "CairnLinux",
          "CairnBus", "CairnProviders", "CairnWire", "CairnWatch", "CairnReports", "Cairn",
          "CairnExports", "CairnPeers", "CairnDashboard",
        ],
        testImports: ["CairnJSON", "CairnSimulator", "SystemTestSupport"]),
    ]),
  Room(
    name: "Tools",
    modules: [
      Module(name: "CYAML", kind: .system(pkgConfig: "yaml-0.1", package: "libyaml-dev")),
      Module(
        name: "CairnProfiles",
        imports: [
          "CairnTypes", "CairnLinux", "CairnHAL", "CairnUBX", "CYAML",
        ],
        testImports: ["CairnProviders"]),
      Module(
        name: "CairnSimulator",
        imports: [
          "CairnTypes", "CairnGeodesy", "CairnRadio", "CairnFusion", "CairnHAL", "CairnReceiver",
          "CCairnLinux", "CairnLinux", "CairnWireless", "CairnMaps", "CairnMapUpdates", "CairnNMEA",
          "CairnUBX", "CairnRTCM",
          "CCairnMath",
        ],
        testImports: ["CairnCatalogue"]),
      // What the commands read and write: recordings, tables, JSON, pictures.
      Module(
        name: "CairnFiles",
        imports: [
          "CairnTypes", "CairnJSON", "CairnNMEA", "CairnUBX", "CairnRTCM", "CairnCASIC",
          "CairnCatalogue", "CairnReceiver", "CairnExports", "CairnFusion", "CairnUpdates",
          "CairnLinux", "CairnReports",
        ]),
      // Terminal and file support for both commands.
      Module(
        name: "CommandSupport",
        imports: [
          "CairnTypes", "CairnLinux", "CairnHAL", "CairnProfiles", "CairnFiles", argumentParser,
        ],
        kind: .command),
      Module(
        name: "cairn",
        imports: [
          "CommandSupport", "CairnFiles", "Cairn", "CairnBoard", "CairnTypes", "CairnNMEA",
          "CairnUBX",
          "CairnRTCM",
          "CairnCASIC", "CairnCatalogue", "CairnReceiver", "CairnFusion",
          "CairnUpdates", "CairnRadio", "CairnGeodesy", "CairnGeoid", "CairnGeocoding",
          "CairnData", "CairnPlaces", "CairnSensors", "CairnJSON", "CairnKernelSensors",
          "CairnWireless", "CairnLinux", "CairnHAL", "CairnProviders", "CairnWire",
          "CairnReports", "CairnWatch", "CairnService", "CairnDashboard", "CairnSimulator",
          argumentParser,
        ], kind: .command),
      Module(
        name: "hw-profile",
        imports: [
          "CommandSupport", "CairnFiles", "Cairn", "CairnBoard", "CairnTypes", "CairnLinux",
          "CairnHAL",
          "CairnRadio", "CairnJSON",
          "CairnReceiver", "CairnProfiles", "CairnProviders", "CairnSimulator", argumentParser,
        ], kind: .command),
      // Only for cairn-mqtt, which loads the library when it starts.
      Module(name: "CMosquitto", imports: ["CCairnLinux"], kind: .c),
      Module(
        name: "cairn-mqtt",
        imports: [
          "CairnTypes", "CairnJSON", "CairnRadio", "CairnUpdates", "CairnLinux", "CairnWire",
          "CairnMaps", "CairnWatch", "CairnMQTT",
          "CMosquitto",
        ], kind: .command),
      // The service: no argument parser and no profiles in YAML, hence no Foundation.
      Module(
        name: "cairnd",
        imports: [
          "CairnTypes", "CairnLinux", "CairnHAL", "CairnRadio", "CairnData", "CairnProviders",
          "CairnWireless", "CairnMapUpdates", "Cairn", "CairnBoard", "CairnExports", "CairnService",
          "CairnSimulator",
        ], kind: .command),
    ]),
]

func target(_ module: Module, in room: Room) -> Target {
  let path = "Sources/\(room.name)/\(module.name)"
  switch module.kind {
  case .swift:
    return .target(
      name: module.name, dependencies: module.imports, path: path, exclude: module.excludes,
      swiftSettings: module.settings)
  case .c:
    return .target(
      name: module.name, dependencies: module.imports, path: path, exclude: module.excludes)
  case .system(let pkgConfig, let package):
    return .systemLibrary(
      name: module.name, path: path, pkgConfig: pkgConfig, providers: [.apt([package])])
  case .command where module.name == "CommandSupport":
    return .target(
      name: module.name, dependencies: module.imports, path: path, swiftSettings: common)
  case .command:
    return .executableTarget(
      name: module.name, dependencies: module.imports, path: path, swiftSettings: common)
  }
}

// MARK: - The package

let sources: [Target] = rooms.flatMap { room in room.modules.map { target($0, in: room) } }
let suites: [Target] = rooms.flatMap(\.modules).filter(\.isLibrary).map {
  .testTarget(
    name: $0.name + "Tests",
    dependencies: [.target(name: $0.name), "CairnTestSupport"] + $0.imports + $0.testImports,
    swiftSettings: common)
}
let tests: [Target] =
  suites + [
    // Shared by the tests of several modules; not part of any product.
    .target(
      name: "CairnTestSupport",
      dependencies: ["CairnTypes", "CairnRadio", "CairnDBus", "CairnLinux"],
      path: "Tests/Support",
      swiftSettings: common),
    // Shared by the tests of whole systems.
    .target(
      name: "SystemTestSupport",
      dependencies: [
        "CairnHAL", "CairnProviders", "Cairn", "CairnSimulator", "CairnTestSupport",
      ],
      path: "Tests/Systems",
      swiftSettings: common),
    // What the fuzzer and the tests feed with bytes: readers, with what they start from.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "CairnTestSupport", "CairnFiles", "CairnTypes", "CairnJSON", "CairnPacks", "CairnGeodesy",
        "CairnNMEA", "CairnUBX", "CairnRTCM", "CairnCASIC", "CairnCatalogue", "CairnDBus",
        "CairnReceiver",
        "CairnRadio", "CairnMaps", "CairnSensors", "CairnHAL", "CairnUpdates", "CairnLinux",
        "CairnData",
        "CairnGeocoding", "CairnPlaces", "CairnProfiles", "CairnSimulator", "CairnExports",
        "CairnWatch", "CairnWire", "CairnDashboard", "CairnMQTT",
      ],
      path: "Tests/FuzzTargets", swiftSettings: common),
    .testTarget(
      name: "FuzzTests", dependencies: ["FuzzTargets", "CairnTestSupport"], swiftSettings: common),
    .systemLibrary(name: "CFuzzer", path: "Fuzz/CFuzzer"),
    // `scripts/check/fuzz.sh` builds it with the fuzzer.
    .executableTarget(
      name: "Fuzz", dependencies: ["FuzzTargets", "CairnTestSupport", "CFuzzer"],
      path: "Fuzz/Program", swiftSettings: common),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "cairn", "cairnd", "hw-profile", "CommandSupport", "CairnFiles", "CairnTestSupport",
        "CairnTypes",
        "CairnLinux", "CairnJSON",
        "CairnGeodesy", "CairnHAL", "CairnRadio", "CairnMaps", "Cairn", "CairnProviders",
        "CairnProfiles", "CairnSimulator", "CairnUpdates", "CairnReports", "CairnWatch",
        "CairnWire",
      ],
      exclude: ["Screen/Pictures"],
      swiftSettings: common),
  ]

let package = Package(
  name: "Cairn",
  products: [
    // A product has the modules that are imported together; modules may be in several.
    .library(
      name: "Cairn",
      targets: [
        "Cairn", "CairnTypes", "CairnGeodesy", "CairnHAL", "CairnLinux", "CairnProviders",
        "CairnFusion", "CairnUpdates",
      ]),
    .library(
      name: "CairnBoard",
      targets: [
        "CairnBoard", "CairnData", "CairnRadio", "CairnWireless", "CairnSensors",
        "CairnKernelSensors",
      ]),
    .library(name: "CairnFoundation", targets: ["CairnFoundation"]),
    .library(
      name: "CoreLocationCompat",
      targets: ["CoreLocationCompat", "MapKitCompat", "ContactsCompat"]),
    .library(
      name: "CairnGeocoding",
      targets: ["CairnGeocoding", "CairnPlaces", "CairnData", "CairnPacks", "CairnJSON"]),
    .library(name: "CairnProfiles", targets: ["CairnHAL", "CairnProfiles"]),
    .library(name: "CairnSimulator", targets: ["CairnSimulator"]),
    .library(name: "CairnBus", targets: ["CairnDBus", "CairnBus"]),
    // The pure core in parts, also for Embedded Swift.
    .library(
      name: "CairnReceiver",
      targets: ["CairnNMEA", "CairnUBX", "CairnRTCM", "CairnCASIC", "CairnReceiver"]),
    .library(name: "CairnCatalogue", targets: ["CairnCatalogue", "CairnExports"]),
    .library(
      name: "CairnFusion",
      targets: ["CairnGeodesy", "CairnGeoid", "CairnSensors", "CairnFusion", "CairnUpdates"]),
    .executable(name: "cairn", targets: ["cairn"]),
    .executable(name: "cairnd", targets: ["cairnd"]),
    .executable(name: "cairn-mqtt", targets: ["cairn-mqtt"]),
    .executable(name: "hw-profile", targets: ["hw-profile"]),
  ],
  traits: [
    .default(enabledTraits: ["Udev", "Commands"]),
    .trait(
      name: "Commands",
      description:
        "cairn and hw-profile; without them, SwiftPM does not fetch swift-argument-parser."),
    .trait(
      name: "Udev",
      description: "Find devices through libudev; without it, kernel uevents and sysfs serve."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: sources + tests,
  swiftLanguageModes: [.v6]
)
