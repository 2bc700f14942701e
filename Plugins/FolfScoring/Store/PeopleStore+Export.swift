import FieldhouseKit
import Foundation

extension PeopleStore {
  /// Somebody's rounds with the own row hole by hole, what the person has entered, and all that is the person's own; nil
  /// for nothing.
  static func export(_ account: AccountID, from transaction: any ReadTransaction) async throws -> JSON? {
    let mine = try await transaction.query(
      "select \(Player.columns) from players p where p.account = \(account)"
    ).map(Player.init)
    let played = try await transaction.query(
      "select \(Round.columns) from rounds r where r.id in (\(list: mine.map(\.round)))"
    ).map(Round.init)
    let holes = Dictionary(
      try await transaction.query("select id, line from players where account = \(account)").map { row in
        (try row["id"] as String, PlayedRound.holes(try row["line"]))
      }, uniquingKeysWith: { one, _ in one })
    let byID = Dictionary(played.map { ($0.id, $0) }, uniquingKeysWith: { one, _ in one })
    let rounds = mine.compactMap { player in byID[player.round].map { ($0, player) } }
      .sorted { ($0.0.createdAt, $0.0.id) < ($1.0.createdAt, $1.0.id) }.map { round($0, $1, holes[$1.id] ?? []) }
    let entries = try await transaction.query(
      """
      select round, id, player, hole, mark, value, device, entered_at, more from entries where author = \(account)
      order by entered_at, round, id
      """
    ).map(entry)
    let courses = try await transaction.query(
      "select id, name, layouts from courses where owner = \(account) order by created_at, id"
    ).map(course)
    let invitations = try await transaction.query(
      "select round, made_at from invitations where account = \(account) order by made_at, round"
    ).map { row in ["round": .string(try row["round"]), "madeAt": time(try row["made_at"])] as JSON }
    let own = try await own(of: account, from: transaction)
    guard !(rounds.isEmpty && entries.isEmpty && courses.isEmpty && invitations.isEmpty && own.isEmpty) else {
      return nil
    }
    var all: JSONObject = [
      "rounds": .array(rounds), "entries": .array(entries), "courses": .array(courses),
      "invitations": .array(invitations),
    ]
    for (name, part) in own.sorted(by: { $0.key < $1.key }) { all[name] = part }
    return .object(all)
  }

  /// The bag, what is liked, pictures and proposals; without what there is none of.
  private static func own(
    of account: AccountID, from transaction: any ReadTransaction
  ) async throws -> [String: JSON] {
    let profile = try await ProfileStore.profile(of: account, in: transaction)
    let favourites = try await ProfileStore.favourites(of: account, in: transaction).sorted()
    let discs = try await DiscStore.discs(of: account, in: transaction)
    let photos = try await PhotoStore.photos(by: account, in: transaction)
    let proposals = try await ProposalStore.proposals(of: account, limit: 1_000, in: transaction)
    let parts: [String: [JSON]] = [
      "favourites": favourites.map { .string($0) },
      "discs": discs.map { disc in
        [
          "number": .integer(Int64(disc.number)), "name": .string(disc.name), "kind": .string(disc.kind.rawValue),
          "isGone": .bool(disc.isGone),
        ]
      },
      "photos": photos.map { photo in
        [
          "round": .string(photo.round), "file": .string(photo.file), "hole": .integer(Int64(photo.hole)),
          "takenAt": time(photo.takenAt),
        ]
      },
      "sharedScores": try await transaction.query(
        "select round, shared_at from shared_scores where account = \(account) order by shared_at, round"
      ).map { row in ["round": .string(try row["round"]), "sharedAt": time(try row["shared_at"])] },
      "opinions": try await opinions(of: account, from: transaction),
      "proposals": proposals.map { proposal in
        [
          "course": .string(proposal.course.name), "madeAt": time(proposal.madeAt), "note": .string(proposal.note),
          "state": .string(proposal.state.rawValue),
        ]
      },
    ]
    let played = try await tournaments(of: account, from: transaction)
    var own = parts.merging(played) { one, _ in one }.filter { !$0.value.isEmpty }.mapValues { JSON.array($0) }
    if profile != Profile() {
      own["profile"] = [
        "cardName": .string(profile.cardName), "tee": .string(profile.tee.rawValue),
        "shortcuts": .array((profile.shortcuts ?? []).map { .string($0.rawValue) }),
      ]
    }
    if let rating = try await RatingStore.rating(of: account, in: transaction) {
      own["rating"] = [
        "mean": .number(rating.estimate.mean), "variance": .number(rating.estimate.variance),
        "rounds": .integer(Int64(rating.rounds)),
      ]
    }
    return own
  }

