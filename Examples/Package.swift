// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Examples",
  traits: [
    .default(enabledTraits: ["Udev"]),
    .trait(name: "Udev", description: "Find devices through libudev; off for a static executable."),
  ],
  dependencies: [
    .package(
      name: "Cairn", path: "..",
      traits: [.trait(name: "Udev", condition: .when(traits: ["Udev"]))])
  ],
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
