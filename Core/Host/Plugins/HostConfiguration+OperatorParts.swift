import FieldhouseAccounts
import FieldhouseKernel
import FieldhouseKit
import FieldhouseRuntime
import FieldhouseStorage
import Foundation

extension HostConfiguration {
  /// What operators decided, as it stands in the database, also beside a host that runs.
  /// - Throws: ``StorageError``.
  func operatorParts() async throws -> OperatorParts {
    // Whether another part of an embedded database is there makes no difference, and a folder that is not there is not made.
    guard isEmbedded else { return try await operatorParts(in: try await makeEngine(clock: makeClock())) }
    let file = "\(data)/\(Namespace.accounts.id).sqlite"
    guard FileManager.default.fileExists(atPath: file) else { return OperatorParts() }
    let engine = try await makeEngine(clock: makeClock())
    return try await engine.closing { try await recordedParts(engine) }
  }

  /// The same as far as the database can still tell; nothing where it cannot be asked.
  func decidedParts() async -> OperatorParts { (try? await operatorParts()) ?? OperatorParts() }

  /// The same of an engine that is for nothing else and is closed afterwards.
  /// - Throws: ``StorageError``.
  func operatorParts(in engine: any StorageEngine) async throws -> OperatorParts {
    try await engine.closing {
      guard try await engine.namespaces().contains(Namespace.accounts.id) else { return OperatorParts() }
      return try await recordedParts(engine)
    }
  }

  private func recordedParts(_ engine: any StorageEngine) async throws -> OperatorParts {
    guard try await engine.plan(.accounts).applied.contains(OperatorRecords.migration) else { return OperatorParts() }
    let storage = try await engine.open(.accounts)
    return try OperatorParts(
      try await storage.read { [data] in
        try await OperatorRecords.state(in: $0) { try InstallationSecret.load(path: "\(data)/secret.key") }
      })
  }

  /// Takes back what the console decided about a plugin, as far as `change` does, for the command line, which has the last
  /// word when it speaks last. Where the console has decided nothing of the kind nothing is opened for writing.
  /// - Returns: whether there was something to take back.
  /// - Throws: ``StorageError``.
  @discardableResult
  func takeBack(
    _ id: String, _ action: String, _ change: @Sendable (inout OperatorPart) -> Void
  ) async throws -> Bool {
    var part = try await operatorParts().part(of: id)
    let before = part
    change(&part)
    guard part != before else { return false }
    let core = try await HostCore.make(self, log: JSONLog(descriptor: 2, threshold: .error))
    return try await core.engine.closing {
      let records = core.accounts.operatorRecords
      while true {
        let parts = try OperatorParts(try await records.state())
        var part = parts.part(of: id)
        change(&part)
        let decision = try OperatorParts.decision(part, about: id, action: action, by: "command-line", detail: "")
        do {
          try await records.write(decision, after: parts.change)
          return true
        } catch is OperatorRecords.Overtaken {
          continue
        }
      }
    }
  }
}
