// swift-tools-version: 6.3
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
  name: "Benchmarks",
  // A firmware image is built from a copy of this manifest without libudev: see firmware-image.sh.
  dependencies: [.package(name: "Cairn", path: "..")],
  targets: [
    .executableTarget(
      name: "PathReader", dependencies: [.product(name: "Cairn", package: "Cairn")],
      swiftSettings: settings),
    .executableTarget(
      name: "PlanLoop", dependencies: [.product(name: "Cairn", package: "Cairn")],
      swiftSettings: settings),
    .target(name: "CHeap"),
    .executableTarget(
      name: "RegionLoop", dependencies: ["CHeap", .product(name: "Cairn", package: "Cairn")],
      swiftSettings: settings),
    .executableTarget(
      name: "PlaceLoop",
      dependencies: [
        .product(name: "CairnGeocoding", package: "Cairn"),
        .product(name: "Cairn", package: "Cairn"),
      ],
      swiftSettings: settings),
    .executableTarget(
      // The optimizer also loads CairnLinux here, which needs the C modules that Cairn brings.
      name: "FusionLoop",
      dependencies: [
        .product(name: "CairnFusion", package: "Cairn"), .product(name: "Cairn", package: "Cairn"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "DecodeLoop", dependencies: [.product(name: "CairnReceiver", package: "Cairn")],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
