// swift-tools-version: 6.2
import PackageDescription

// What only benchmarks need is a package of its own, so that the product's dependencies stay few.

/// What the host reads from the library before any of its code runs.
let note = #"{"type":"fieldhouse-plugin","id":"bench","kit":"1.1.0","swift":"6.3"}"#

let package = Package(
  name: "benchmarks",
  products: [
    .executable(name: "StockHummingbird", targets: ["StockHummingbird"]),
    .executable(name: "BoardBench", targets: ["BoardBench"]),
    .executable(name: "CompanionBench", targets: ["CompanionBench"]),
    .library(name: "BenchPlugin", type: .dynamic, targets: ["BenchPlugin"]),
  ],
  dependencies: [
    .package(path: "../Core/Kit"),
    .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1", traits: []),
    .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
  ],
  targets: [
    // Links to the rooms themselves: what is measured is the product's own source.
    .systemLibrary(name: "CHiredis", path: "CHiredis"),
    .target(
      name: "FieldhouseLeaderboards", dependencies: [.product(name: "FieldhouseKit", package: "Kit"), "CHiredis"],
      path: "Leaderboards"),
    .executableTarget(
      name: "BoardBench",
      dependencies: ["FieldhouseLeaderboards", .product(name: "FieldhouseKit", package: "Kit")], path: "BoardBench"),
    .executableTarget(name: "CompanionBench", path: "CompanionBench"),
    .executableTarget(
      name: "StockHummingbird",
      dependencies: [
        .product(name: "Hummingbird", package: "hummingbird"), .product(name: "Logging", package: "swift-log"),
      ], path: "StockHummingbird"),
    .target(
      name: "BenchPlugin", dependencies: [.product(name: "FieldhouseKit", package: "Kit")], path: "BenchPlugin",
      exclude: ["migrations", "manifest.json"],
      linkerSettings: [.unsafeFlags(["-Xlinker", "--package-metadata=\(note)"])]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
  ]
}
