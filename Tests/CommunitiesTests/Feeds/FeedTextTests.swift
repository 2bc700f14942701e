@testable import FieldhouseCommunities
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `What can be written in a feed` {
  private static func pointers(_ body: () throws -> [String]) -> [String] {
    do {
      _ = try body()
      return []
    } catch { return (error as? Problem)?.errors.map { "\($0.pointer) \($0.code)" } ?? ["\(error)"] }
  }

  @Test(
    .tags(.pl44, .sp102),
    arguments: [
      (String(repeating: "👩‍👧", count: 500), true), (String(repeating: "👩‍👧", count: 501), false), ("", false),
      (" \u{2003}\n", false), (" a ", true), ("\n" + String(repeating: "x", count: 500) + "\t ", true),
      (String(repeating: "x", count: 501), false),
    ])
  func `has 1 to 500 characters as people count them, white space at its ends aside`(text: String, isOne: Bool) throws {
    #expect(Self.pointers { [try FeedText.checked(text)] } == (isOne ? [] : ["/text post-text"]))
    if isOne { #expect(try FeedText.checked(text) == text.trimmingCharacters(in: .whitespacesAndNewlines)) }
  }

  @Test(.tags(.pl44, .sp102)) func `has up to five media, and every one that is no address is named`() throws {
    let good = "https://example.org/a.png?x=1#top"
    let kept = [good, "http://[2001:db8::1]:8080/b", "/v1/groups/clubs/x/post-pictures/0", "HTTPS://EXAMPLE.org", good]
    #expect(try FeedText.checked(media: kept) == kept, "as they were given, in their order")
    #expect(Self.pointers { try FeedText.checked(media: kept + [good]) } == ["/media post-media-many"])
    let bad = ["javascript:alert(1)", good, "https://ada:pw@example.org/", "https:///no-host", "/images/logo.svg"]
    #expect(
      Self.pointers { try FeedText.checked(media: bad) } == [0, 2, 3, 4].map { "/media/\($0) post-media" })
    for one in ["", "ftp://example.org/a", "//example.org/a", "https://example.org/a b", "https://example.org/\\a"] {
      #expect(Self.pointers { try FeedText.checked(media: [one]) } == ["/media/0 post-media"], "\(one)")
    }
  }

  @Test func `is of the version that is named, or of whichever there is`() {
    let words = FeedWords(
      number: 1, author: AccountID("ada"), at: Date(), editedAt: nil, version: 3, text: "a", hiddenAt: nil)
    for (version, isRefused) in [(nil, false), (3, false), (2, true), (4, true)] as [(Int?, Bool)] {
      var code: String?
      do { try FeedEdit(text: "b", media: nil, version: version).check(words) } catch {
        code = (error as? Problem)?.code
      }
      #expect(code == (isRefused ? "post-changed" : nil))
    }
  }
}

@Suite struct `A feed by itself` {
  private static let club = Feed(kind: "club", thing: "lions", isOfGroup: true)
  private static let match = Feed(kind: "match", thing: "a b/ü?", isOfGroup: false)

  /// RFC 3986 § 2.3: what is not unreserved is encoded, byte by byte of UTF-8.
  @Test func `has addresses for its pictures in which a thing's id passes for nothing else`() {
    #expect(Self.club.pictureAddress("f0", in: "clubs") == "/v1/groups/clubs/lions/post-pictures/f0")
    #expect(
      Self.match.pictureAddress("f0", in: "soccer") == "/v1/feeds/soccer/match/a%20b%2F%C3%BC%3F/post-pictures/f0")
  }

  @Test func `is told of on a topic of its own, and kept under a name that no group has`() {
    #expect(Self.club.topic == "groups/club/lions/posts" && Self.club.holder == "lions")
    #expect(Self.match.topic == "feeds/match/a b/ü?" && Self.match.holder == "match/a b/ü?")
  }

  /// By whether it is hidden, who has written it and whether the reader moderates.
  @Test func `shows what is hidden to its author and to those who moderate`() {
    for isHidden in [false, true] {
      let words = FeedWords(
        number: 1, author: AccountID("ada"), at: Date(), editedAt: nil, version: 1, text: "a",
        hiddenAt: isHidden ? Date() : nil)
      for (reader, mayModerate, sees) in [
        ("ada", false, true), ("ada", true, true), ("bob", true, true), ("bob", false, !isHidden),
      ] {
        let standing = FeedStanding(feed: Self.club, mayWrite: false, mayModerate: mayModerate, isArchived: true)
        #expect(standing.shows(words, to: AccountID(reader)) == sees, "\(reader) \(mayModerate) \(isHidden)")
      }
    }
    let writing = [(true, false), (true, true), (false, false), (false, true)].map {
      FeedStanding(feed: Self.club, mayWrite: $0, mayModerate: false, isArchived: $1).mayWriteNow
    }
    #expect(writing == [true, false, false, false])
  }
}
