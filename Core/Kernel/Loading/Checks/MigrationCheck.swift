internal import FieldhouseKit
internal import Foundation

/// Says what a plugin's migrations will do, before anything changes.
public protocol MigrationPlanner: Sendable {
  /// The migrations of the plugin that are not applied yet, in order.
  /// - Throws: when the store cannot be asked, or an applied migration has changed; the message goes to the operator.
  func plan(_ manifest: Manifest, _ migrations: [MigrationFile]) async throws -> [PlannedMigration]

  /// The statements of a migration that the store would refuse whatever it holds, because not every engine runs them.
  /// - Parameter earlier: the plugin's migrations before it.
  func faults(in migration: MigrationFile, after earlier: [MigrationFile]) -> [StatementFault]
}

extension MigrationPlanner {
  public func faults(in migration: MigrationFile, after earlier: [MigrationFile]) -> [StatementFault] { [] }
}

/// A migration that will be applied at the next start.
public struct PlannedMigration: Sendable, Hashable, Codable {
  /// The migration's file name.
  public let name: String
  /// What it will do, in one line.
  public let summary: String

  /// A planned migration.
  public init(name: String, summary: String) {
    self.name = name
    self.summary = summary
  }
}

/// The migrations can be read, each is there once, and each does something.
struct MigrationCheck {
  func check(_ draft: PluginDraft, _ files: PluginFiles) -> (migrations: [MigrationFile], problems: [ManifestProblem]) {
    var migrations: [MigrationFile] = []
    var problems: [ManifestProblem] = []
    for index in draft.manifest.migrations.indices {
      let pointer = JSONPointer(["migrations"]).appending(index)
      guard let path = files.paths[pointer] else { continue }
      let file = Self.read(path)
      let isRepeated = migrations.contains { $0.name == file.name }
      if isRepeated || file.sql.isEmpty { problems.append(problem(draft, pointer, file, isRepeated)) }
      migrations.append(file)
    }
    return (migrations, problems)
  }

  private static func read(_ path: String) -> MigrationFile {
    let url = URL(fileURLWithPath: path)
    let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    return MigrationFile(
      name: url.lastPathComponent, path: path, sql: text.trimmingCharacters(in: .whitespacesAndNewlines),
      firstLine: 1 + text.prefix(while: \.isWhitespace).count(where: \.isNewline))
  }

  private func problem(
    _ draft: PluginDraft, _ pointer: JSONPointer, _ file: MigrationFile, _ isRepeated: Bool
  ) -> ManifestProblem {
    let fact = isRepeated ? "has the name of an earlier one" : "is empty or not UTF-8"
    return draft.source.problem(
      .migrationInvalid, at: pointer, "The migration \(file.name) \(fact).", found: draft.source.found(pointer),
      expected: "SQL statements in a file with a name of its own",
      remedy: isRepeated ? "Rename or remove it." : "Write the statements, or remove it.")
  }
}

extension MigrationPlanner {
  /// The plan, or what kept the store from making one.
  func outcome(_ draft: PluginDraft, _ migrations: [MigrationFile]) async -> Result<[PlannedMigration], PlanFault> {
    do {
      return .success(try await plan(draft.manifest, migrations))
    } catch {
      let problem = draft.source.problem(
        .migrationPlan, at: ["migrations"], "The migrations cannot be planned: \("\(error)".closed)", found: "\(error)",
        expected: "a store that can be asked, and applied migrations that are unchanged",
        remedy: "Run fieldhouse doctor; never change a migration that was applied.")
      return .failure(PlanFault(problem: problem))
    }
  }
}

/// Why there is no plan.
struct PlanFault: Error {
  let problem: ManifestProblem
}
