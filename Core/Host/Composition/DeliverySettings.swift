import FieldhouseAccounts
import FieldhouseKit
import FieldhouseRuntime
import Foundation

/// How messages leave, as the operator decided.
enum DeliverySettings: Sendable {
  /// Into a file, for development.
  case file
  case gateways(smtpURL: String?, mailFrom: String?, smsURL: String?, smsToken: String?)

  /// - Throws: ``SettingsError`` when a way to sign in is offered whose messages have no gateway.
  init(_ settings: SettingsResolver, methods: AccountsSettings.Methods) throws {
    guard try settings.value(\MessageSettings.deliveries) == "gateway" else {
      self = .file
      return
    }
    let smtpURL = try settings.value(\MessageSettings.smtpUrl)
    let mailFrom = try settings.value(\MessageSettings.mailFrom)
    let smsURL = try settings.value(\MessageSettings.smsUrl)
    if methods.email, smtpURL == nil || mailFrom == nil { throw Self.missing("'smtpUrl' and 'mailFrom'", "email") }
    if methods.phone, smsURL == nil { throw Self.missing("'smsUrl'", "phone") }
    self = .gateways(
      smtpURL: smtpURL, mailFrom: mailFrom, smsURL: smsURL,
      smsToken: try settings.value(\MessageSettings.smsToken))
  }

  /// - Throws: ``SettingsError`` when operators are to be told by mail and no mail can leave.
  func check(_ alerts: AlertSettings.Chosen) throws {
    guard case .gateways(let smtpURL, let mailFrom, _, _) = self, alerts.mail != nil, smtpURL == nil || mailFrom == nil
    else { return }
    throw SettingsError(
      code: "settings-deliveries", message: "alertMail: mails need a gateway. Set 'smtpUrl' and 'mailFrom'.")
  }

  private static func missing(_ keys: String, _ method: String) -> SettingsError {
    SettingsError(
      code: "settings-deliveries",
      message: "deliveries: sign-in by \(method) needs a gateway. Set \(keys), or take `\(method)` out of "
        + "'signInMethods'.")
  }

  /// The way of messages.
  /// - Throws: ``OutgoingError`` for an address that cannot be read.
  func make(
    data: String, siteName: String, clock: any HostClock, pool: OutgoingPool
  ) throws -> any Deliveries {
    switch self {
    case .file: return FileDeliveries(path: "\(data)/deliveries.jsonl", clock: clock)
    case .gateways(let smtpURL, let mailFrom, let smsURL, let smsToken):
      var mail: MailDeliveries?
      if let smtpURL, let mailFrom {
        mail = try Self.mail(smtpURL, MailSender(name: siteName, address: mailFrom), pool)
      }
      return ChannelDeliveries(email: mail, sms: smsURL.map { Self.sms($0, smsToken, pool) })
    }
  }

  private static func mail(_ url: String, _ sender: MailSender, _ pool: OutgoingPool) throws -> MailDeliveries {
    let server = try SMTPServer(address: url, sender: sender.address, pool: pool)
    return MailDeliveries(sender: sender) { recipient, mail in
      do {
        try await server.send(mail, to: recipient)
      } catch let error as OutgoingError {
        throw DeliveryFailure(code: "delivery-refused", message: "\(error.message) Check 'smtpUrl' and 'mailFrom'.")
      }
    }
  }

  /// The operator chose the gateway: it may stand in the operator's own network.
  private static func sms(_ url: String, _ token: String?, _ pool: OutgoingPool) -> HTTPDeliveries {
    HTTPDeliveries(http: CurlHTTP(origins: nil, allowsPrivate: true, pool: pool), url: url, token: token)
  }
}
