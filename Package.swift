// swift-tools-version: 6.2
import PackageDescription

let kit: Target.Dependency = .product(name: "FieldhouseKit", package: "Kit")
let nio: [Target.Dependency] = ["NIOCore", "NIOPosix", "NIOHTTP1"].map { .product(name: $0, package: "swift-nio") }
let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")
let lifecycle: Target.Dependency = .product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let signals: Target.Dependency = .product(name: "UnixSignals", package: "swift-service-lifecycle")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let machine: Target.Dependency = "FieldhouseMachine"
let support: Target.Dependency = "FieldhouseTestSupport"
let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")

/// What the host reads from a plugin's library before any of its code runs.
func packageNote(_ id: String) -> LinkerSetting {
  let note = #"{"type":"fieldhouse-plugin","id":"\#(id)","kit":"1.1.0","swift":"6.3"}"#
  return .unsafeFlags(["-Xlinker", "--package-metadata=\(note)"])
}

let package = Package(
  name: "fieldhouse",
  products: [
    .executable(name: "fieldhouse", targets: ["fieldhouse"]),
    .executable(name: "fieldhouse-pictures", targets: ["fieldhouse-pictures"]),
    .executable(name: "fieldhouse-supervisor", targets: ["fieldhouse-supervisor"]),
    .library(name: "FieldhouseKitTesting", targets: ["FieldhouseKitTesting"]),
    .library(name: "SoccerPredictions", type: .dynamic, targets: ["SoccerPredictions"]),
    .library(name: "FolfScoring", type: .dynamic, targets: ["FolfScoring"]),
    .library(name: "TeamManagement", type: .dynamic, targets: ["TeamManagement"]),
    .library(name: "FitnessChallenges", type: .dynamic, targets: ["FitnessChallenges"]),
    .library(name: "WalkingClubs", type: .dynamic, targets: ["WalkingClubs"]),
  ],
  dependencies: [
    .package(path: "Core/Kit"),
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.2"),
  ],
  targets: [
    .systemLibrary(name: "CSQLite", path: "Core/System/CSQLite", pkgConfig: "sqlite3"),
    .systemLibrary(name: "CPQ", path: "Core/System/CPQ", pkgConfig: "libpq"),
    .systemLibrary(name: "CFFI", path: "Core/System/CFFI", pkgConfig: "libffi"),
    .systemLibrary(name: "CSodium", path: "Core/System/CSodium", pkgConfig: "libsodium"),
    .systemLibrary(name: "CHiredis", path: "Core/System/CHiredis"),
    .systemLibrary(name: "CVips", path: "Core/System/CVips", pkgConfig: "vips"),
    .systemLibrary(name: "CPango", path: "Core/System/CPango", pkgConfig: "pangocairo"),
    .systemLibrary(name: "CCMark", path: "Core/System/CCMark", pkgConfig: "libcmark"),
    .systemLibrary(name: "CQRencode", path: "Core/System/CQRencode", pkgConfig: "libqrencode"),
    .systemLibrary(name: "CZlib", path: "Core/System/CZlib", pkgConfig: "zlib"),
    .systemLibrary(name: "CCrypto", path: "Core/System/CCrypto", pkgConfig: "libcrypto"),
    .systemLibrary(name: "CCurl", path: "Core/System/CCurl", pkgConfig: "libcurl"),
    .target(name: "CMachine", path: "Core/System/CMachine"),
    .target(name: "FieldhouseMachine", dependencies: ["CMachine", "CSodium"], path: "Core/System/Machine"),
    .target(name: "CSupervision", path: "Core/System/CSupervision"),
    .executableTarget(name: "fieldhouse-supervisor", dependencies: ["CSupervision"], path: "Core/System/Supervisor"),
    .target(name: "FieldhouseSupervision", dependencies: ["CSupervision"], path: "Core/Services/Supervision"),
    .target(
      name: "FieldhouseStorage", dependencies: [kit, machine, "CSQLite", "CPQ", "CSodium"],
      path: "Core/Services/Storage"),
    .target(
      name: "FieldhouseAccounts", dependencies: [kit, machine, "CSodium"], path: "Core/Services/Accounts",
      exclude: ["strings"]),
    .target(name: "FieldhouseLeaderboards", dependencies: [kit, "CHiredis"], path: "Core/Services/Leaderboards"),
    .target(
      name: "FieldhouseNotifications", dependencies: [kit, machine, "CCrypto"], path: "Core/Services/Notifications"),
    .target(
      name: "FieldhouseCommunities", dependencies: [kit, machine, "CQRencode"], path: "Core/Services/Communities",
      exclude: ["strings"]),
    .target(name: "FieldhouseContent", dependencies: [kit, machine, "CCMark"], path: "Core/Services/Content"),
    .target(name: "FieldhouseRights", dependencies: [kit, machine], path: "Core/Services/Rights"),
    .target(name: "FieldhouseRuntime", dependencies: [kit, machine, "CCurl"], path: "Core/Services/Runtime"),
    .executableTarget(name: "fieldhouse-pictures", dependencies: ["CVips", "CPango"], path: "Core/Services/Pictures"),
    .target(
      name: "FieldhouseKernel", dependencies: [kit, machine, "CFFI", "CSupervision"], path: "Core/Kernel",
      resources: [.embedInCode("Manifests/plugin.schema.json")]),
    .target(
      name: "FieldhouseHTTP", dependencies: ["CZlib", kit, machine, httpTypes, lifecycle] + nio, path: "Core/HTTP"),
    .target(
      name: "FieldhouseHost",
      dependencies: [
        kit, machine, arguments, lifecycle, signals, logging, "FieldhouseStorage", "FieldhouseAccounts",
        "FieldhouseLeaderboards", "FieldhouseNotifications", "FieldhouseRights", "FieldhouseCommunities",
        "FieldhouseContent", "FieldhouseRuntime", "FieldhouseKernel", "FieldhouseHTTP", "FieldhouseSupervision",
      ], path: "Core/Host", exclude: ["Main"]),
    .target(
      name: "FieldhouseKitTesting",
      dependencies: [
        kit, httpTypes, .product(name: "NIOEmbedded", package: "swift-nio"), "FieldhouseHost", "FieldhouseHTTP",
        "FieldhouseStorage",
      ] + nio, path: "Core/Testing"),
    .executableTarget(name: "fieldhouse", dependencies: ["FieldhouseHost"], path: "Core/Host/Main"),
    .target(
      name: "SoccerPredictions", dependencies: [kit], path: "Plugins/SoccerPredictions",
      exclude: ["RuleModules", "Data", "migrations", "strings", "web"],
      linkerSettings: [packageNote("soccer-predictions")]),
    .target(
      name: "FolfScoring", dependencies: [kit], path: "Plugins/FolfScoring",
      exclude: ["Data", "GUIDE.md", "migrations", "strings", "web"], linkerSettings: [packageNote("folf-scoring")]),
    .target(
      name: "TeamManagement", dependencies: [kit], path: "Plugins/TeamManagement",
      exclude: ["migrations", "strings", "web"], linkerSettings: [packageNote("team-management")]),
    .target(
      name: "FitnessChallenges", dependencies: [kit, "CCrypto"], path: "Plugins/FitnessChallenges",
      exclude: ["Formulas/GRAMMAR.md", "migrations", "strings", "web"],
      linkerSettings: [packageNote("fitness-challenges")]),
    .target(
      name: "WalkingClubs", dependencies: [kit], path: "Plugins/WalkingClubs",
      exclude: ["migrations", "strings", "web"], linkerSettings: [packageNote("walking-clubs")]),
    .executableTarget(name: "storage-ledger", dependencies: [kit, "FieldhouseStorage"], path: "Tests/StorageLedger"),
    .executableTarget(
      name: "corpus",
      dependencies: [
        kit, "FieldhouseKernel", "SoccerPredictions", "TeamManagement", "FitnessChallenges", "FolfScoring",
      ],
      path: "Tests/Corpus"),
    .target(
      name: "FieldhouseTestSupport", dependencies: [kit, "FieldhouseStorage"], path: "Tests/Support",
      exclude: ["gateways.py", "openid.py", "postgres.sh"]),
    .testTarget(name: "KitTests", dependencies: [kit, support], path: "Tests/KitTests"),
    .testTarget(
      name: "HTTPTests", dependencies: [kit, support, "FieldhouseHTTP", httpTypes, lifecycle, logging] + nio),
    .testTarget(name: "MachineTests", dependencies: [machine, support]),
    .testTarget(name: "KernelTests", dependencies: [kit, machine, support, "FieldhouseKernel", "fieldhouse"]),
    .target(name: "DiskFaults", dependencies: ["CSQLite"], path: "Tests/DiskFaults"),
    .testTarget(
      name: "StorageTests",
      dependencies: [kit, machine, support, "FieldhouseStorage", "storage-ledger", "CSQLite", "CPQ", "DiskFaults"]),
    .testTarget(
      name: "NotificationsTests", dependencies: [kit, support, "FieldhouseNotifications", "FieldhouseStorage"]),
    .testTarget(
      name: "ContentTests",
      dependencies: [kit, support, "FieldhouseContent", "FieldhouseStorage", "FieldhouseKitTesting"]),
    .testTarget(name: "RightsTests", dependencies: [kit, "FieldhouseRights"]),
    .testTarget(
      name: "RuntimeTests",
      dependencies: [kit, support, "FieldhouseRuntime", "FieldhouseStorage", "CVips", "fieldhouse-pictures"]),
    .testTarget(
      name: "LeaderboardsTests", dependencies: [kit, support, "FieldhouseLeaderboards", "FieldhouseStorage"]),
    .testTarget(
      name: "AccountsTests",
      dependencies: [kit, support, "FieldhouseAccounts", "FieldhouseStorage", "FieldhouseRuntime"]),
    .testTarget(
      name: "SoccerPredictionsTests",
      dependencies: [kit, support, "FieldhouseKitTesting", "SoccerPredictions", "fieldhouse-pictures"]),
    .testTarget(name: "FolfScoringTests", dependencies: [kit, support, "FieldhouseKitTesting", "FolfScoring"]),
    .testTarget(name: "TeamManagementTests", dependencies: [kit, support, "FieldhouseKitTesting", "TeamManagement"]),
    .testTarget(
      name: "FitnessChallengesTests", dependencies: [kit, support, "FieldhouseKitTesting", "FitnessChallenges"]),
    .target(
      name: "Steps", dependencies: [kit], path: "Tests/Fixtures/StepsPlugin",
      exclude: ["manifest.json", "migrations", "strings"]),
    .testTarget(
      name: "WalkingClubsTests",
      dependencies: [
        kit, support, "FieldhouseKitTesting", "FieldhouseStorage", "WalkingClubs", "Steps", "fieldhouse-pictures",
      ]),
    .target(
      name: "CardGame", dependencies: [kit], path: "Tests/Fixtures/CardPlugin",
      exclude: ["manifest.json", "migrations", "strings"]),
    .target(
      name: "Coach", dependencies: [kit], path: "Tests/Fixtures/CoachPlugin", exclude: ["manifest.json", "strings"]),
    .target(
      name: "Diary", dependencies: [kit], path: "Tests/Fixtures/DiaryPlugin",
      exclude: ["manifest.json", "migrations", "strings"]),
    .testTarget(
      name: "TestingTests",
      dependencies: [
        kit, support, lifecycle, logging, "FieldhouseKitTesting", "FieldhouseHTTP", "FieldhouseHost",
        "FieldhouseStorage", "CardGame", "Coach", "Diary",
      ] + nio,
      exclude: ["Bell", "Watchman"]),
    .testTarget(
      name: "CommunitiesTests",
      dependencies: [kit, support, "FieldhouseCommunities", "FieldhouseKitTesting", "fieldhouse-pictures"],
      exclude: ["Clubs/manifest.json", "Clubs/migrations"]),
    .testTarget(
      name: "HostTests",
      dependencies: [
        kit, support, "FieldhouseAccounts", "FieldhouseHost", "FieldhouseHTTP",
        "FieldhouseNotifications", "FieldhouseRuntime", "FieldhouseStorage", "FieldhouseSupervision",
        "fieldhouse", "fieldhouse-pictures", "fieldhouse-supervisor",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

/// The rooms whose tests are built, separated by commas; all of them when it is not set.
if let rooms = Context.environment["FIELDHOUSE_ROOMS"], !rooms.isEmpty {
  let wanted = Set(rooms.split(separator: ",").map { "\($0)Tests" })
  package.targets.removeAll { $0.type == .test && !wanted.contains($0.name) }
}

for target in package.targets where target.type != .system && target.type != .plugin {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
  ]
}

// The handling of a request stays on the event loop of its connection, however many functions deep, without asking at
// each of them where to run.
for target in package.targets where target.name == "FieldhouseHTTP" {
  target.swiftSettings?.append(.enableUpcomingFeature("NonisolatedNonsendingByDefault"))
}

// Every store and host that a test starts reads its schema and its requests with them: optimised, all tests take far less.
let busy = ["FieldhouseStorage", "FieldhouseKernel", "FieldhouseHTTP"]
for target in package.targets where busy.contains(target.name) {
  target.swiftSettings?.append(.unsafeFlags(["-O"], .when(configuration: .debug)))
}
