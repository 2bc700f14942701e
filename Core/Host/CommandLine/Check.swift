import ArgumentParser
import FieldhouseKernel
import FieldhouseKit
import FieldhouseMachine
import FieldhouseStorage

/// `fieldhouse check`
struct Check: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Every problem of every manifest; exit 1 if there is any.",
    discussion: """
      With --deep each plugin, those that are switched off too, is tried in a process of its own on a copy of its data, also \
      while the host runs: pending migrations run, the plugin is made with its settings, checks itself and starts, and what \
      its code registers is compared with its manifest. Nothing of the data changes. The plugin reaches no other server \
      through the host, and nothing that it sends or schedules goes out.
      """)
  @OptionGroup var settings: SettingsOptions
  @Flag(help: "Try each plugin on a copy of its data.") var deep = false
  @Option(help: "Seconds that a plugin's migrations may take when it is tried.") var migrationSeconds = 600
  @Option(help: "Seconds that any other step of a plugin may take when it is tried.") var stepSeconds = 10
  @Flag(help: "Answer as JSON.") var json = false

  func validate() throws {
    guard (1...86_400).contains(migrationSeconds), (1...3_600).contains(stepSeconds) else {
      throw ValidationError("A plugin gets 1 to 86400 seconds for its migrations and 1 to 3600 for another step.")
    }
  }

  func run() async throws {
    let configuration = try settings.configuration()
    let bar = ProgressBar(isWanted: !json)
    defer { bar.finish() }
    let parts = try await configuration.operatorParts()
    let engine = try await configuration.makeEngine(clock: configuration.makeClock())
    let report = try await engine.closing {
      var checker = try configuration.checker(
        executable: Serve.executable, parts: parts, planner: EnginePlanner(engine: engine))
      if deep { checker.trials = trials(configuration, engine, parts, bar) }
      return await Checker(checker).run()
    }
    bar.finish()
    if json {
      Console.print(try JSON(encoding: report))
    } else {
      Console.print(report.text)
    }
    if !report.isClean { throw ExitCode(1) }
  }

  private func trials(
    _ configuration: HostConfiguration, _ engine: any StorageEngine, _ parts: OperatorParts, _ bar: ProgressBar
  ) -> DeepTrials {
    DeepTrials(
      configuration: configuration, parts: parts, engine: engine,
      limits: TrialLimits(step: Double(stepSeconds), migrations: Double(migrationSeconds)),
      progress: { bar.show($0) })
  }
}

/// Asks the database what a plugin's migrations will do.
struct EnginePlanner: MigrationPlanner {
  let engine: any StorageEngine

  func plan(_ manifest: Manifest, _ migrations: [MigrationFile]) async throws -> [PlannedMigration] {
    let steps = migrations.map { Migration(id: $0.name, sql: $0.sql) }
    let plan = try await engine.plan(Namespace(id: manifest.id, migrations: steps))
    return plan.pending.map { step in
      PlannedMigration(name: step.id, summary: counted(MigrationReview.statements(in: step.sql), "statement"))
    }
  }

  func faults(in migration: MigrationFile, after earlier: [MigrationFile]) -> [StatementFault] {
    MigrationReview.faults(in: migration.sql, after: earlier.map(\.sql)).map {
      StatementFault(number: $0.number, line: $0.line, text: $0.text, message: $0.error.message)
    }
  }
}
