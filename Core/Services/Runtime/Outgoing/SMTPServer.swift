import FieldhouseKit
import Foundation

/// A mail server that takes mails by SMTP, reached through libcurl.
///
/// `smtps://` encrypts from the start, `smtp://` must be able to change to encryption; only on this machine itself it
/// need not. The server's certificate is always checked.
public struct SMTPServer: Sendable {
  /// How long handing a mail over may take, in seconds.
  static let timeoutSeconds = 20

  let url: String
  let user: String?
  let password: String?
  let sender: String
  let needsEncryption: Bool
  private let pool: OutgoingPool

  /// A server.
  /// - Parameters:
  ///   - address: `smtps://user:password@host:465` or `smtp://host:587`; user and password percent-encoded.
  ///   - sender: the address that mails come from.
  ///   - pool: the threads that transfers run on.
  /// - Throws: ``OutgoingError`` `smtp-url`.
  public init(address: String, sender: String, pool: OutgoingPool) throws {
    guard var parts = URLComponents(string: address), let scheme = parts.scheme?.lowercased(),
      ["smtp", "smtps"].contains(scheme), let host = parts.host, !host.isEmpty
    else {
      throw OutgoingError(
        code: "smtp-url", message: "The address of a mail server looks like smtps://user:password@host:465.")
    }
    user = parts.user
    password = parts.password
    (parts.user, parts.password, parts.path) = (nil, nil, "/")
    url = parts.string ?? ""
    needsEncryption = scheme == "smtp" && !["localhost", "127.0.0.1", "[::1]"].contains(host)
    self.sender = sender
    self.pool = pool
  }

  /// Hands a mail over; when this returns, the server has taken it.
  /// - Parameter mail: the whole mail, with CR LF at each line's end.
  /// - Throws: ``OutgoingError`` that names neither recipient nor content.
  public func send(_ mail: [UInt8], to recipient: String) async throws {
    guard !recipient.contains(where: { $0.isNewline || $0 == ">" }) else {
      throw OutgoingError(code: "smtp-failed", message: "The recipient's address cannot be used.")
    }
    try await pool.run { try SMTPTransfer(mail, to: recipient, server: self).perform() }
  }
}