  private static func opinions(
    of account: AccountID, from transaction: any ReadTransaction
  ) async throws -> [JSON] {
    try await transaction.query(
      "select subject, stars, help, said_at, asked_at from opinions where account = \(account) order by subject"
    ).map { row in
      [
        "subject": .string(try row["subject"]), "stars": count(try row["stars"]), "help": count(try row["help"]),
        "saidAt": time(try row["said_at"]), "askedAt": time(try row["asked_at"]),
      ]
    }
  }

  /// Tournaments in which somebody plays, with what was submitted and added by a rule, and those that the person directs.
  private static func tournaments(
    of account: AccountID, from transaction: any ReadTransaction
  ) async throws -> [String: [JSON]] {
    let entered = try await transaction.query(
      """
      select e.name, e.starts_at, n.division, n.pool, n.member_number, n.is_out, n.consents from entrants n
      join events e on e.id = n.event where n.account = \(account) order by n.account, n.event
      """
    ).map { row in
      let number: Int? = try row["member_number"]
      return [
        "name": .string(try row["name"]), "division": .string(try row["division"]), "pool": .string(try row["pool"]),
        "memberNumber": number.map { .integer(Int64($0)) } ?? .null, "isOut": .bool(try row["is_out"]),
        "consents": .bool(try row["consents"]), "startsAt": time(try row["starts_at"]),
      ] as JSON
    }
    let penalties = try await transaction.query(
      """
      select e.name, p.number, p.rule, p.throws, p.note from entrants n
      join penalties p on p.event = n.event and p.entrant = n.id join events e on e.id = n.event
      where n.account = \(account) order by p.made_at, p.id
      """
    ).map { row in
      [
        "name": .string(try row["name"]), "round": .integer(try row["number"]), "rule": .string(try row["rule"]),
        "throws": .integer(try row["throws"]), "note": .string(try row["note"]),
      ] as JSON
    }
    let submitted = try await transaction.query(
      "select round, submitted_at from submissions where account = \(account) order by submitted_at, round"
    ).map { ["round": .string(try $0["round"]), "submittedAt": time(try $0["submitted_at"])] as JSON }
    func made(_ table: SQL, _ time: SQL) async throws -> [JSON] {
      try await transaction.query("select id, name from \(table) where owner = \(account) order by \(time), id").map {
        ["id": .string(try $0["id"]), "name": .string(try $0["name"])]
      }
    }
    return [
      "tournaments": entered, "penalties": penalties, "submissions": submitted,
      "directed": try await made("events", "made_at"), "leagues": try await made("leagues", "made_at"),
    ]
  }

  private static func round(_ round: Round, _ player: Player, _ holes: [PlayedHole]) -> JSON {
    [
      "id": .string(round.id), "course": .string(round.courseName), "layout": .string(round.layout.name),
      "state": .string(round.state.rawValue), "createdAt": time(round.createdAt), "startedAt": time(round.startedAt),
      "endedAt": time(round.endedAt), "throws": .integer(Int64(player.result.throwCount)),
      "toPar": .integer(Int64(player.result.toPar)), "holes": .integer(Int64(player.result.holes)),
      "scores": .array(
        holes.map { hole in
          [
            "hole": .integer(Int64(hole.number)), "par": .integer(Int64(hole.par)), "throws": count(hole.throwCount),
            "penalties": count(hole.penalties), "putts": count(hole.putts), "disc": count(hole.discs.first),
            "discs": .array(hole.discs.map { .integer(Int64($0)) }),
          ]
        }),
      "signedAt": time(player.signedAt),
    ]
  }

  private static func entry(_ row: Row) throws -> JSON {
    [
      "round": .string(try row["round"]), "id": .string(try row["id"]), "player": .string(try row["player"]),
      "hole": .integer(try row["hole"]), "mark": .string(try row["mark"]), "value": .integer(try row["value"]),
      "device": .string(try row["device"]), "more": try JSON(parsing: Array((try row["more"] as String).utf8)),
      "enteredAt": time(try row["entered_at"]),
    ]
  }

  private static func course(_ row: Row) throws -> JSON {
    let layouts: String = try row["layouts"]
    return [
      "id": .string(try row["id"]), "name": .string(try row["name"]),
      "layouts": try JSON(parsing: Array(layouts.utf8)),
    ]
  }

  private static func count(_ value: Int?) -> JSON { value.map { .integer(Int64($0)) } ?? .null }

  private static func time(_ instant: Date?) -> JSON {
    instant.flatMap { RFC3339.string(from: $0) }.map { .string($0) } ?? .null
  }
}
