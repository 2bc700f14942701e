internal import FieldhouseKit

/// What is said to an address or number that was known before a change of ownership.
extension Messages {
  /// The notice of a change, with the link that takes it back.
  func notice(
    of change: OwnershipChange, to known: OwnershipState.Known, link secret: String, language: String
  ) -> DeliveryMessage {
    let what = text(change.text, language, ["value": change.value])
    let link = "\(context.settings.publicURL)/undo?token=\(secret)"
    return message("accounts.notice", to: known, language, ["what": what, "link": link], link: link)
  }

  /// That a change was taken back.
  func undone(to known: OwnershipState.Known, language: String) -> DeliveryMessage {
    let link = "\(context.settings.publicURL)/password/forgot"
    return message("accounts.undone", to: known, language, ["link": link], link: link)
  }

  /// That the account is gone.
  func erased(to known: OwnershipState.Known, language: String) -> DeliveryMessage {
    message("accounts.erased", to: known, language, [:], link: nil)
  }

  /// That two accounts are one now.
  func merged(to known: OwnershipState.Known, language: String) -> DeliveryMessage {
    message("accounts.merged", to: known, language, [:], link: nil)
  }

  private func message(
    _ key: String, to known: OwnershipState.Known, _ language: String, _ arguments: [String: String], link: String?
  ) -> DeliveryMessage {
    var arguments = arguments
    arguments["hours"] = String(context.settings.undoHours)
    let isEmail = known.kind == IdentifierStore.Kind.email.rawValue
    return DeliveryMessage(
      id: newID, channel: isEmail ? .email : .sms,
      to: isEmail ? known.value : PhoneNumber(digits: known.value).international,
      subject: isEmail ? text("\(key).subject", language, [:]) : "",
      text: text(isEmail ? "\(key).text" : "\(key).sms", language, arguments), link: link)
  }
}
