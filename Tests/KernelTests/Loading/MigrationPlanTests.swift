import FieldhouseKernel
import FieldhouseKit
import Testing

@Suite struct `The migration plan` {
  private struct Planner: MigrationPlanner {
    var refuses = false

    func plan(_ manifest: Manifest, _ migrations: [MigrationFile]) async throws -> [PlannedMigration] {
      if refuses { throw PlannerFault() }
      return migrations.map { PlannedMigration(name: $0.name, summary: "\($0.sql.count) characters") }
    }
  }

  private struct PlannerFault: Error, CustomStringConvertible {
    let description = "0001.sql has changed since it was applied"
  }

  private func report(_ planner: Planner) async throws -> CheckReport {
    let installation = try Installation()
    var plugin = PluginFixture("stored")
    plugin["migrations"] = ["migrations/0001.sql"]
    plugin.files["migrations/0001.sql"] = Array("create table t (x text);\n".utf8)
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
}
