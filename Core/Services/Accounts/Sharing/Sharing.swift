public import FieldhouseKit
internal import Synchronization

/// What people let plugins tell each other about them. It is a consent like others: in the export, gone with the account,
/// and kept when two accounts become one. It is read anew for each question, so that it counts at once in every process.
final class Sharing: Sendable {
  let context: AccountsContext
  private let catalogue = Mutex<(any SharingCatalogue)?>(nil)

  init(context: AccountsContext) { self.context = context }

  func attach(_ catalogue: any SharingCatalogue) { self.catalogue.withLock { $0 = catalogue } }

  /// What can be agreed to now.
  func offers(language: String) -> [SharingOffer] {
    catalogue.withLock { $0 }?.offers(language: language) ?? []
  }

  /// Whether a person has agreed.
  func isGiven(_ shared: SharedQuestion, by account: AccountID) async throws -> Bool {
    try await context.storage.read { try await ConsentStore.has(shared.document, account, in: $0) }
  }

  /// Writes that a person agrees.
  /// - Throws: ``Problem`` 404 when nobody asks that.
  func give(_ shared: SharedQuestion, _ call: Call) async throws {
    let account = try call.account.id
    guard let offer = offers(language: call.language).first(where: { $0.shared == shared }) else { throw Self.unknown }
    try await context.storage.write { [context] transaction in
      guard try await !ConsentStore.has(shared.document, account, in: transaction) else { return }
      try await ConsentStore.accept(
        shared.document, version: offer.version, by: account, at: call.now, in: transaction)
      try await AuditLog(context: context).append(
        "sharing.given", by: account, on: account.text, detail: shared.detail, in: transaction)
    }
  }

  /// Takes it back.
  func end(_ shared: SharedQuestion, by account: AccountID) async throws {
    try await context.storage.write { [context] transaction in
      guard try await ConsentStore.has(shared.document, account, in: transaction) else { return }
      try await ConsentStore.withdraw(shared.document, by: account, in: transaction)
      try await AuditLog(context: context).append(
        "sharing.ended", by: account, on: account.text, detail: shared.detail, in: transaction)
    }
  }

  /// Everything that can be agreed to, and what was agreed to and is not asked any more, so that it can be taken back.
  func list(_ call: Call) async throws -> [SharingView] {
    let account = try call.account.id
    let consents = try await context.storage.read { try await ConsentStore.list(of: account, in: $0) }
    let given = consents.compactMap { consent in
      SharedQuestion(document: consent.document).map { ($0, consent.acceptedAt) }
    }
    let dates = Dictionary(given, uniquingKeysWith: min)
    let offers = offers(language: call.language)
    var known = Set(offers.map(\.shared))
    // Two accounts that have become one may have agreed to two versions of a question.
    let others = given.map(\.0).filter { known.insert($0).inserted }
    return offers.map { SharingView($0, givenAt: dates[$0.shared]) }
      + others.map { SharingView($0, givenAt: dates[$0]) }
  }

  static let unknown = Problem.notFound("sharing-unknown", "No game asks that here.")
}

extension SharedQuestion {
  fileprivate var detail: String { "\(question) \(asker)" }
}

extension Accounts {
  /// Lets people agree, from now on, to what plugins ask about them.
  public func attach(_ catalogue: any SharingCatalogue) { sharing.attach(catalogue) }

  /// Whether a person has agreed that a plugin asks a question about them.
  /// - Throws: ``StorageError``.
  public func isGiven(_ shared: SharedQuestion, by account: AccountID) async throws -> Bool {
    try await sharing.isGiven(shared, by: account)
  }
}
