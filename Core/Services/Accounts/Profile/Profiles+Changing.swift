internal import FieldhouseKit
internal import Foundation

extension Profiles {
  /// Changes a profile. Changing a user name that there is, or removing it, is a change of ownership.
  /// - Throws: ``Problem`` 422 with the exact messages, 403 `step-up-needed`.
  func update(_ call: Call, _ input: ProfileInput) async throws {
    let (id, today) = (try call.account.id, CalendarDay(context.clock.now, in: try input.zone))
    try await context.storage.write { transaction in
      guard var person = try await PersonStore.find(id, in: transaction) else { throw Problem.notFound() }
      let former = person.username
      try input.apply(to: &person, today: today)
      try await Self.checkUsername(of: person, in: transaction)
      guard former != nil, person.username != former else {
        return try await PersonStore.update(person, in: transaction)
      }
      let before = try await self.ownership.begin(call, in: transaction)
      try await PersonStore.update(person, in: transaction)
      try await self.ownership.tell(.usernameChanged(person.username), before, in: transaction)
    }
  }

  /// Removes all extra data, that of the body too, and shows nothing to anybody any more, the user name neither. It stays as what the person signs
  /// in with, as identifiers and password do.
  func reset(_ id: AccountID) async throws {
    try await change(id) { person, transaction in
      try await BodyStore.remove(id, in: transaction)
      try await ConsentStore.withdraw(Bodies.document, by: id, in: transaction)
      let fresh = Person(id: id, kind: person.kind, now: person.createdAt)
      (person.name, person.bio, person.country) = (fresh.name, fresh.bio, fresh.country)
      (person.givenName, person.familyName) = (fresh.givenName, fresh.familyName)
      (person.dateOfBirth, person.gender) = (fresh.dateOfBirth, fresh.gender)
      (person.picture, person.language) = (fresh.picture, fresh.language)
      person.visibility = .closed
    }
  }

  /// Shows an uploaded picture, or none.
  func setPicture(_ picture: String?, of id: AccountID) async throws {
    try await change(id) { person, _ in person.picture = picture }
  }

  private func change(
    _ id: AccountID, _ body: @escaping @Sendable (inout Person, any Transaction) async throws -> Void
  ) async throws {
    try await context.storage.write { transaction in
      guard var person = try await PersonStore.find(id, in: transaction) else { throw Problem.notFound() }
      try await body(&person, transaction)
      try await Self.checkUsername(of: person, in: transaction)
      try await PersonStore.update(person, in: transaction)
    }
  }

  private static func checkUsername(of person: Person, in transaction: any ReadTransaction) async throws {
    guard let username = person.username else { return }
    let owner = try await Username.owner(username, in: transaction)
    guard owner == nil || owner == person.id else { throw Problem.invalid([Username.taken]) }
  }
}
