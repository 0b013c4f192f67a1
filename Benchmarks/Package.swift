// swift-tools-version: 6.3
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "Cairn", path: "..")],
  targets: [
    .executableTarget(
      name: "PathReader", dependencies: [.product(name: "Cairn", package: "Cairn")],
      swiftSettings: settings),
    .executableTarget(
      name: "DecodeLoop", dependencies: [.product(name: "CairnReceiver", package: "Cairn")],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
