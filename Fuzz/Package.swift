// swift-tools-version: 6.3
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// The readers and writers of the command `cairn` belong to no library. Links in `Tool` lead to
/// their files; this alias provides what they need of `CommandSupport`.
let tool: [SwiftSetting] = [.unsafeFlags(["-module-alias", "CommandSupport=ToolSupport"])]

// One program for all targets, because each of its own would link the whole library again.
// `scripts/check/fuzz.sh` builds it with the fuzzer.
let package = Package(
  name: "Fuzz",
  dependencies: [.package(name: "Cairn", path: "..")],
  targets: [
    .systemLibrary(name: "CFuzzer"),
    .target(
      name: "ToolSupport", dependencies: [.product(name: "CairnReceiver", package: "Cairn")],
      swiftSettings: settings),
    .executableTarget(
      name: "Fuzz",
      dependencies: ["CFuzzer", "ToolSupport"]
        + [
          "CairnReceiver", "CairnCatalogue", "CairnFusion", "CairnBoard", "CairnProfiles",
          "CairnSimulator", "CairnBus", "CairnGeocoding",
        ].map { .product(name: $0, package: "Cairn") },
      swiftSettings: settings + tool),
  ],
  swiftLanguageModes: [.v6]
)
