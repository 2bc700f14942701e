import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `The description of the design` {
  private static let folder = "Core/Design"

  private func page(_ name: String) throws -> String {
    try #require(SourceFiles.text("\(Self.folder)/\(name)"), "\(name) is missing.")
  }

  private func sources() throws -> [String] {
    try SourceFiles.paths { $0.hasSuffix(".swift") && $0.hasPrefix("Core/") }.compactMap { SourceFiles.text($0) }
  }

  @Test(.tags(.pl91, .wc84, .fs34))
  func `has stories, rooms, classes, flows, states and data, each of them linked`() throws {
    let first = try page("README.md")
    for name in ["classes.md", "flows.md", "states.md", "data.md"] {
      #expect(first.contains("](\(name))"))
      #expect(try page(name).contains("```mermaid"))
    }
    for user in ["Newcomer", "Player", "Captain, coach", "Operator", "Author of a game", "Moderator"] {
      #expect(first.contains("| \(user)"), "\(user)")
    }
    for kind in ["classDiagram", "flowchart", "sequenceDiagram", "stateDiagram-v2", "erDiagram"] {
      let pages = try ["README.md", "classes.md", "flows.md", "states.md", "data.md"].map(page)
      #expect(pages.contains { $0.contains(kind) }, "\(kind)")
    }
    for guide in ["CONTRIBUTING.md", "Core/Kit/GUIDE.md", "Core/Web/CONTRACT.md", "Core/Kit/SQL.md"] {
      #expect((SourceFiles.text(guide)?.count ?? 0) > 3000, "\(guide)")
    }
    let named = first.matches(of: /`((?:Core|Plugins)\/[A-Za-z\/]+(?:\.md)?)`/).map { String($0.1) }
    #expect(named.count > 10)
    for path in named {
      #expect(FileManager.default.fileExists(atPath: "\(Repository.root)/\(path)"), "\(path)")
    }
  }

  @Test(.tags(.pl91, .wc84, .fs34)) func `names types that there are`() throws {
    let text = try page("classes.md")
    let named = Set(text.matches(of: /(?m)^  class ([A-Z][A-Za-z]+)/).map { String($0.1) })
    #expect(named.count > 40)
    let declared = try sources().reduce(into: Set<String>()) { all, source in
      let found = source.matches(of: /\b(?:class|struct|actor|enum|protocol) ([A-Z][A-Za-z]+)/)
      all.formUnion(found.map { String($0.1) })
    }
    #expect(named.subtracting(declared) == [])
  }

  @Test(.tags(.tm66)) func `has a chart of states, with events and conditions, for what teams do`() throws {
    let charts = try page("states.md").components(separatedBy: "\n## ").dropFirst()
    for title in [
      "Registration", "An event in a team's calendar is updated", "A team is created", "Somebody joins a team",
    ] {
      let chart = try #require(charts.first { $0.hasPrefix(title) }, "\(title)")
      #expect(chart.contains("stateDiagram-v2"))
      #expect(chart.contains(/--> \w+ : [^\n]*\[[^\n]+\]/), "\(title) has no condition.")
      #expect(chart.contains("[*] -->"))
    }
    // What the product asks, in the words of the charts.
    let guards = [
      "Registration": ["[30 seconds later]", "[right, within 10 minutes, new number]", "[guests are allowed]"],
      "An event in a team's calendar is updated": [
        "[may edit the calendar]", "[times or capacity not allowed, or a place that nobody says is safe]",
        "[somebody has changed it meanwhile]",
      ],
      "A team is created": ["[name or sport empty or too long]", "[member of it]"],
      "Somebody joins a team": [
        "[link not ended]", "[the team takes requests, not kept out]", "[a place is left, not kept out]",
        "[by an admin]", "[the team keeps another admin]",
      ],
    ]
    for (title, words) in guards {
      let chart = try #require(charts.first { $0.hasPrefix(title) }, "\(title)")
      for guarding in words { #expect(chart.contains(guarding), "\(title): \(guarding)") }
    }
    let teams = charts.filter { $0.contains(" team") }.joined()
    for word in ["aptain", "taken in", "age and"] { #expect(!teams.contains(word), "the product knows no such guard") }
  }

  @Test(.tags(.pl94, .fs36)) func `is part of a project that anybody may use, change and give back to, courses too`()
    throws
  {
    let licence = try #require(SourceFiles.text("LICENSE"))
    #expect(licence.contains("Apache License") && licence.contains("Version 2.0, January 2004"))
    let contributing = try #require(SourceFiles.text("CONTRIBUTING.md"))
    for word in ["Apache License 2.0", "pull request", "## Courses", "`Plugins/FolfScoring/Data/courses.json`"] {
      #expect(contributing.contains(word), "\(word)")
    }
    let courses = try #require(SourceFiles.text("Plugins/FolfScoring/Data/courses.json"))
    #expect(try JSON(parsing: Array(courses.utf8)).array?.isEmpty == false)
    #expect((SourceFiles.text("Plugins/FolfScoring/Data/FORMAT.md")?.count ?? 0) > 1000)
    #expect(SourceFiles.text("README.md")?.contains("](CONTRIBUTING.md)") == true)
  }

  /// The tables that a part of the page of data tells of, and those that texts make.
  private func check(_ part: String, toTellOf paths: [String], atLeast least: Int) {
    let listed = part.matches(of: /(?m)^\| `([a-z_]+)` \| [^|]{4,} \|$/).map { String($0.1) }
    #expect(Set(listed).count == listed.count)
    let made = paths.compactMap { SourceFiles.text($0) }.reduce(into: Set<String>()) { all, source in
      let found = source.matches(of: /create (?:unlogged )?table (?:if not exists )?([a-z_]+) \(/)
      all.formUnion(found.map { String($0.1) })
      // What only takes the rows of another table over, whose name it gets, is none of its own.
      all.subtract(source.matches(of: /alter table ([a-z_]+) rename to/).map { String($0.1) })
    }
    #expect(made.count >= least)
    #expect(made.subtracting(listed) == [])
    #expect(Set(listed).subtracting(made) == [])
  }

  /// The tables as the sources of the platform, and the migrations of walking clubs, make them.
  @Test(.tags(.pl91, .pl70, .wc81)) func `says of every table of the platform and of walking clubs what it holds`()
    throws
  {
    let parts = try page("data.md").components(separatedBy: "\n## Walking clubs\n")
    try #require(parts.count == 2)
    let platform = try SourceFiles.paths { path in
      path.hasSuffix(".swift") && (path.hasPrefix("Core/Services/") || path.hasPrefix("Core/Host/"))
    }
    check(parts[0], toTellOf: platform, atLeast: 81)
    let migrations = try SourceFiles.paths(below: "Plugins/WalkingClubs/migrations") { $0.hasSuffix(".sql") }
    check(parts[1], toTellOf: migrations, atLeast: 24)
  }
}
