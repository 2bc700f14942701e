public import FieldhouseKit
internal import Foundation

/// What people are going to be reminded of, by all plugins that run. Each plugin's own tables are asked.
public struct Reminders: Sendable {
  private let inbox: Inbox
  private let sources: [ReminderSource]

  /// - Parameter sources: a plugin each.
  public init(_ inbox: Inbox, _ sources: [ReminderSource]) {
    self.inbox = inbox
    self.sources = sources.sorted { $0.plugin < $1.plugin }
  }

  /// Declares the routes, to be mounted at `/v1`.
  public func routes(_ routes: inout Routes) {
    var own = Routes()
    own.get(
      "/me/reminders", "What I am going to be reminded of, by the time of the things; a device keeps it", access: .guest
    ) { [self] (input: RemindersInput, call) in
      try await page(input, of: try call.account.id, language: call.language)
    }
    for route in own.all { routes.add(route.tagged) }
  }

  private func page(
    _ input: RemindersInput, of me: AccountID, language: String
  ) async throws -> Page<ReminderView> {
    let limit = input.limit ?? 20
    let found = try await found(of: me, after: try input.after.map(ReminderCursor.init) ?? .start, limit + 1)
    let settings = try await inbox.settings(of: me)
    var items: [ReminderView] = []
    for (plugin, reminder) in found.prefix(limit) where try await isShown(reminder, to: me) {
      items.append(view(reminder, of: plugin, settings, language: language))
    }
    let last = found.count > limit ? found[limit - 1] : nil
    return Page(items: items, next: last.map { ReminderCursor($0.reminder, of: $0.plugin).text })
  }

  private func found(
    of me: AccountID, after cursor: ReminderCursor, _ limit: Int
  ) async throws -> [(plugin: String, reminder: UpcomingReminder)] {
    var found: [(plugin: String, reminder: UpcomingReminder)] = []
    for source in sources {
      let some = try await source.read(me, inbox.clock.now, cursor.place(in: source.plugin), limit)
      found += some.map { (source.plugin, $0) }
    }
    // Those of a plugin come in its order.
    let ordered = found.enumerated().sorted {
      ($0.element.reminder.at, $0.offset) < ($1.element.reminder.at, $1.offset)
    }
    return ordered.prefix(limit).map(\.element)
  }

  /// Whether nobody whom it names has left, has blocked the reader or was blocked.
  private func isShown(_ reminder: UpcomingReminder, to me: AccountID) async throws -> Bool {
    guard !reminder.about.isEmpty, let audience = inbox.audience else { return true }
    let request = NotificationRequest(
      recipients: [me], about: reminder.about, kind: reminder.kind, text: reminder.text)
    return try await !audience.reached(by: request).recipients.isEmpty
  }

  private func view(
    _ reminder: UpcomingReminder, of plugin: String, _ settings: NotificationSettings, language: String
  ) -> ReminderView {
    let kind = inbox.kinds.kind(reminder.kind, of: plugin)
    let id = Letter.source(reminder.key, of: reminder.kind, plugin: plugin)
    let link = kind.map { $0.link(reminder.link, reminder.arguments) } ?? reminder.link
    return ReminderView(
      id: id, plugin: plugin, kind: reminder.kind,
      title: kind.map { inbox.render($0.owner, $0.title, language, [:]) } ?? "",
      text: inbox.render(plugin, reminder.text, language, reminder.arguments), link: link, at: reminder.at,
      day: reminder.arguments["day"].flatMap { CivilDay($0) }?.description, due: reminder.due, until: reminder.until,
      showAt: kind.flatMap { settings.showAt(reminder, of: $0) },
      tag: kind?.tag(of: id, leadingTo: link) ?? id, isSent: reminder.isSent)
  }
}

extension NotificationSettings {
  /// When a device may show a reminder by itself; nil for never.
  fileprivate func showAt(_ reminder: UpcomingReminder, of kind: NotificationKind) -> Date? {
    guard !reminder.isSent, lets(kind), kind.channels.contains(.push) else { return nil }
    let instant = quietHours?.end(at: reminder.due) ?? reminder.due
    return instant < reminder.until ? instant : nil
  }
}

extension ReminderCursor {
  fileprivate init(_ reminder: UpcomingReminder, of plugin: String) {
    self.init(at: reminder.at.millisecondsSince1970, plugin: plugin, thing: reminder.thing, kind: reminder.kind)
  }
}

extension Route {
  /// The same route, whose answer is not sent again to a device that has it.
  fileprivate var tagged: Route {
    guard let answer = handler.plain else { return self }
    var route = self
    route.handler = Handler(plain: { request, call in
      var response = try await answer(request, call)
      response.headers["etag"] = "\"\(Base64URL.encode(PushCrypto.sha256(response.body)))\""
      response.headers["cache-control"] = "private, no-cache"
      return response
    })
    return route
  }
}
