import ArgumentParser
import FieldhouseKit
import FieldhouseMachine
import FieldhouseStorage
import Foundation

/// `fieldhouse migrate-database`
struct MigrateDatabase: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate-database", abstract: "Copy everything from one database to another and compare both.",
    discussion: """
      A database is `sqlite` (the data folder), `sqlite:FOLDER` or a postgresql:// address. No host may run on either. \
      Afterwards start the host with --database and the new one.
      """)
  @OptionGroup var settings: SettingsOptions
  @Argument(help: "Where everything is.") var from: DatabaseAddress
  @Argument(help: "Where it goes.") var to: DatabaseAddress
  @Flag(help: "Replace what the target holds.") var replace = false
  @Option(help: "A namespace to leave behind, e.g. of a plugin that is gone.") var leaveOut: [String] = []
  @Flag(help: "Answer as JSON.") var json = false

  func validate() throws {
    if from == to { throw ValidationError("Both are the same database.") }
  }

  func run() async throws {
    let configuration = try settings.configuration()
    let bar = ProgressBar(isWanted: !json)
    defer { bar.finish() }
    if let folder = from.folder(data: configuration.data), !FileManager.default.fileExists(atPath: folder) {
      throw StorageError(.unavailable, "There is no folder \(folder).")
    }
    let parts = try await configuration.operatorParts(in: try await from.engine(configuration))
    let (source, target) = (try await from.engine(configuration), try await to.engine(configuration))
    let report = try await source.closing {
      try await target.closing {
        let namespaces = try await namespaces(source, target, declared: configuration.declaredNamespaces(parts))
        return try await DatabaseTransfer(namespaces) { bar.show(StorageProgress($0)) }.run(from: source, to: target)
      }
    }
    bar.finish()
    Console.complain(
      "\(counted(report.rows, "row is", plural: "rows are")) the same on both sides. Start the host with --database and the new address."
    )
    if json { Console.print(report.document) } else { Console.print(report.text) }
  }

  /// What to copy.
  /// - Throws: ``StorageError`` when something could be lost or a host runs.
  private func namespaces(
    _ source: any StorageEngine, _ target: any StorageEngine, declared: [Namespace]
  ) async throws -> [Namespace] {
    for engine in [source, target] { try await engine.checkUnused() }
    let there = Set(try await source.namespaces()).subtracting(leaveOut)
    guard !there.isEmpty else { throw StorageError(.namespace, "There is nothing to copy.") }
    let unknown = there.subtracting(declared.map(\.id)).sorted()
    guard unknown.isEmpty else {
      throw StorageError(
        .namespace,
        "No plugin can be read for \(unknown.joined(separator: ", ")). Put its manifest back and enable it, or leave the "
          + "data behind with --leave-out.")
    }
    let held = there.intersection(try await target.namespaces()).sorted()
    guard held.isEmpty || replace else {
      throw StorageError(
        .namespace, "The target holds \(held.joined(separator: ", ")) already. Replace them with --replace.")
    }
    return declared.filter { there.contains($0.id) }
  }
}

extension TransferReport {
  /// Counts and checksums of all tables.
  var document: JSON {
    [
      "rows": .integer(Int64(rows)),
      "tables": .array(
        tables.map {
          [
            "namespace": .string($0.namespace), "name": .string($0.name), "rows": .integer(Int64($0.rows)),
            "checksum": .string($0.checksum),
          ]
        }),
    ]
  }

  /// The same as lines.
  var text: String {
    tables.map { "\($0.namespace).\($0.name)  \(counted($0.rows, "row"))  \($0.checksum)" }.joined(separator: "\n")
  }
}
