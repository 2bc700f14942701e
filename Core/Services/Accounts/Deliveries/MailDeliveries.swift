internal import Foundation

/// Deliveries by e-mail through a mail server.
public struct MailDeliveries: Deliveries {
  /// Hands a mail over to the server: the recipient's address and the whole mail, with CR LF at each line's end.
  /// - Throws: ``DeliveryFailure``.
  public typealias Hand = @Sendable (_ recipient: String, _ mail: [UInt8]) async throws -> Void

  private let sender: MailSender
  private let hand: Hand

  /// Deliveries from a sender through `hand`.
  public init(sender: MailSender, hand: @escaping Hand) {
    self.sender = sender
    self.hand = hand
  }

  public func send(_ message: DeliveryMessage) async throws {
    try await hand(message.to, MailText(message, sender: sender, date: Date()).bytes)
  }
}

/// Who mails come from.
public struct MailSender: Sendable, Hashable {
  /// The name people read.
  public let name: String
  /// The address.
  public let address: String

  /// A sender.
  public init(name: String, address: String) {
    self.name = name
    self.address = address
  }
}

/// A mail as it goes over the wire (RFC 5322, RFC 2045, RFC 2047).
struct MailText: Sendable {
  let bytes: [UInt8]

  /// - Parameter date: when it is sent. Its id is that of the message, the same in every attempt, so that a mail that
  ///   arrives twice is recognised as one.
  init(_ message: DeliveryMessage, sender: MailSender, date: Date) {
    let domain = sender.address.split(separator: "@").last.map(String.init) ?? "localhost"
    let head = [
      "Date: \(Self.date(date))", "From: \(Self.word(sender.name)) <\(Self.line(sender.address))>",
      "To: <\(Self.line(message.to))>", "Subject: \(Self.word(message.subject))",
      "Message-ID: <\(message.id)@\(Self.line(domain))>", "MIME-Version: 1.0", "Auto-Submitted: auto-generated",
      "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64", "",
    ]
    bytes = Array((head + Self.body(message.text)).joined(separator: "\r\n").utf8) + Array("\r\n".utf8)
  }

  /// The text in base 64, 76 characters a line.
  private static func body(_ text: String) -> [String] {
    let encoded = Data(text.replacing("\n", with: "\r\n").utf8).base64EncodedString()
    return stride(from: 0, to: encoded.utf8.count, by: 76).map { start in
      String(encoded.dropFirst(start).prefix(76))
    }
  }

  /// A header's text: as it is when plain, else as encoded words of at most 75 characters.
  static func word(_ text: String) -> String {
    let text = line(text)
    let isPlain = text.utf8.allSatisfy { (32...126).contains($0) && $0 != UInt8(ascii: "=") }
    if isPlain, text.utf8.count <= 60 { return text }
    return pieces(of: text).map { "=?utf-8?B?\(Data($0.utf8).base64EncodedString())?=" }.joined(separator: "\r\n ")
  }

  /// Pieces of at most 39 bytes that end between code points: a letter may have more marks than fit into one.
  private static func pieces(of text: String) -> [String] {
    text.unicodeScalars.reduce(into: [""]) { pieces, scalar in
      if pieces[pieces.count - 1].utf8.count + UTF8.width(scalar) > 39 { pieces.append("") }
      pieces[pieces.count - 1].unicodeScalars.append(scalar)
    }
  }

  /// Without line breaks, control characters and marks of direction, so that no value can add a header or pose as
  /// another one.
  private static func line(_ text: String) -> String { PlainText.spaced(text) }

  /// An instant as RFC 5322 writes it, in UTC.
  static func date(_ instant: Date) -> String {
    let format = Date.VerbatimFormatStyle(
      format:
        "\(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) +0000",
      locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt, calendar: Calendar(identifier: .gregorian))
    return instant.formatted(format)
  }
}
