import FieldhouseKit
import FieldhouseTestSupport
import Testing

/// People with ties, as an implementation from before circles knows them, but for blocks.
private struct Ties: Authentication {
  var follows: [String: [String]] = [:]
  var befriended: [String: [String]] = [:]
  var blocked: [String: Set<String>] = [:]

  func account(forToken token: String) async throws -> Principal? { nil }
  func accounts(_ ids: [AccountID]) async throws -> [AccountID: Account] { [:] }
  func following(of id: AccountID) async throws -> [AccountID] { (follows[id.text] ?? []).map { AccountID($0) } }
  func friends(of id: AccountID) async throws -> [AccountID] { (befriended[id.text] ?? []).map { AccountID($0) } }
  func bodyData(of id: AccountID) async throws -> BodyData? { nil }
  func blocks(between id: AccountID, and others: [AccountID]) async throws -> Set<AccountID> {
    Set(others.filter { blocked[id.text]?.contains($0.text) == true })
  }
}

@Suite struct `A circle around a person` {
  private static let ties = Ties(
    follows: ["ann": ["star", "foe"]], befriended: ["ann": ["pal", "foe"], "pal": ["ann"], "foe": ["ann"]],
    blocked: ["ann": ["foe", "stranger2"]])
  private static let owners = ["ann", "pal", "star", "stranger", "foe", "stranger2"].map { AccountID($0) }

  private static func shown(_ circle: Circle, to viewer: String?) async throws -> Set<String> {
    Set(try await ties.owners(owners, showing: circle, to: viewer.map { AccountID($0) }).map(\.text))
  }

  @Test(.tags(.pl34, .pl37, .fs110)) func `shows a viewer's own things, and others' to those within`() async throws {
    #expect(try await Self.shown(.everyone, to: "ann") == ["ann", "pal", "star", "stranger"])
    #expect(try await Self.shown(.followers, to: "ann") == ["ann", "pal", "star"])
    #expect(try await Self.shown(.friends, to: "ann") == ["ann", "pal"])
    for circle in [Circle.nobody, Circle("club")] { #expect(try await Self.shown(circle, to: "ann") == ["ann"]) }
    #expect(try await Self.shown(.everyone, to: nil) == Set(Self.owners.map(\.text)))
    for circle in [Circle.followers, .friends, .nobody] { #expect(try await Self.shown(circle, to: nil).isEmpty) }
  }

  @Test(.tags(.pl37)) func `is asked about one person, and about two who are friends`() async throws {
    let (ann, pal, star) = (AccountID("ann"), AccountID("pal"), AccountID("star"))
    #expect(try await Self.ties.areFriends(ann, pal))
    #expect(try await Self.ties.areFriends(pal, ann))
    #expect(try await !Self.ties.areFriends(ann, star))
    #expect(try await !Self.ties.areFriends(ann, ann))
    #expect(try await Self.ties.shows(pal, to: ann, in: .friends))
    #expect(try await !Self.ties.shows(star, to: ann, in: .friends))
    #expect(try await Self.ties.shows(star, to: ann, in: .followers))
    #expect(try await Self.ties.owners([], showing: .everyone, to: ann).isEmpty)
    #expect(try await Self.ties.friends(of: ann, among: [star, pal, ann]) == [pal])
  }

  @Test func `asks for blocks as they are where nothing is remembered of them`() async throws {
    let known = try await Self.ties.knownBlocks(between: AccountID("ann"), and: Self.owners)
    #expect(Set(known.map(\.text)) == ["foe", "stranger2"])
  }

  @Test func `is its name in JSON`() throws {
    #expect(try JSON(encoding: [Circle.friends, .nobody]) == ["friends", "nobody"])
    #expect(try JSONValueDecoder().decode(Circle.self, from: "followers") == .followers)
  }
}
