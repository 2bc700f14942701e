@testable import FieldhouseAccounts
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `The text of a mail` {
  private func lines(subject: String, text: String = "Hello", name: String = "Fieldhouse") -> [String] {
    let message = DeliveryMessage(id: "m1", channel: .email, to: "jane@example.org", subject: subject, text: text)
    let mail = MailText(
      message, sender: MailSender(name: name, address: "hello@club.example"), date: Date(timeIntervalSince1970: 0))
    return String(decoding: mail.bytes, as: UTF8.self).components(separatedBy: "\r\n")
  }

  @Test(.tags(.pl11)) func `names date, sender, recipient and an id that every attempt shares`() {
    let all = lines(subject: "Your code")
    for line in [
      "Date: Thu, 01 Jan 1970 00:00:00 +0000", "From: Fieldhouse <hello@club.example>", "To: <jane@example.org>",
      "Subject: Your code", "Message-ID: <m1@club.example>", "Content-Type: text/plain; charset=utf-8",
    ] { #expect(all.contains(line), "\(line)") }
    #expect(lines(subject: "Your code") == all)
  }

  @Test(arguments: ["Hi\r\nBcc: thief@example.org", "Hi\nX: y", "Hi\u{0}"])
  func `lets nobody add a header`(subject: String) {
    let head = lines(subject: subject).prefix { !$0.isEmpty }
    #expect(head.count == 9)
    #expect(!head.contains { $0.hasPrefix("Bcc:") || $0.hasPrefix("X:") })
  }

  @Test(
    .tags(.pl55),
    arguments: [
      String(repeating: "أكّد بريدك الإلكتروني ", count: 6), "e" + String(repeating: "\u{301}", count: 100),
    ])
  func `writes what is not ASCII as encoded words of at most 75 characters`(subject: String) throws {
    let head = lines(subject: subject).prefix { !$0.isEmpty }
    #expect(head.allSatisfy { $0.utf8.count <= 78 && $0.utf8.allSatisfy { $0 < 128 } })
    let words = head.joined(separator: "\n").matches(of: /=\?utf-8\?B\?([A-Za-z0-9+\/=]+)\?=/)
    let decoded = try words.map { String(decoding: try #require(Data(base64Encoded: String($0.1))), as: UTF8.self) }
    #expect(words.allSatisfy { $0.0.count <= 75 } && Array(decoded.joined().utf8) == Array(subject.utf8))
  }

  @Test func `keeps the body's lines at 76 characters and its text whole`() throws {
    let text = String(repeating: "Grüße, السلام, a line\n", count: 200)
    let all = lines(subject: "x", text: text)
    let body = all.drop { !$0.isEmpty }.dropFirst()
    #expect(body.allSatisfy { $0.utf8.count <= 76 })
    let decoded = try #require(Data(base64Encoded: body.joined()))
    #expect(String(decoding: decoded, as: UTF8.self) == text.replacing("\n", with: "\r\n"))
  }
}
