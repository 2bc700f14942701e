import FieldhouseKit
import FieldhouseTestSupport
import Testing

@testable import WalkingClubs

/// Random credits, among them corrections downwards, and the sums that plain adding up gives.
@Suite struct `The ledger of points` {
  private struct Sum: Hashable {
    var points = 0
    var steps = 0
    var days = 0
  }

  private struct Sums {
    /// By account and place.
    var rows: [String: [Credit.Place: Sum]] = [:]

    mutating func add(_ credit: Credit) {
      guard credit.points != 0 || credit.steps != 0 || credit.days != 0 else { return }
      var sum = rows[credit.account.text]?[credit.place] ?? Sum()
      (sum.points, sum.steps, sum.days) = (
        sum.points + credit.points, sum.steps + credit.steps, sum.days + credit.days
      )
      rows[credit.account.text, default: [:]][credit.place] = sum
    }

    /// The points of each who has some at places of a kind.
    func points(where isIn: (Credit.Place) -> Bool) -> [Int] {
      rows.values.map { $0.filter { isIn($0.key) }.values.reduce(0) { $0 + $1.points } }
    }

    func ofClub(_ account: AccountID, _ place: Credit.Place) -> Int {
      (rows[account.text] ?? [:]).filter { $0.key.club == place.club && $0.key.season == place.season }.values
        .reduce(0) { $0 + $1.points }
    }
  }

  private static let seasons = ["one", "two"]
  private static let clubs = ["ajax", "psv"]

  private static func credits(_ random: inout SeededRandom) -> [Credit] {
    (0..<1 + random.next(below: 9)).map { _ in
      let club = clubs[random.next(below: 2)]
      let place = Credit.Place(
        season: seasons[random.next(below: 2)], club: club,
        crew: ["", "\(club)-a", "\(club)-b"][random.next(below: 3)])
      return Credit(
        account: AccountID("w\(random.next(below: 4))"), place: place, points: random.next(below: 9) - 3,
        steps: random.next(below: 3) * 500, days: random.next(below: 3) - 1)
    }
  }

  /// All rows of a table as text, in order.
  private static func rows(_ table: SQL, _ store: WalkingStore) async throws -> [String] {
    try await store.storage.read { transaction in
      try await transaction.query("select * from \(table)").map { row in
        row.values.map { value in
          switch value {
          case .text(let text): text
          case .integer(let number): "\(number)"
          default: "?"
          }
        }.joined(separator: " ")
      }.sorted()
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `has the sums of people, clubs and groups in whatever portions points come and go`(engine: TestEngine)
    async throws
  {
    try await WalkingStore.run(on: engine) { store in
      let day = WalkingStore.day
      for club in Self.clubs {
        try await store.club(club)
        for crew in ["a", "b"] { try await store.crew("\(club)-\(crew)", of: club) }
      }
      try await store.season("one", day - 30...day + 30) { $0.minimumWalkers = 2 }
      try await store.season("two", day + 31...day + 60) { $0.minimumWalkers = 3 }
      var (random, sums) = (SeededRandom(seed: 75), Sums())
      for round in 0..<30 {
        let credits = Self.credits(&random)
        // Of some it is known before what they have.
        var known: [AccountID: Ledger.Points] = [:]
        for credit in credits where round % 2 == 1 {
          known[credit.account] = Ledger.Points(
            place: credit.place, ofClub: sums.ofClub(credit.account, credit.place),
            ofCrew: sums.rows[credit.account.text]?[credit.place]?.points)
        }
        let told = known
        try await store.storage.write {
          let entries = try await Ledger.entries(of: credits, knowing: told, in: $0)
          try await Ledger.write(entries, in: $0)
          try await Ledger.rank(entries, at: WalkingStore.noon, in: $0)
        }
        for credit in credits { sums.add(credit) }
      }
      let members = sums.rows.flatMap { account, places in
        places.map { place, sum in
          "\(place.season) \(account) \(place.club) \(place.crew) \(sum.points) \(sum.steps) \(sum.days)"
        }
      }
      #expect(try await Self.rows("member_seasons", store) == members.sorted())
      var (ofClubs, ofCrews): ([String], [String]) = ([], [])
      for (season, least) in zip(Self.seasons, [2, 3]) {
        for club in Self.clubs {
          let points = sums.points { $0.season == season && $0.club == club }
          let (total, walkers) = (points.reduce(0, +), points.count { $0 > 0 })
          let average = walkers >= least ? total * 1_000 / walkers : -1_000_000_000
          ofClubs.append("\(season) \(club) NL \(total) \(walkers) \(average) -1000000000")
          for crew in ["\(club)-a", "\(club)-b"] {
            let points = sums.points { $0.season == season && $0.crew == crew }
            ofCrews.append("\(season) \(crew) \(club) \(points.reduce(0, +)) \(points.count { $0 > 0 })")
          }
        }
      }
      #expect(try await Self.rows("club_seasons", store) == ofClubs.sorted())
      #expect(try await Self.rows("crew_seasons", store) == ofCrews.sorted())
      let (ann, place) = (AccountID("w0"), Credit.Place(season: "one", club: "psv", crew: ""))
      let read = try await store.storage.read {
        (
          try await Ledger.points(of: ann, season: "one", in: $0),
          try await Ledger.points(of: ann, season: "one", club: "psv", in: $0),
          try await Ledger.points(of: ann, season: "three", in: $0)
        )
      }
      let own = (sums.rows["w0"] ?? [:]).filter { $0.key.season == "one" }.values.reduce(0) { $0 + $1.points }
      #expect(read == (own, sums.ofClub(ann, place), 0))
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5, 7, 8, 9, 600])
  func `writes and looks up many rows by texts for as many as a power of two`(count: Int) {
    let padded = Array(0..<count).padded
    #expect(Array(padded.prefix(count)) == Array(0..<count) && padded.dropFirst(count).allSatisfy { $0 == count - 1 })
    #expect(padded.count == [1: 1, 2: 2, 3: 4, 4: 4, 5: 8, 7: 8, 8: 8, 9: 16, 600: 1_024][count])
  }

  @Test(arguments: TestEngine.allCases)
  func `writes however many rows there are, each once`(engine: TestEngine) async throws {
    try await WalkingStore.run(on: engine) { store in
      for count in [0, 1, 3, 700] {
        let rows = (0..<count).map { ["c\($0)".sqlValue, $0.sqlValue] }
        try await store.storage.write { transaction in
          try await ManyRows.insert(
            into: "club_days (day, steps, walkers, club, points)",
            sharing: [count.sqlValue, 7.sqlValue, 1.sqlValue], rows, in: transaction)
        }
      }
      let found = try await store.numbers(
        """
        select day, count(*) as n, sum(points) as points, sum(steps) as steps, count(distinct club) as clubs
        from club_days group by day order by day
        """)
      #expect(found == [[1, 1, 0, 7, 1], [3, 3, 3, 21, 3], [700, 700, 244_650, 4_900, 700]])
    }
  }
}
