import ArgumentParser
import FieldhouseKernel
import FieldhouseKit
import FieldhouseStorage

/// `fieldhouse check`
struct Check: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Every problem of every manifest; exit 1 if there is any.")
  @OptionGroup var settings: SettingsOptions
  @Flag(help: "Answer as JSON.") var json = false

  func run() async throws {
    let configuration = try settings.configuration()
    let engine = try await configuration.makeEngine(clock: configuration.makeClock())
    let planner = EnginePlanner(engine: engine)
    let report = await Checker(try configuration.checker(executable: Serve.executable, planner: planner)).run()
    await engine.close()
    if json {
      Console.print(try JSON(encoding: report))
    } else {
      Console.print(report.text)
    }
    if !report.isClean { throw ExitCode(1) }
  }
}

/// Asks the database what a plugin's migrations will do.
struct EnginePlanner: MigrationPlanner {
  let engine: any StorageEngine

  func plan(_ manifest: Manifest, _ migrations: [MigrationFile]) async throws -> [PlannedMigration] {
    let steps = migrations.map { Migration(id: $0.name, sql: $0.sql) }
    let plan = try await engine.plan(Namespace(id: manifest.id, migrations: steps))
    return plan.pending.map { step in
      let statements = step.sql.split(separator: ";").filter { $0.contains { !$0.isWhitespace } }.count
      return PlannedMigration(name: step.id, summary: "\(statements) statements")
    }
  }
}
