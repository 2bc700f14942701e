public import FieldhouseKit
internal import Foundation

/// The routes by which operators look after the organisations of a plugin: groups of kinds that only they found, and those that
/// lie in them. Mounted at `/v1/organisations/<area>`; pictures, members, archiving and restoring are those of groups.
public struct OrganisationRoutes: Sendable {
  private let groups: PluginGroups
  private let rows: any GroupRows
  private let people: any Authentication
  private let services: OrganisationServices

  /// - Parameter rows: reads the tables outside of transactions.
  public init(
    _ groups: PluginGroups, rows: any GroupRows, people: any Authentication, services: OrganisationServices
  ) {
    (self.groups, self.rows, self.people, self.services) = (groups, rows, people, services)
  }

  /// Declares them; none where operators found nothing.
  public func routes(_ routes: inout Routes) {
    guard !groups.rules.organisations.isEmpty else { return }
    routes.get(
      "/{kind}", "The organisations of a kind by name, private and archived ones too", access: .operators,
      problems: [Self.unknownKind]
    ) { [self] (input: OrganisationListInput, _) in try await list(input) }
    routes.get("/{kind}/{group}", "An organisation", access: .operators, problems: [Problem.unknownGroup]) {
      [self] (input: OrganisationInput, _) in try await view(input.group, kind: input.kind, rows)
    }
    routes.post(
      "/{kind}", "Make an organisation; who is responsible is mailed how to sign in", access: .operators,
      problems: [Self.unknownKind, GroupProblem.nameTaken, Problem.unknownGroup, GroupProblem.archived]
        + GroupRoutes.entering
    ) { [self] (input: OrganisationDraftInput, call, transaction) in
      let ledger = try GroupRoutes.ledger(transaction)
      return try await make(input, call, ledger)
    }
    routes.patch(
      "/{kind}/{group}", "Change an organisation, or who is responsible for it", access: .operators,
      problems: [GroupProblem.changed, GroupProblem.nameTaken, GroupProblem.archived, Problem.unknownGroup]
        + GroupRoutes.entering
    ) { [self] (input: OrganisationEditInput, call, transaction) in
      try await change(input, call, try GroupRoutes.ledger(transaction))
    }
    routes.post(
      "/{kind}/{group}/login-data", "Mail who is responsible once more how to sign in", access: .operators, status: 202,
      problems: [Problem.unknownGroup, Self.nobody]
    ) { [self] (input: OrganisationInput, call, transaction) in
      let ledger = try GroupRoutes.ledger(transaction)
      let found = try await organisation(input.group, kind: input.kind, ledger.tables)
      guard let contact = found.contact else { throw Self.nobody }
      try await ledger.tellHowToSignIn(contact, found.group, by: call.principal?.account.id)
      return try await views([found])[0]
    }
  }

  private func list(_ input: OrganisationListInput) async throws -> Page<OrganisationView> {
    try checkKind(input.kind)
    let limit = input.limit ?? 20
    let place = try input.after.map(GroupPlace.init) ?? .start
    let found = try await rows.organisations(input.kind, in: input.parent, after: place, limit: limit + 1)
    let items = try await views(Array(found.prefix(limit)))
    return Page(items: items, next: found.count > limit ? found[limit - 1].place.text : nil)
  }

  /// The account is found, or made, in accounts' own tables while this transaction waits: what is undone leaves one that nobody
  /// can sign in to, and that is found again.
  private func make(
    _ input: OrganisationDraftInput, _ call: Call, _ ledger: GroupLedger
  ) async throws -> OrganisationView {
    try checkKind(input.kind)
    try checkCountry(input.country)
    let group = try await ledger.found(input.draft, by: nil)
    try await ledger.setCountry(input.country, of: group.id)
    try await setContact(input.email, input.contactName, of: group, call, ledger)
    return try await view(group.id, kind: input.kind, ledger.tables)
  }

  private func change(
    _ input: OrganisationEditInput, _ call: Call, _ ledger: GroupLedger
  ) async throws -> OrganisationView {
    try checkCountry(input.country)
    let found = try await organisation(input.group, kind: input.kind, ledger.tables)
    if let version = input.version, version != found.group.version { throw GroupProblem.changed }
    let group = try await ledger.edit(input.group, input.edit, by: call.principal?.account.id)
    if let country = input.country { try await ledger.setCountry(country, of: group.id) }
    try await setContact(input.email, input.contactName, of: group, call, ledger)
    return try await view(group.id, kind: input.kind, ledger.tables)
  }

  private func setContact(
    _ email: String?, _ name: String?, of group: Group, _ call: Call, _ ledger: GroupLedger
  ) async throws {
    guard let email else { return }
    let account = try await services.responsible(email, name, call)
    try await ledger.setContact(account, of: group, by: call.principal?.account.id)
  }

  /// An organisation of a kind.
  /// - Throws: ``Problem`` 404 `group-unknown`.
  private func organisation(_ id: String, kind: String, _ rows: any GroupRows) async throws -> Organisation {
    guard let found = try await rows.organisation(id), found.group.kind == kind,
      groups.rules.isOrganisation(try groups.rules.kind(kind))
    else { throw Problem.unknownGroup }
    return found
  }

  private func view(_ id: String, kind: String, _ rows: any GroupRows) async throws -> OrganisationView {
    try await views([try await organisation(id, kind: kind, rows)])[0]
  }

  private func views(_ found: [Organisation]) async throws -> [OrganisationView] {
    let contacts = found.compactMap(\.contact)
    let accounts = contacts.isEmpty ? [:] : try await people.accounts(contacts)
    let emails = contacts.isEmpty ? [:] : try await services.emails(contacts)
    return found.map { one in
      OrganisationView(one, contact: one.contact.flatMap { accounts[$0] }, email: one.contact.flatMap { emails[$0] })
    }
  }

  private func checkKind(_ kind: String) throws {
    guard groups.rules.organisations.contains(where: { $0.kind == kind }) else { throw Self.unknownKind }
  }

  private func checkCountry(_ country: String?) throws {
    guard let country, !services.isCountry(country) else { return }
    throw Problem.invalid("/country", "country-unknown", "There is no country of this code.")
  }

  private static let unknownKind = Problem.notFound(
    "organisation-kind-unknown", "Operators look after no groups of this kind.")
  private static let nobody = Problem.conflict(
    "organisation-without-contact", "Nobody is responsible for this. Give an e-mail address first.")
}
