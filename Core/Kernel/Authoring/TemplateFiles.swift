internal import FieldhouseKit
internal import Foundation

/// The files of a new plugin.
struct TemplateFiles {
  let id: String
  /// The path of the package with FieldhouseKit, in full or from the plugin's folder.
  let kitPath: String
  /// That of the checkout whose Kit it is, with the package of FieldhouseKitTesting.
  let checkout: String

  /// Paths below the plugin's folder, with their texts.
  var all: [(String, String)] {
    [
      ("Package.swift", package),
      ("Sources/\(type)/\(type).swift", source),
      ("Tests/\(type)Tests/EntryTests.swift", tests),
      ("migrations/0001-entries.sql", migration),
      ("strings/en.json", strings),
      ("manifest.json", manifest),
      ("README.md", readme),
      (".gitignore", ".build/\n*.fieldhouse\n"),
    ]
  }

  private var words: [Substring] { id.split(separator: "-") }
  /// Type and module, such as `WalkingClubs`.
  private var type: String { words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() }
  /// What people read, such as `Walking clubs`.
  private var title: String {
    let text = words.joined(separator: " ")
    return text.prefix(1).uppercased() + text.dropFirst()
  }
  private var symbol: String { words.joined(separator: "_") + "_plugin" }
  private var function: String { type.prefix(1).lowercased() + type.dropFirst() + "Plugin" }
  private var kitPackage: String { URL(fileURLWithPath: kitPath).lastPathComponent }

  private var package: String {
    """
    // swift-tools-version: 6.2
    import PackageDescription

    #if compiler(>=6.5)
      let swift = "6.5"
    #elseif compiler(>=6.4)
      let swift = "6.4"
    #else
      let swift = "6.3"
    #endif

    // What the host reads from the library's file before any of its code can run.
    let note = #"{"type":"fieldhouse-plugin","id":"\(id)","kit":"\(Kit.version)","swift":"\\#(swift)"}"#

    let package = Package(
      name: "\(type)",
      products: [.library(name: "\(type)", type: .dynamic, targets: ["\(type)"])],
      dependencies: [.package(path: "\(kitPath)"), .package(name: "fieldhouse", path: "\(checkout)")],
      targets: [
        .target(
          name: "\(type)",
          dependencies: [.product(name: "FieldhouseKit", package: "\(kitPackage)")],
          linkerSettings: [.unsafeFlags(["-Xlinker", "--package-metadata=\\(note)"])]),
        .testTarget(
          name: "\(type)Tests",
          dependencies: [
            "\(type)", .product(name: "FieldhouseKit", package: "\(kitPackage)"),
            .product(name: "FieldhouseKitTesting", package: "fieldhouse"),
          ]),
      ],
      swiftLanguageModes: [.v6]
    )

    """
  }

  private var source: String {
    """
    import FieldhouseKit

    struct \(type): Plugin {
      let host: PluginHost

      init(host: PluginHost) throws { self.host = host }

      func routes(_ routes: inout Routes) {
        routes.post("/entries", "Stores my entry", access: .guest) { (entry: Entry, call, transaction) in
          let account = try call.account.id
          try await transaction.execute(
            \"""
            insert into entries (account, points) values (\\(account), \\(entry.points))
            on conflict (account) do update set points = excluded.points
            \""")
          try await transaction.submit(
            ScoreChange(board: "best", account: account, score: Int64(entry.points), achievedAt: call.now))
          return entry
        }
        routes.get("/entries/mine", "Shows my entry", access: .guest) { [storage = host.storage] (_: NoInput, call) in
          let account = try call.account.id
          let row = try await storage.read { try await $0.first("select points from entries where account = \\(account)") }
          return Entry(points: try row?["points"] ?? 0)
        }
      }
    }

    struct Entry: RouteInput, RouteOutput {
      var points: Int
    }

    @c(\(symbol))
    public func \(function)() -> UnsafeMutableRawPointer {
      PluginEntry.export(\(type).self)
    }

    """
  }

  private var tests: String {
    """
    import FieldhouseKit
    import FieldhouseKitTesting
    import Testing

    @testable import \(type)

    @Suite struct `Entries` {
      private static let path = "/v1/\(id)/entries"

      @Test(arguments: TestHost.Engine.available)
      func `are stored, and the best of each person is ranked`(on engine: TestHost.Engine) async throws {
        try await TestHost.run(TestPlugin(\(type).self), on: engine) { host in
          let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
          for (person, points) in [(ada, 7), (bob, 9), (ada, 5)] as [(TestPerson, JSON)] {
            #expect(try await host.post(Self.path, ["points": points], as: person).status == 201)
          }
          #expect(try await host.get(Self.path + "/mine", as: ada).json == ["points": 5])
          let rows = try await host.board("best").map { "\\($0.rank) \\($0.account.name) \\($0.score)" }
          #expect(rows == ["1 Bob 9", "2 Ada 7"])
        }
      }

      @Test func `are refused to who is not signed in, and without points`() async throws {
        try await TestHost.run(TestPlugin(\(type).self)) { host in
          #expect(try await host.post(Self.path, ["points": 7]).problem == "401 unauthenticated")
          let reply = try await host.post(Self.path, ["point": 7], as: try await host.guest())
          #expect(reply.problem == "422 invalid-input")
          #expect(reply.pointers == ["/points", "/point"])
          #expect(try await host.board("best").isEmpty)
        }
      }
    }

    """
  }

  private var migration: String {
    """
    create table entries (
      account text primary key,
      points integer not null
    );

    """
  }

  private var strings: String { "{\n  \"title\": \"\(title)\"\n}\n" }

  private var manifest: String {
    """
    {
      "$schema": "plugin.schema.json",
      "id": "\(id)",
      "name": "\(title)",
      "description": "People store points; the best of each person is ranked.",
      "version": "0.1.0",
      "kit": "^\(Kit.version)",
      "library": { "path": "lib\(type).so", "symbol": "\(symbol)" },
      "contributions": {
        "routes": ["POST /entries", "GET /entries/mine"],
        "boards": [{ "id": "best", "title": "Best", "operator": "best" }],
        "texts": { "en": "strings/en.json" }
      },
      "migrations": ["migrations/0001-entries.sql"]
    }

    """
  }

  private var readme: String {
    """
    # \(title)

    A plugin for Fieldhouse. How it becomes a whole game is told in `\(kitPath)/GUIDE.md`.

    Test it in a host of each test's own, on SQLite, and on PostgreSQL where `FIELDHOUSE_TEST_POSTGRESQL` names a
    server (the first time the host is built, which takes minutes):

    ```sh
    swift test
    ```

    Build it, package it, install it, and switch it on:

    ```sh
    swift build -c release
    fieldhouse plugins package .
    fieldhouse plugins install \(id)-0.1.0.fieldhouse
    fieldhouse plugins enable \(id)
    ```

    Then, with the token of any account:

    ```sh
    curl -H "Authorization: Bearer $TOKEN" --json '{"points": 7}' localhost:8080/v1/\(id)/entries
    curl -H "Authorization: Bearer $TOKEN" localhost:8080/v1/\(id)/entries/mine
    curl localhost:8080/v1/leaderboards/\(id)/best
    ```

    | File | What it is |
    |---|---|
    | `Sources/\(type)/\(type).swift` | the routes |
    | `Tests/` | what it promises, tried through the host's own dispatcher |
    | `manifest.json` | what the plugin is and what it adds to the host |
    | `migrations/` | its tables, in order; an applied file never changes |
    | `strings/` | its texts in each language |

    """
  }
}
