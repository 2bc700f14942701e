internal import FieldhouseKit

/// Up to where changes of accounts have been heard. Of those behind the mark it knows which, so that each counts once,
/// in whatever order the answers come. A value without locks.
struct ChangeMark: Sendable {
  /// What to ask with; nil before the first answer.
  private(set) var mark: Int64?
  private var told: Set<AccountNews.Change> = []

  /// Takes an answer.
  /// - Returns: the accounts of the changes that are new.
  mutating func take(_ news: AccountNews) -> Set<AccountID> {
    let known = mark ?? .min
    let new = news.changes.filter { $0.number >= known && told.insert($0).inserted }
    let next = max(known, news.mark)
    mark = next
    told = told.filter { $0.number >= next }
    return Set(new.map(\.account))
  }
}
