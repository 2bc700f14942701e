import FieldhouseKernel
import FieldhouseKit
import Testing

@Suite struct `The migration plan` {
  private struct Planner: MigrationPlanner {
    var refuses = false
    /// Has run already.
    var applied: Set<String> = []

    func plan(_ manifest: Manifest, _ migrations: [MigrationFile]) async throws -> [PlannedMigration] {
      if refuses { throw PlannerFault() }
      return migrations.filter { !applied.contains($0.name) }.map {
        PlannedMigration(name: $0.name, summary: "\($0.sql.count) characters")
      }
    }

    func faults(in migration: MigrationFile, after earlier: [MigrationFile]) -> [StatementFault] {
      migration.sql.contains("rowid") ? [StatementFault(number: 2, line: 3, text: "rowid", message: "One. Two.")] : []
    }
  }

  private struct PlannerFault: Error, CustomStringConvertible {
    let description = "0001.sql has changed since it was applied"
  }

  private func report(
    _ planner: Planner, second: String? = nil, isEnabled: Bool = true
  ) async throws -> CheckReport {
    let installation = try Installation()
    var plugin = PluginFixture("stored")
    plugin["migrations"] = ["migrations/0001.sql"]
    plugin["enabled"] = .bool(isEnabled)
    plugin.files["migrations/0001.sql"] = Array("create table t (x text);\n".utf8)
    if let second {
      plugin["migrations"] = ["migrations/0001.sql", "migrations/0002.sql"]
      plugin.files["migrations/0002.sql"] = Array(second.utf8)
    }
    try installation.add(plugin)
    var configuration = installation.configuration
    configuration.migrationPlanner = planner
    return await Checker(configuration).run()
  }

  @Test func `is shown before anything changes`() async throws {
    let report = try await report(Planner())
    #expect(report.migrationPlans["stored"] == [PlannedMigration(name: "0001.sql", summary: "24 characters")])
    #expect(report.text.contains("migration stored 0001.sql: 24 characters"))
    #expect(report.plugins.first { $0.id == "stored" }?.migrations.map(\.sql) == ["create table t (x text);"])
  }

  @Test func `that cannot be made is a problem of that plugin`() async throws {
    let report = try await report(Planner(refuses: true))
    #expect(
      report.problems.map(\.code).filter { $0 != .dependencyFailed } == [
        .migrationPlan, .migrationPlan, .migrationPlan,
      ])
    #expect(
      report.problems.last?.message == "The migrations cannot be planned: 0001.sql has changed since it was applied.")
    #expect(report.plugins.isEmpty)
  }

  @Test func `names statements that the store would refuse, of migrations that have not run`() async throws {
    let open = try await report(Planner(), second: "\n\n  select rowid")
    let problem = try #require(open.problems.first)
    #expect(open.problems.count == 1 && problem.code == .migrationStatement && problem.severity == .error)
    #expect(problem.pointer.description == "/migrations/1")
    #expect(problem.message == "Statement 2 of 0002.sql, line 5, is refused: One.")
    #expect(problem.remedy == "Two." && problem.found == "\"rowid\"")
    #expect(open.dropped.map(\.id) == ["stored"])
    #expect(try await report(Planner(applied: ["0001.sql", "0002.sql"]), second: "select rowid").problems == [])
    let resting = try await report(Planner(), second: "select rowid", isEnabled: false)
    #expect(resting.problems.map(\.code) == [.migrationStatement] && resting.problems.map(\.severity) == [.notice])
    #expect(resting.isClean)
  }
}
