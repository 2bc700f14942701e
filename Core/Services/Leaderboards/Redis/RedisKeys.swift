/// The names of a plugin's keys. The part in braces keeps them together on one node of a cluster.
struct RedisKeys: Sendable {
  /// What all begin with.
  let base: String

  init(prefix: String, plugin: String) { base = "{\(prefix):\(plugin)}:" }

  /// There when everything that storage holds is here.
  var ready: String { base + "ready" }
  /// Who rebuilds at present.
  var rebuild: String { base + "rebuild" }
  /// The places that have had entries.
  var places: String { base + "places" }
  /// How far the changes in storage are here.
  var mark: String { base + "mark" }

  /// Who was erased while a rebuild went on.
  var erased: String { base + "erased" }

  /// A place's name inside keys.
  static func name(_ place: BoardPlace) -> String {
    [place.board, place.season, place.partition].joined(separator: "\u{1F}")
  }

  /// The keys of a place: entries in order, entries by account, groups of ties in order, their sizes, withdrawals, sums.
  func keys(_ place: BoardPlace) -> [String] {
    let name = Self.name(place)
    return ["z:", "h:", "g:", "c:", "t:", "s:"].map { base + $0 + name }
  }

  /// The teams of a group.
  func teams(_ group: TeamGroup) -> String {
    base + "m:" + [group.board, group.season, group.kind].joined(separator: "\u{1F}")
  }
}
