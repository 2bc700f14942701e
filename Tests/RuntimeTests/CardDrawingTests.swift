@testable import FieldhouseRuntime
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `The card of a link` {
  private let worker = PictureWorker(executable: Beside.executable)
  private static let logo = Array(
    #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z" fill="blue"/></svg>"#.utf8)

  private func card(
    _ title: String, isMirrored: Bool = false, lines: [String] = [], value: String = "", picture: [UInt8] = [],
    logo: [UInt8] = logo, site: String = "Fieldhouse"
  ) -> CardDrawing {
    CardDrawing(
      isMirrored: isMirrored, ground: "#14532d", site: site, title: title, value: value, lines: lines, logo: logo,
      picture: picture)
  }

  @Test(.tags(.pl42)) func `shows white words on the ground and the host's mark at its foot`() async throws {
    let drawn = try await DrawnCard(card("Lions"), by: worker)
    #expect(drawn.colour(4, 0) == [0x14, 0x53, 0x2D])
    #expect(drawn.letters.reduce(0, +) > 2_000)
    #expect(drawn.colour(600, 620) == [255, 255, 255])
    #expect(drawn.colour(104, 578) == [0, 0, 255])
    let named = try await DrawnCard(card("Lions", site: "Ulm"), by: worker)
    #expect(named.mark != drawn.mark)
    #expect(named.letters == drawn.letters)
  }

  @Test(.tags(.pl42)) func `is the same for the same words, and another one for others`() async throws {
    let first = try await worker.draw(card("Lions", lines: ["You are invited"]))
    #expect(try await worker.draw(card("Lions", lines: ["You are invited"])) == first)
    for other in [
      card("Bears", lines: ["You are invited"]), card("Lions", lines: ["Members: 2"]), card("Lions"),
      card("Lions", lines: ["You are invited"], value: "2 – 1"),
    ] { #expect(try await worker.draw(other) != first) }
  }

  @Test(.tags(.pl42), arguments: ["Lions of Ulm", "أسود أولم", "2 – 1"])
  func `begins at the side where its language begins, whichever way the words run`(title: String) async throws {
    let left = try await DrawnCard(card(title), by: worker)
    let right = try await DrawnCard(card(title, isMirrored: true), by: worker)
    let (leftExtent, rightExtent) = (try #require(left.extent), try #require(right.extent))
    #expect((70...85).contains(leftExtent.lowerBound) && leftExtent.upperBound < 700)
    #expect((1115...1130).contains(rightExtent.upperBound) && rightExtent.lowerBound > 500)
    #expect(left.colour(104, 578) == [0, 0, 255])
    #expect(right.colour(1200 - 104, 578) == [0, 0, 255])
  }

  @Test(.tags(.pl42)) func `sets a score in the order of its language`() async throws {
    let score = try await DrawnCard(card("A", value: "1 – 8"), by: worker)
    let mirrored = try await DrawnCard(card("A", isMirrored: true, value: "1 – 8"), by: worker)
    let turned = try await DrawnCard(card("A", value: "8 – 1"), by: worker)
    // In a language that runs from the right the first number stands at the right.
    func shape(_ drawn: DrawnCard) -> [Int] {
      let letters = drawn.letters.filter { $0 > 0 }
      return Array(letters.suffix(20))
    }
    #expect(shape(score) != shape(turned))
    #expect(mirrored.letters.filter { $0 > 0 } != score.letters.filter { $0 > 0 })
  }

  @Test(.tags(.pl42)) func `wraps a long name and ends it with an ellipsis, beside the margins and above the foot`()
    async throws
  {
    let plain = try await DrawnCard(card("Short"), by: worker)
    let long = String(repeating: "Wanderers ", count: 30)
    for isMirrored in [false, true] {
      let drawn = try await DrawnCard(
        card(long, isMirrored: isMirrored, lines: [long, long, long], value: long), by: worker)
      let extent = try #require(drawn.extent)
      #expect(extent.lowerBound >= 60 && extent.upperBound <= 1_140)
      if !isMirrored { #expect(drawn.mark == plain.mark) }
    }
    let one = try await DrawnCard(card(String(repeating: "W", count: 150)), by: worker)
    #expect(try #require(one.extent).upperBound <= 1_140)
  }

  @Test(
    .tags(.pl42),
    arguments: [
      "<span size=\"9999999\" foreground=\"#f00\">x</span>", "&lt;b&gt; &#0; &bogus;", "%s %n %d",
      "a\0b\u{7}\u{1B}[31m",
      "\u{202E}txet\u{202C}\u{2066}\u{2069}", "Z" + String(repeating: "\u{0300}\u{0316}\u{20DD}", count: 400),
      String(repeating: "👩‍👩‍👧‍👦", count: 500), String(repeating: "\u{FDFD}", count: 300),
      String(repeating: "\n", count: 400) + "end", "\u{10FFFF}\u{E000}\u{FFFE}", String(repeating: "ا", count: 5_000),
      String(repeating: "\u{200D}", count: 3_000), "", "   ",
    ])
  func `is drawn whatever somebody has written`(words: String) async throws {
    let plain = try await DrawnCard(card("Short"), by: worker)
    let drawn = try await DrawnCard(card(words, lines: [words, words, words], value: words), by: worker)
    #expect(drawn.mark == plain.mark)
    #expect(drawn.colour(4, 0) == plain.colour(4, 0))
    if let extent = drawn.extent { #expect(extent.lowerBound >= 55 && extent.upperBound <= 1_145) }
  }

  @Test(.tags(.pl42)) func `shows markup as it was written`() async throws {
    let marked = try await DrawnCard(card("<b>Lions</b>"), by: worker)
    let plain = try await DrawnCard(card("Lions"), by: worker)
    #expect(try #require(marked.extent).upperBound > #require(plain.extent).upperBound)
  }

  @Test(.tags(.pl42)) func `has the thing's picture beside its name, and none where the bytes are broken`() async throws
  {
    let picture = SamplePicture.png(width: 200, height: 100, comment: "")
    let plain = try await DrawnCard(card("Lions"), by: worker)
    let shown = try await DrawnCard(card("Lions", picture: picture), by: worker)
    #expect(shown.colour(1_053, 135) != plain.colour(1_053, 135))
    #expect(shown.colour(1_053, 135).count(where: { $0 == shown.colour(1_053, 135)[0] }) == 3)
    let mirrored = try await DrawnCard(card("Lions", isMirrored: true, picture: picture), by: worker)
    #expect(mirrored.colour(147, 135) != plain.colour(147, 135))
    for broken: [UInt8] in [Array("<svg/>".utf8), Array(picture.prefix(60)), [0], Self.logo] {
      let drawn = try await DrawnCard(card("Lions", picture: broken), by: worker)
      #expect(drawn.colour(1_053, 135) == plain.colour(1_053, 135))
      #expect(drawn.mark == plain.mark)
    }
    let unmarked = try await DrawnCard(card("Lions", logo: []), by: worker)
    #expect(unmarked.colour(104, 578) != [0, 0, 255])
  }

  @Test func `cannot be drawn without its program`() async throws {
    let missing = PictureWorker(executable: "/nowhere/fieldhouse-pictures")
    await #expect { try await missing.draw(card("Lions")) } throws: {
      ($0 as? Problem)?.code == "pictures-unavailable"
    }
  }
}

@Suite struct `The words of a card` {
  @Test(
    .tags(.pl42),
    arguments: [
      ("  Lions \n\t of\u{00A0}Ulm ", "Lions of Ulm"), ("a\0b\u{7F}c\u{85}d", "abc d"), ("\u{202E}abc\u{2069}", "abc"),
      ("e\u{0301}e", "e\u{0301}e"),
      ("Z\u{0300}\u{0301}\u{0302}\u{0303}\u{0304}\u{0305}!", "Z\u{0300}\u{0301}\u{0302}\u{0303}!"),
      ("👩‍👧 ok", "👩‍👧 ok"), ("می\u{200C}خواهم", "می\u{200C}خواهم"), ("\u{E000}\u{FFFF}x", "x"), ("", ""), (" \n ", ""),
      ("12345678901234567890", "12345678901234567890"), ("123456789012345678901", "1234567890123456789…"),
    ])
  func `stand in one line of bounded length without what does harm`(words: String, line: String) {
    #expect(CardText.line(words, longest: 20) == line)
  }

  @Test(.tags(.pl42)) func `stay short however many marks and parts they have`() {
    for words in [
      String(repeating: "👩‍👩‍👧‍👦", count: 1_000), "a" + String(repeating: "\u{0301}", count: 100_000),
      String(repeating: "e\u{0301}\u{0302}\u{0303}", count: 1_000), String(repeating: "\u{200D}", count: 10_000),
    ] {
      let line = CardText.line(words, longest: 20)
      #expect(line.count <= 20)
      #expect(line.unicodeScalars.count <= 161)
    }
  }
}

@Suite struct `The ground of a card` {
  @Test(
    .tags(.pl42),
    arguments: [
      ("#14532d", "#14532d"), ("#000000", "#000000"), ("#0A7D3C", "#0a7d3c"), ("#ffffff", nil), ("#ffff00", nil),
    ])
  func `is dark enough for white words`(colour: String, ground: String?) throws {
    let found = try #require(CardGround.of(colour))
    if let ground { #expect(found == ground) }
    let parts = try #require(UInt32(found.dropFirst(), radix: 16))
    var light = 0.05
    for (shift, weight) in [(16, 0.2126), (8, 0.7152), (0, 0.0722)] as [(UInt32, Double)] {
      let part = Double(parts >> shift & 0xFF) / 255
      light += weight * (part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4))
    }
    let contrast = 1.05 / light
    #expect(contrast >= 4.5)
    if ground == nil { #expect(contrast < 5.5) }
  }

  @Test(.tags(.pl42), arguments: ["", "red", "#fff", "#14532g", "14532d#", "#14532d ", "url(#x)"])
  func `is none for what is no colour`(colour: String) { #expect(CardGround.of(colour) == nil) }
}
