internal import FieldhouseKit

/// Finds groups that everybody may find by words that begin as those searched for, in the order of the first word found: all of
/// them, those of a kind, or those that lie in a group.
///
/// What it costs does not depend on how many groups there are, nor on how many have the words: of a page it looks at
/// ``mostLookedAt`` at most. Where few of them have the other words, too, or are of the kind, or lie there, a page may hold fewer
/// than asked for, or none, and go on all the same.
struct GroupSearch: Sendable {
  /// How many groups are looked at for one page at most.
  static let mostLookedAt = 2_000
  /// How many words of a search count.
  private static let mostWords = 5
  /// How many are looked at in one statement, after the first one.
  private static let portion = 500

  let rows: any GroupRows
  /// The kind they are of; nil for every one.
  var kind: String?
  /// The id of the group that they lie in; nil for all.
  var parent: String?

  /// Some of what was found.
  struct Found: Sendable {
    var groups: [FoundGroup] = []
    /// Where the search goes on; nil at its end.
    var next: GroupPlace?
  }

  /// - Parameter limit: the most groups of the page.
  func page(_ text: String, after place: GroupPlace, limit: Int) async throws -> Found {
    let words = try await rarestFirst(GroupName.words(text))
    guard let leading = words.first else { return Found() }
    var (found, last, looked, most) = (Found(), place, 0, limit + 1)
    while looked < Self.mostLookedAt {
      let portion = try await look(for: leading, words.dropFirst(), after: last, most: most)
      for one in portion {
        guard let group = one.group else { continue }
        guard found.groups.count < limit else {
          found.next = found.groups.last?.place
          return found
        }
        found.groups.append(FoundGroup(group: group, place: one.place))
      }
      guard portion.count == most, let end = portion.last else { return found }
      (last, looked, most) = (end.place, looked + portion.count, Self.portion)
    }
    found.next = last
    return found
  }

  /// The words that count, the one first that fewest groups have. Of those that very many have the longest is first.
  private func rarestFirst(_ words: Set<String>) async throws -> [String] {
    let longest = words.sorted { ($0.count, $0) > ($1.count, $1) }.prefix(Self.mostWords)
    guard longest.count > 1 else { return Array(longest) }
    var counted: [(word: String, count: Int)] = []
    for word in longest {
      let count: Int = try await rows.rows(
        """
        select count(*) as count from (select word from fieldhouse_group_words
        where word >= \(word) and word < \(word + Self.afterAll)
        order by word, group_id limit \(Self.portion)) found
        """)[0]["count"]
      counted.append((word, count))
    }
    let least = counted.min { $0.count < $1.count }.map(\.word)
    return [least].compactMap { $0 } + longest.filter { $0 != least }
  }

  private typealias Looked = (place: GroupPlace, group: Group?)

  /// The next groups with a word that begins as the leading one, those that lack something else as nil. A group that has several
  /// such words is found by the first of them.
  private func look(
    for leading: String, _ others: some Sequence<String>, after place: GroupPlace, most: Int
  ) async throws -> [Looked] {
    let besides = others.reduce(within) { sql, word in
      """
      \(sql) and (select min(o.word) from fieldhouse_group_words o
      where o.group_id = w.group_id and o.word >= \(word)) < \(word + Self.afterAll)
      """
    }
    // An engine begins where one condition says so: what stands before the place is not gone through again.
    let start = GroupPlace(name: leading, id: "")
    let beginning: SQL =
      place > start ? "(word, group_id) > (\(place.name), \(place.id))" : "word >= \(leading)"
    return try await rows.rows(
      """
      select \(groupColumns), w.word as found_as, w.group_id as looked_at from (
        select word, group_id from fieldhouse_group_words
        where \(beginning) and word < \(leading + Self.afterAll)
        order by word, group_id limit \(most)) w
      left join fieldhouse_groups g on g.id = w.group_id and (
        select min(e.word) from fieldhouse_group_words e
        where e.group_id = w.group_id and e.word >= \(leading)) = w.word\(besides)
      order by w.word, w.group_id
      """
    ).map { row in
      let place = GroupPlace(name: try row["found_as"], id: try row["looked_at"])
      return (place, try row["id"] as String? == nil ? nil : try Group(row))
    }
  }

  /// What has to be true of a group besides its words: said so that no engine goes through all groups of a kind for it, and each is
  /// looked up by its id.
  private var within: SQL {
    var sql: SQL = ""
    if let kind { sql = "\(sql) and case g.kind when \(kind) then 1 else 0 end = 1" }
    if let parent { sql = "\(sql) and case g.parent when \(parent) then 1 else 0 end = 1" }
    return sql
  }

  /// Behind every letter.
  private static var afterAll: String { "\u{10FFFF}" }
}
