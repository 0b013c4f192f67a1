// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Examples",
  // A firmware image is built from a copy of this manifest without libudev: see firmware-image.sh.
  dependencies: [.package(name: "Cairn", path: "..")],
  targets: [
    .executableTarget(
      name: "FirstFix", dependencies: [.product(name: "Cairn", package: "Cairn")],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      ]),
    .executableTarget(
      name: "AddressLabel",
      dependencies: [
        .product(name: "Cairn", package: "Cairn"),
        .product(name: "CairnGeocoding", package: "Cairn"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
