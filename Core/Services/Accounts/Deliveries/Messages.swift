internal import FieldhouseKit
internal import Foundation

/// The messages that accounts send, in the recipient's language.
struct Messages: Sendable {
  let context: AccountsContext

  /// The text message with a login code, and the link that does the same.
  /// - Parameter path: where its link leads on to.
  func phoneCode(
    _ issued: Challenger.Issued, to number: PhoneNumber, language: String, back path: ReturnPath
  ) -> DeliveryMessage {
    let link = path.following("\(context.settings.publicURL)/code?token=\(issued.link)")
    let text = text("accounts.phone-code.text", language, ["code": issued.code])
    let more = self.text("accounts.phone-code.link", language, ["link": link])
    return DeliveryMessage(
      id: newID, channel: .sms, to: number.international, subject: "", text: "\(text)\n\(more)",
      code: issued.code, link: link)
  }

  /// The code that proves a further identifier.
  func identifierCode(
    _ code: String, to identifier: MoreIdentifiers.Identifier, language: String
  ) -> DeliveryMessage {
    let isEmail = identifier.kind == .email
    return DeliveryMessage(
      id: newID, channel: isEmail ? .email : .sms,
      to: isEmail ? identifier.value : PhoneNumber(digits: identifier.value).international,
      subject: isEmail ? text("accounts.identifier-code.subject", language, [:]) : "",
      text: text("accounts.phone-code.text", language, ["code": code]), code: code)
  }

  /// The mail that proves a new address.
  /// - Parameter path: where its link leads on to.
  func verification(
    _ issued: Challenger.Issued, to email: String, language: String, back path: ReturnPath
  ) -> DeliveryMessage {
    mail(
      "accounts.verification", to: email, language, code: issued.code,
      link: path.following("\(context.settings.publicURL)/verify?token=\(issued.link)"))
  }

  /// The mail to somebody who registers again.
  func alreadyRegistered(_ email: String, language: String) -> DeliveryMessage {
    mail("accounts.already-registered", to: email, language, link: "\(context.settings.publicURL)/login")
  }

  /// The mail with the link to a new password.
  func passwordReset(_ issued: Challenger.Issued, to email: String, language: String) -> DeliveryMessage {
    mail(
      "accounts.password-reset", to: email, language,
      link: "\(context.settings.publicURL)/password/reset?token=\(issued.link)")
  }

  /// The mail with an invitation link.
  func invitation(from name: String, link: String, to email: String, language: String) -> DeliveryMessage {
    mail("accounts.invitation", to: email, language, link: link, arguments: ["name": PlainText.line(name)])
  }

  /// Names a message.
  var newID: String { Identifier.ordered(context.clock.now) }

  private func mail(
    _ key: String, to email: String, _ language: String, code: String? = nil, link: String,
    arguments more: [String: String] = [:]
  ) -> DeliveryMessage {
    var arguments = more
    arguments["link"] = link
    arguments["code"] = code
    return DeliveryMessage(
      id: newID, channel: .email, to: email,
      subject: PlainText.line(text("\(key).subject", language, [:])),
      text: text("\(key).text", language, arguments), code: code, link: link)
  }

  /// A text with what every message may name.
  func text(_ key: String, _ language: String, _ arguments: [String: String]) -> String {
    let settings = context.settings
    let site = [
      "site": settings.siteName, "minutes": String(settings.codeSeconds / 60),
      "resetMinutes": String(settings.resetSeconds / 60),
    ]
    return context.texts.text(key, language: language, arguments: arguments.merging(site) { own, _ in own })
  }
}
