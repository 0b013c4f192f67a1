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
/// Spans are stored or returned only inside the modules that read bytes.
let spans: [SwiftSetting] = library + [.enableExperimentalFeature("Lifetimes")]

// MARK: - The house: a line may import only lines above it

/// One library module, its tests in `Tests/<name>Tests`.
struct Module {
  let name: String
  let imports: [Target.Dependency]
  var settings: [SwiftSetting] = library
  /// What its tests need beyond the module itself and its imports.
  var testImports: [Target.Dependency] = []
}

let modules: [Module] = [
  Module(name: "CairnTypes", imports: []),
  Module(name: "CairnGeodesy", imports: ["CairnTypes", "CCairnMath"]),
  Module(name: "CairnNMEA", imports: ["CairnTypes"], settings: spans),
  Module(name: "CairnUBX", imports: ["CairnTypes"], settings: spans),
  Module(name: "CairnRTCM", imports: ["CairnTypes"], settings: spans),
  Module(
    name: "CairnReceiver",
    imports: ["CairnTypes", "CairnGeodesy", "CairnNMEA", "CairnUBX", "CairnRTCM"],
    settings: spans),
]

let package = Package(
  name: "Cairn",
  products: [
    .library(
      name: "CairnReceiver", targets: ["CairnNMEA", "CairnUBX", "CairnRTCM", "CairnReceiver"])
  ],
  targets: [
    .target(name: "CCairnMath")
  ]
    + modules.map {
      .target(name: $0.name, dependencies: $0.imports, swiftSettings: $0.settings)
    }
    + modules.map {
      .testTarget(
        name: $0.name + "Tests",
        dependencies: [.target(name: $0.name)] + $0.imports + $0.testImports,
        swiftSettings: common)
    },
  swiftLanguageModes: [.v6]
)
