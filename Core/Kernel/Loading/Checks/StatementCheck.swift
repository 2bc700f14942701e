internal import FieldhouseKit

/// A statement of a migration that the store would refuse.
public struct StatementFault: Sendable, Hashable {
  /// The number of the statement in the migration, from 1.
  public let number: Int
  /// Its first line in the migration's text, from 1.
  public let line: Int
  /// The statement, as it is written.
  public let text: String
  /// What is wrong with it, as sentences; the last ones say what to write instead.
  public let message: String

  /// A fault.
  public init(number: Int, line: Int, text: String, message: String) {
    self.number = number
    self.line = line
    self.text = text
    self.message = message
  }
}

/// The migrations that are still to run say nothing that one engine does not understand. What has run is not looked at: it
/// cannot be changed any more.
struct StatementCheck {
  let planner: any MigrationPlanner

  func problems(
    _ draft: PluginDraft, _ migrations: [MigrationFile], _ plan: [PlannedMigration]
  ) -> [ManifestProblem] {
    let open = Set(plan.map(\.name))
    return migrations.enumerated().filter { open.contains($0.element.name) }.flatMap { index, migration in
      planner.faults(in: migration, after: Array(migrations[..<index])).map {
        problem(draft, JSONPointer(["migrations"]).appending(index), migration, $0)
      }
    }
  }

  private func problem(
    _ draft: PluginDraft, _ pointer: JSONPointer, _ migration: MigrationFile, _ fault: StatementFault
  ) -> ManifestProblem {
    let line = migration.firstLine + fault.line - 1
    let sentences = fault.message.split(separator: ". ", maxSplits: 1)
    let remedy = sentences.count == 2 ? String(sentences[1]).closed : "Write it in the SQL of Core/Kit/SQL.md."
    return draft.source.problem(
      .migrationStatement, at: pointer,
      "Statement \(fault.number) of \(migration.name), line \(line), is refused: \(String(sentences.first ?? "").closed)",
      found: JSON.string(fault.text).excerpt, expected: "a statement of the shared SQL", remedy: remedy)
  }
}
