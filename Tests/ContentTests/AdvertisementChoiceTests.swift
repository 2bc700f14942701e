import FieldhouseTestSupport
import Foundation
import Testing

@testable import FieldhouseContent

@Suite struct `The choice of an advertisement` {
  private static let now = Date(timeIntervalSince1970: 1_755_259_200)

  private static func item(
    _ id: String, _ places: [String] = [], _ countries: [String] = [], views: Int = 0, from: Double = -1, to: Double = 1
  ) -> Advertisement {
    Advertisement(
      id: id, name: id, title: id, text: "", link: "https://example.org", picture: nil, startsAt: now + from,
      endsAt: now + to, countries: countries, places: places, version: 1, views: views, clicks: 0)
  }

  private static func best(_ items: [Advertisement], _ page: String, in country: String? = nil) -> String? {
    let parts = page.split(separator: "/", maxSplits: 1).map(String.init)
    let view = AdvertisementView(area: parts[0], path: parts.count > 1 ? parts[1] : "", country: country, now: now)
    return AdvertisementChoice.best(items, for: view)?.id
  }

  @Test func `goes by the place, then the country, then who was looked at least, then the id`() {
    let anywhere = Self.item("anywhere", [], ["EG"])
    let soccer = Self.item("soccer", ["soccer"])
    let league = Self.item("league", ["soccer/leagues/en.1"], views: 9)
    #expect(Self.best([anywhere, soccer, league], "soccer/leagues/en.1", in: "EG") == "league")
    #expect(Self.best([anywhere, soccer, league], "soccer/leagues/en.1/board") == "league")
    #expect(Self.best([anywhere, soccer, league], "soccer/leagues/en.10") == "soccer", "not every page that begins so")
    #expect(Self.best([anywhere, soccer], "soccerball") == nil && Self.best([anywhere], "soccer", in: "eg") == nil)
    let egypt = Self.item("egypt", ["soccer"], ["SD", "EG"], views: 99)
    #expect(
      Self.best([soccer, egypt], "soccer", in: "EG") == "egypt" && Self.best([soccer, egypt], "soccer") == "soccer")
    let level = [Self.item("b", views: 1), Self.item("c", views: 1), Self.item("a", views: 2)]
    #expect(Self.best(level, "x") == "b" && Self.best(level.reversed(), "x") == "b")
    // Of several places of one the closest counts.
    let both = Self.item("both", ["soccer", "golf/courses/1/holes"])
    #expect(Self.best([both, Self.item("course", ["golf/courses/1"])], "golf/courses/1/holes/2") == "both")
    #expect(Self.best([both, Self.item("course", ["golf/courses/1"])], "golf/courses/1/card") == "course")
    #expect(Self.best([], "soccer") == nil)
  }

  @Test(
    arguments: [(-1.0, 1.0, true), (0, 1, true), (0.001, 1, false), (-1, 0, false), (-1, 0.001, true)]
      as [(Double, Double, Bool)])
  func `takes what is shown at the moment alone`(from: Double, to: Double, isShown: Bool) {
    #expect((Self.best([Self.item("a", from: from, to: to)], "soccer") == "a") == isShown)
  }

  @Test func `is none of those that would be better`() {
    var random = SeededRandom(seed: 92)
    let places = ["golf", "soccer", "soccer/leagues", "soccer/leagues/en.1", "soccer/leagues/en.1/board"]
    for round in 0..<300 {
      let items = (0..<1 + random.next(below: 6)).map { number in
        Self.item(
          "\(number)", places.filter { _ in random.next(below: 4) == 0 }, random.next(below: 2) == 0 ? [] : ["EG"],
          views: random.next(below: 3))
      }
      let (page, country) = (places[random.next(below: 5)], random.next(below: 2) == 0 ? "EG" : nil)
      // How closely one was made for the page and the country, as one number; nil for not at all.
      func closeness(_ item: Advertisement) -> Int? {
        guard item.countries.isEmpty || country == "EG" else { return nil }
        let depths = item.places.filter { "\(page)/".hasPrefix("\($0)/") }.map { $0.split(separator: "/").count }
        guard let depth = item.places.isEmpty ? 0 : depths.max() else { return nil }
        return (depth * 2 + (item.countries.isEmpty ? 0 : 1)) * 10 - item.views
      }
      let best = items.compactMap(closeness).max()
      let expected = best.flatMap { best in items.first { closeness($0) == best } }
      #expect(Self.best(items.shuffled(using: &random), page, in: country) == expected?.id, "round \(round)")
    }
  }
}

@Suite struct `Clients that are counted` {
  private static let midnight = Date(timeIntervalSince1970: 20_315 * 86_400)

  @Test func `are once a day each, with each advertisement and for each deed, by the days of UTC`() {
    let clients = CountedClients()
    func isFirst(_ client: String, _ deed: AdvertisementDeed = .view, of id: String = "1", _ seconds: Double = 0)
      -> Bool
    {
      clients.isFirst(client, deed, of: id, at: Self.midnight + seconds)
    }
    #expect(isFirst("ann") && isFirst("bob") && isFirst("ann", .click) && isFirst("ann", of: "2"))
    #expect(!isFirst("ann") && !isFirst("ann", .click) && !isFirst("ann", of: "2"))
    #expect(!isFirst("ann", .view, of: "1", 86_399.999))
    #expect(isFirst("ann", .view, of: "1", 86_400) && !isFirst("ann", .view, of: "1", 86_401))
  }

  @Test func `are so many a day at most, and what comes behind them is not counted`() {
    let clients = CountedClients(most: 2)
    let first = ["a", "b", "c", "a"].map { clients.isFirst($0, .view, of: "1", at: Self.midnight) }
    #expect(first == [true, true, false, false])
    #expect(clients.isFirst("c", .view, of: "1", at: Self.midnight + 86_400))
  }
}
