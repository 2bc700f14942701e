// swift-tools-version: 6.2
import PackageDescription

// The contract is a package of its own and a dynamic library: host and plugins share one copy of it.
let package = Package(
  name: "FieldhouseKit",
  products: [.library(name: "FieldhouseKit", type: .dynamic, targets: ["FieldhouseKit"])],
  targets: [
    .target(
      name: "FieldhouseKit",
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .unsafeFlags(["-enable-library-evolution"]),
        // Every host that a test starts asks it thousands of things; optimised, all tests take far less.
        .unsafeFlags(["-O"], .when(configuration: .debug)),
      ])
  ],
  swiftLanguageModes: [.v6]
)
