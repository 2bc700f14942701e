import FieldhouseAccounts
import FieldhouseContent
import FieldhouseKit
import FieldhouseNotifications
import FieldhouseRuntime
import Foundation

/// A way to operators.
enum AlertWay: String, Sendable, Hashable, Codable, CaseIterable {
  /// Into the inboxes of the super-admins, from where it leaves as each of them has chosen.
  case inbox
  /// To the address of the setting `alertMail`, which needs no database.
  case mail
  /// To the address of the setting `alertWebhook`, which needs no database either.
  case webhook
}

/// Tells operators by one of their ways.
protocol AlertWays: Sendable {
  /// The ways that there are.
  var all: Set<AlertWay> { get }

  /// Tells news by a way; doing it again tells nobody twice who can know the news by its id.
  /// - Throws: when nobody was told; it is to be tried again.
  func tell(_ news: OutageNews, by way: AlertWay) async throws
}

/// The ways of a host.
struct HostAlertWays: AlertWays {
  /// The kind of what super-admins are told of the host.
  static let kind = Inbox.hostTrouble

  let settings: AlertSettings.Chosen
  let siteName: String
  let publicURL: String
  let inbox: Inbox
  let accounts: Accounts
  let deliveries: any Deliveries
  let texts: TextCatalog
  let http: any OutgoingHTTP

  var all: Set<AlertWay> {
    var ways: Set<AlertWay> = [.inbox]
    if settings.mail != nil { ways.insert(.mail) }
    if settings.webhook != nil { ways.insert(.webhook) }
    return ways
  }

  func tell(_ news: OutageNews, by way: AlertWay) async throws {
    switch way {
    case .inbox: try await deliver(news)
    case .mail: if let address = settings.mail { try await mail(news, to: address) }
    case .webhook: if let url = settings.webhook { try await post(news, to: url) }
    }
  }

  private func deliver(_ news: OutageNews) async throws {
    var (last, isWhole): (AccountID?, Bool) = (nil, false)
    while !isWhole {
      let some = try await accounts.holders(of: "super-admin", after: last, limit: 100)
      (last, isWhole) = (some.last, some.count < 100)
      let request = NotificationRequest(
        recipients: some, kind: Self.kind, text: news.text, arguments: news.arguments, deduplicationKey: news.id)
      try await inbox.deliver(request, plugin: "accounts", source: "accounts/\(news.id)")
    }
  }

  private func text(_ news: OutageNews) -> String {
    texts.text("accounts", key: news.text, language: "en", arguments: news.arguments)
  }

  private func mail(_ news: OutageNews, to address: String) async throws {
    let text = text(news)
    let times = [("Since", news.since), ("Until", news.until)].compactMap { name, date in
      date.flatMap { RFC3339.string(from: $0) }.map { "\(name): \($0)" }
    }
    let body = ([text, ""] + times + ["", "\(publicURL)/console/"]).joined(separator: "\n")
    let message = DeliveryMessage(
      id: news.id, channel: .email, to: address, subject: "\(siteName): \(text.prefix(120))", text: body)
    try await deliveries.send(message)
  }

  private func post(_ news: OutageNews, to url: String) async throws {
    var document: JSONObject = [
      "id": .string(news.id), "kind": .string(news.kind.rawValue), "part": .string(news.part),
      "text": .string(text(news)), "host": .string(publicURL),
    ]
    document["since"] = RFC3339.string(from: news.since).map(JSON.string)
    document["until"] = news.until.flatMap { RFC3339.string(from: $0) }.map(JSON.string)
    var bytes: [UInt8] = []
    JSON.object(document).append(to: &bytes)
    let request = OutgoingRequest(
      method: "POST", url: url, headers: ["content-type": "application/json", "idempotency-key": news.id], body: bytes,
      timeoutSeconds: 15, maximumBytes: 64 << 10)
    let answer = try await http.send(request)
    guard (200..<300).contains(answer.status) else {
      throw DeliveryFailure(
        code: "delivery-refused", message: "The address answered \(answer.status). Check 'alertWebhook'.")
    }
  }
}
