internal import FieldhouseKit
internal import Foundation

/// What is to leave to one person, with what has to be known for that.
struct Errand: Sendable {
  let reach: Reach
  let settings: NotificationSettings
  /// The devices whose session has not ended.
  let devices: [Device]
  /// The others.
  let stale: [String]
  let unread: Int
  /// What is to leave now, the oldest first.
  var due: [Item] = []
  /// What waits for the end of quiet hours.
  var resting: [(send: Send, until: Date)] = []
  /// What does not leave any more: it was read, its kind was switched off, it would come too late, or it is gone.
  var dropped: [Send] = []

  /// A notification that is to leave.
  struct Item: Sendable {
    let send: Send
    let kind: NotificationKind
    let plugin: String
    let text: String
    let arguments: [String: String]
    let link: String?

    /// Of two with the same the later takes the place of the earlier on a device.
    var tag: String { kind.tag(of: send.source, leadingTo: link) }
  }

  /// - Parameter sends: of one person.
  init(
    _ sends: [Send], to reach: Reach, kinds: KindCatalogue, now: Date, in transaction: any ReadTransaction
  ) async throws {
    self.reach = reach
    let account = reach.account
    settings = try await SettingsStore.settings(of: account, in: transaction)
    let known = try await DeviceStore.devices(of: account, in: transaction)
    devices = known.filter { $0.session.map(reach.sessions.contains) ?? true }
    stale = known.filter { !($0.session.map(reach.sessions.contains) ?? true) }.map(\.id)
    unread = try await UnreadCount.of(account, in: transaction)
    let rows = try await transaction.query(
      """
      select source, plugin, kind, text, arguments, link from notifications
      where account = \(account) and read_at is null and source in (\(list: sends.map(\.source)))
      """)
    let bySource = Dictionary(
      try rows.map { (try $0["source"] as String, $0) }, uniquingKeysWith: { first, _ in first })
    for send in sends {
      guard let row = bySource[send.source], let item = try Item(send, row, kinds), settings.lets(item.kind) else {
        dropped.append(send)
        continue
      }
      let rest = settings.quietHours?.end(at: now)
      if let until = send.until, (rest ?? now) >= until {
        dropped.append(send)
      } else if let rest {
        resting.append((send, rest))
      } else {
        due.append(item)
      }
    }
  }
}

extension Errand.Item {
  /// Nil for a kind that nobody declares any more, and where no way is left.
  fileprivate init?(_ send: Send, _ row: Row, _ kinds: KindCatalogue) throws {
    let plugin: String = try row["plugin"]
    guard let kind = kinds.kind(try row["kind"], of: plugin), !send.channels.isEmpty else { return nil }
    let arguments = try JSON(parsing: row["arguments"] as String).object ?? [:]
    (self.send, self.kind, self.plugin) = (send, kind, plugin)
    (text, link) = (try row["text"], try row["link"])
    self.arguments = Dictionary(arguments.map { ($0.key, $0.value.string ?? "") }, uniquingKeysWith: { $1 })
  }
}

/// How many notifications a person has not read.
enum UnreadCount {
  static func of(_ account: AccountID, in transaction: any ReadTransaction) async throws -> Int {
    let row = try await transaction.first(
      "select count(*) as n from notifications where account = \(account) and read_at is null")
    return try row?["n"] ?? 0
  }
}
