// swift-tools-version: 6.3
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// One program for each decoder; `scripts/fuzz.sh` builds them with the fuzzer, which has the `main`.
func fuzzer(_ name: String, _ products: String...) -> Target {
  .executableTarget(
    name: name,
    dependencies: ["CFuzzer"] + products.map { .product(name: $0, package: "Cairn") },
    swiftSettings: settings)
}

let package = Package(
  name: "Fuzz",
  dependencies: [.package(name: "Cairn", path: "..")],
  targets: [
    .systemLibrary(name: "CFuzzer"),
    fuzzer("FuzzFramer", "CairnReceiver"),
    fuzzer("FuzzNMEA", "CairnReceiver"),
    fuzzer("FuzzUBX", "CairnReceiver"),
    fuzzer("FuzzRTCM", "CairnReceiver"),
    fuzzer("FuzzCASIC", "CairnReceiver"),
    fuzzer("FuzzNTRIP", "CairnReceiver"),
    fuzzer("FuzzTexts", "CairnUpdates"),
    fuzzer("FuzzCatalogue", "CairnCatalogue", "CairnReceiver"),
  ],
  swiftLanguageModes: [.v6]
)
