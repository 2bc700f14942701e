internal import FieldhouseKit
internal import Foundation

/// Finding friends among the contacts of a phone. What is asked for is compared and forgotten, never stored; found are
/// only people who let themselves be found by their number or address.
struct Contacts: Sendable {
  /// The most contacts of one call.
  static let most = 500

  let context: AccountsContext
  let limits: RateLimits

  /// A contact as it was sent, and who it is.
  struct Match: Sendable {
    let contact: String
    let account: AccountID
  }

  /// The contacts that are people here, in the order given.
  /// - Parameter country: ISO 3166-1 alpha-2, for numbers without a country code.
  func match(
    _ contacts: [String], country: String?, by me: AccountID, in transaction: any Transaction
  ) async throws -> [Match] {
    try await limits.take(.contactsPerAccount, .account(me), in: transaction)
    let candidates = contacts.map { (contact: $0, values: Self.values(of: $0, country: country)) }
    let owners = try await owners(of: Set(candidates.flatMap(\.values)), for: me, in: transaction)
    return candidates.compactMap { contact, values in
      values.lazy.compactMap { owners[$0] }.first.map { Match(contact: contact, account: $0) }
    }
  }

  /// What a contact may be stored as: an e-mail address, or a number with its country code.
  static func values(of contact: String, country: String?) -> [String] {
    if contact.contains("@") { return EmailAddress(lenient: contact).map { [$0.text] } ?? [] }
    guard let digits = try? PhoneNumber(contact).digits else { return [] }
    let isComplete = contact.contains("+") || contact.hasPrefix("00")
    guard !isComplete, let code = Countries.callingCode(of: country) else { return [digits] }
    return [code + digits.drop { $0 == "0" }, code + digits, digits]
  }

  /// Who has these identifiers, without those who hide, were shut, have blocked the asker or are blocked.
  private func owners(
    of values: Set<String>, for me: AccountID, in transaction: any ReadTransaction
  ) async throws -> [String: AccountID] {
    var owners: [String: AccountID] = [:]
    let all = values.sorted()
    for start in stride(from: 0, to: all.count, by: Self.most) {
      let part = Array(all[start..<min(start + Self.most, all.count)])
      let rows = try await transaction.query(
        """
        select i.value, i.account, p.visibility from identifiers i join people p on p.id = i.account
        where i.value in (\(list: part)) and p.disabled_at is null and p.leaving_at is null and p.id <> \(me)
        and not exists (select 1 from blocks where blocker = p.id and blocked = \(me))
        and not exists (select 1 from blocks where blocker = \(me) and blocked = p.id)
        """)
      for row in rows where try Visibility(stored: row["visibility"])[.contacts] == .everyone {
        owners[try row["value"]] = try row["account"]
      }
    }
    return owners
  }
}

extension Countries {
  /// The digits after `+`; nil for an unknown country or one without telephones.
  static func callingCode(of country: String?) -> String? {
    all.first { $0.code == country }.map(\.callingCode).flatMap { $0.isEmpty ? nil : $0 }
  }
}
