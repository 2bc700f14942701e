import FieldhouseKit

/// What is known of the people of some clubs together before their day is closed, by club.
struct Company: Sendable {
  /// How many there are with a session, as it was then.
  let sizes: [String: Int]
  /// Those who have walked with others, by how it is known.
  let recognised: [String: Set<String>]
  let checkedIn: [String: Set<String>]

  static func read(of clubs: [String], day: Int, from storage: any Storage) async throws -> Company {
    let (sizes, checkedIn, marks) = try await storage.read { transaction in
      (
        try await SessionStore.sizes(of: clubs, day: day, in: transaction),
        try await WalkStore.companions(of: clubs, day: day, in: transaction),
        try await PresenceStore.marks(of: clubs, in: DayZones.span(of: day...day), transaction)
      )
    }
    return Company(sizes: sizes, recognised: marks.mapValues(Companions.together), checkedIn: checkedIn)
  }

  func kind(of account: AccountID, in club: String) -> DayResult.Together {
    if checkedIn[club]?.contains(account.text) == true { return .walk }
    return recognised[club]?.contains(account.text) == true ? .recognised : .alone
  }
}
