import ArgumentParser
import FieldhouseKit
import FieldhouseStorage
import Foundation

/// A database as the command line names it: `sqlite` (the data folder), `sqlite:FOLDER` or a postgresql:// address.
struct DatabaseAddress: ExpressibleByArgument, Hashable {
  let text: String

  init?(argument: String) {
    let isKnown = ["sqlite:", "postgresql://", "postgres://"].contains { argument.hasPrefix($0) }
    guard argument == "sqlite" || isKnown, argument != "sqlite:" else { return nil }
    text = argument
  }

  /// The folder of an embedded database; nil for a server.
  func folder(data: String) -> String? {
    if text == "sqlite" { return data }
    return text.hasPrefix("sqlite:") ? String(text.dropFirst(7)) : nil
  }

  /// The engine, which another process may use at the same time.
  /// - Throws: ``StorageError``.
  func engine(_ configuration: HostConfiguration) async throws -> any StorageEngine {
    var own = configuration
    if let folder = folder(data: configuration.data) {
      (own.data, own.database) = (folder, "sqlite")
    } else {
      own.database = text
    }
    return try await own.makeEngine(clock: own.makeClock())
  }
}

extension StorageError: ExitCoded {
  /// 75 when trying again later may help, else 1.
  var exitCode: Int32 { code == .unavailable || code == .timeout ? 75 : 1 }
}

extension HostConfiguration {
  /// Whether the database is files in the data folder.
  var isEmbedded: Bool { database == "sqlite" }

  /// The engine of the operator's database, for a command that reads it.
  /// - Throws: ``StorageError``; an embedded database that is not there is not made.
  func existingEngine() async throws -> any StorageEngine {
    guard !isEmbedded || FileManager.default.fileExists(atPath: data) else {
      throw StorageError(.unavailable, "There is no data folder \(data). Name it with --data.")
    }
    return try await makeEngine(clock: makeClock())
  }
}
