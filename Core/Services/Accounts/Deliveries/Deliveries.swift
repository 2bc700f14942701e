public import Foundation

/// Brings messages to people outside the app.
public protocol Deliveries: Sendable {
  /// Hands a message over; when this returns, the gateway has taken it.
  /// - Throws: when it could not be handed over; it is tried again later.
  func send(_ message: DeliveryMessage) async throws

  /// Forgets what was kept of messages from before an instant to addresses that are nobody's.
  /// - Parameter owned: which of some addresses are somebody's.
  /// - Throws: when it could not be forgotten, also what `owned` throws; nothing is lost by calling it again.
  func forget(
    before instant: Date, unless owned: @Sendable (Set<String>) async throws -> Set<String>
  ) async throws
}

extension Deliveries {
  /// Keeps nothing, and has nothing to forget.
  public func forget(
    before instant: Date, unless owned: @Sendable (Set<String>) async throws -> Set<String>
  ) async throws {}
}

/// Why a message was not taken, in words that name neither recipient nor content and may be logged.
public struct DeliveryFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// `delivery-refused` when the gateway said no, `delivery-unreachable` when it could not be asked.
  public let code: String
  /// A sentence with the remedy.
  public let message: String

  /// A failure.
  public init(code: String, message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { "\(code): \(message)" }
}

/// An e-mail or a text message.
public struct DeliveryMessage: Sendable, Hashable, Codable {
  /// The way it goes.
  public enum Channel: String, Sendable, Hashable, Codable {
    /// An e-mail.
    case email
    /// A text message to a phone.
    case sms
  }

  /// The same for every attempt to send this message; gateways that know it deliver once.
  public var id: String
  /// The way it goes.
  public var channel: Channel
  /// The e-mail address, or the phone number as `+`, country code and digits.
  public var to: String
  /// The subject; empty for text messages.
  public var subject: String
  /// The text, complete with code or link.
  public var text: String
  /// The one-time code in the text, if there is one.
  public var code: String?
  /// The link in the text, if there is one.
  public var link: String?

  /// A message.
  public init(
    id: String, channel: Channel, to: String, subject: String, text: String, code: String? = nil, link: String? = nil
  ) {
    self.id = id
    self.channel = channel
    self.to = to
    self.subject = subject
    self.text = text
    self.code = code
    self.link = link
  }
}
