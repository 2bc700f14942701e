extension Messages {
  /// The mail with a notification, and the way to switch such mails off.
  func notification(
    _ text: String, title: String, path: String, language: String, to email: String, id: String
  ) -> DeliveryMessage {
    let link = context.settings.publicURL + path
    let arguments = ["text": text, "link": link, "settings": "\(context.settings.publicURL)/inbox/settings"]
    return DeliveryMessage(
      id: id, channel: .email, to: email, subject: PlainText.line(title),
      text: self.text("accounts.notification.text", language, arguments), link: link)
  }

  /// The text message with a notification.
  func notification(_ text: String, path: String, language: String, to phone: String, id: String) -> DeliveryMessage {
    let link = context.settings.publicURL + path
    return DeliveryMessage(
      id: id, channel: .sms, to: phone, subject: "",
      text: self.text("accounts.notification.sms", language, ["text": text, "link": link]), link: link)
  }
}
