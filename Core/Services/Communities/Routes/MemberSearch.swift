internal import FieldhouseKit

/// Finds members of a group by the beginnings of the words of their names, case and accents aside, those of longest standing
/// first.
struct MemberSearch: Sendable {
  /// How many members are looked at for one page at most. A page of a larger group may hold fewer than asked for, or
  /// nobody, and go on all the same.
  static let mostLookedAt = 10_000
  private static let portion = 500

  let rows: any GroupRows
  let people: any Authentication
  let group: Group
  /// Who searches: who has blocked them, or whom they have blocked, is not found.
  let searcher: AccountID?

  func page(_ text: String, after: GroupMember?, limit: Int) async throws -> Page<MemberView> {
    let words = GroupName.words(text)
    guard !words.isEmpty else { return Page(items: [], next: nil) }
    var (found, place, looked): ([MemberView], GroupMember?, Int) = ([], after, 0)
    while looked < Self.mostLookedAt {
      let members = try await rows.members(of: group, after: place, limit: Self.portion)
      let fitting = try await views(of: members, words)
      for (member, view) in fitting {
        if found.count == limit { return Page(items: found, next: place?.cursor) }
        found.append(view)
        place = member
      }
      guard members.count == Self.portion else { return Page(items: found, next: nil) }
      place = members.last
      looked += members.count
    }
    return Page(items: found, next: place?.cursor)
  }

  /// Those of some members who are found.
  private func views(
    of members: [GroupMember], _ words: Set<String>
  ) async throws -> [(member: GroupMember, view: MemberView)] {
    let accounts = try await people.accounts(members.map(\.account))
    let fitting = members.compactMap { member in
      accounts[member.account].flatMap { Self.fits($0, words) ? (member: member, account: $0) : nil }
    }
    var blocked: Set<AccountID> = []
    if let searcher, !fitting.isEmpty {
      blocked = try await people.blocks(between: searcher, and: fitting.map(\.account.id))
    }
    return fitting.filter { !blocked.contains($0.account.id) }.map { member, account in
      (member, MemberView(person: PersonView(account), since: member.since, roles: member.roles))
    }
  }

  /// Whether each word of the search begins one of the name or user name.
  private static func fits(_ account: Account, _ words: Set<String>) -> Bool {
    let own = GroupName.words("\(account.name) \(account.username ?? "")")
    return words.allSatisfy { word in own.contains { $0.hasPrefix(word) } }
  }
}
