internal import FieldhouseKit
internal import Foundation

/// Does one errand: by each way in turn, until one has arrived.
struct Messenger: Sendable {
  /// More than so many that are due at once are told as one on devices; each is in the inbox.
  private static let digestBeyond = 3

  let inbox: Inbox
  let people: any Recipients
  let pace: Double
  let log: any Log

  /// What came of one notification, to be written down.
  private struct Ending: Sendable {
    let send: Send
    var receipts: [Receipt] = []
    /// Nil when it is over.
    var again: (send: Send, at: Date)?
  }

  /// - Throws: ``StorageError``; what was sent is sent again then.
  func run(_ errand: Errand) async throws {
    var gone = Set(errand.stale)
    var endings: [Ending] = []
    let pushed = errand.due.filter { $0.send.channels[0] == .push && !$0.send.hasArrived }
    let isDigest = pushed.count > Self.digestBeyond
    if isDigest {
      let ends = pushed.compactMap(\.send.until)
      // When one of them is never over, neither are all together.
      let lifetime = ends.count == pushed.count ? lifetime(until: ends.max()) : nil
      let result = await push(errand, pushed[0].send, gone: &gone) { digest(pushed.count, errand, $0, lifetime) }
      // A device that was away is told the first of them for itself.
      let others: WayResult = if case .arrived = result { .arrived(left: []) } else { result }
      for (index, item) in pushed.enumerated() {
        endings.append(await follow(item, errand, gone: &gone, after: index == 0 ? result : others))
      }
    }
    let single = isDigest ? errand.due.filter { item in !pushed.contains { $0.send.id == item.send.id } } : errand.due
    for item in single { endings.append(await follow(item, errand, gone: &gone)) }
    try await settle(endings, errand, Array(gone))
  }

  /// Tries the ways of a notification in turn.
  /// - Parameter result: what has come of the present way already.
  private func follow(
    _ item: Errand.Item, _ errand: Errand, gone: inout Set<String>, after result: WayResult? = nil
  ) async -> Ending {
    var (ending, send, known) = (Ending(send: item.send), item.send, result)
    while true {
      let result: WayResult
      if let known { result = known } else { result = await attempt(send, item, errand, gone: &gone) }
      known = nil
      let (step, receipt) = SendStep.after(result, of: send, now: inbox.clock.now, pace: pace)
      if let receipt { ending.receipts.append(receipt) }
      switch step {
      case .end: return ending
      case .again(let rest, let due):
        ending.again = (rest, due)
        return ending
      case .next(let next): send = next
      }
    }
  }

  private func attempt(
    _ send: Send, _ item: Errand.Item, _ errand: Errand, gone: inout Set<String>
  ) async -> WayResult {
    switch send.channels[0] {
    case .push: await push(errand, send, gone: &gone) { message(item, errand, $0) }
    case .email: await write(.email, item, errand, to: errand.reach.email)
    case .sms: await write(.sms, item, errand, to: errand.reach.phone)
    }
  }

  /// Sends to each device, all at once.
  private func push(
    _ errand: Errand, _ send: Send, gone: inout Set<String>, _ message: (Device) -> PushMessage
  ) async -> WayResult {
    let left = send.devices.map(Set.init)
    let known = gone
    let devices = errand.devices.filter { (left?.contains($0.id) ?? true) && !known.contains($0.id) }
    guard let push = inbox.push, !devices.isEmpty else { return .absent }
    var round = PushRound()
    await withTaskGroup { group in
      for (device, message) in devices.map({ ($0, message($0)) }) {
        group.addTask { (device.id, await push.send(message, to: device)) }
      }
      for await (device, outcome) in group { round.add(outcome, of: device) }
    }
    gone.formUnion(round.gone)
    return round.result
  }

  private func write(
    _ channel: NotificationChannel, _ item: Errand.Item, _ errand: Errand, to address: String?
  ) async -> WayResult {
    guard address != nil else { return .absent }
    let language = errand.reach.language ?? errand.devices.last?.language ?? "en"
    let message = WrittenMessage(
      channel: channel, title: inbox.render(item.kind.owner, item.kind.title, language, [:]),
      text: inbox.render(item.plugin, item.text, language, item.arguments), path: Self.path(of: item),
      language: language)
    let digest = PushCrypto.sha256(Array("\(errand.reach.account)\n\(item.send.source)\n\(channel.rawValue)".utf8))
    do {
      try await people.send(message, to: errand.reach, id: Base64URL.encode(digest))
      return .arrived(left: [])
    } catch {
      return .later("\(error)", seconds: nil, left: nil)
    }
  }

  /// Where a message leads: to the notification's own link where that needs no session, else over the inbox.
  private static func path(of item: Errand.Item) -> String {
    if item.kind.opensWithoutSession, let link = item.link { return link }
    return path(of: item.send.source)
  }

  /// The page that opens a notification and marks it read.
  static func path(of source: String) -> String {
    var parts = URLComponents()
    parts.path = "/inbox/open"
    parts.queryItems = [URLQueryItem(name: "id", value: source)]
    return parts.string?.replacing("+", with: "%2B") ?? "/inbox"
  }

  private func message(_ item: Errand.Item, _ errand: Errand, _ device: Device) -> PushMessage {
    PushMessage(
      id: item.send.source, title: inbox.render(item.kind.owner, item.kind.title, device.language, [:]),
      body: inbox.render(item.plugin, item.text, device.language, item.arguments), tag: item.tag,
      language: device.language, unread: errand.unread, lifetime: lifetime(until: item.send.until))
  }

  /// For how many seconds a push service keeps what is over at an instant; nil for what is never over.
  private func lifetime(until instant: Date?) -> Int? {
    instant.map { Int($0.timeIntervalSince(inbox.clock.now) / pace) }
  }

  private func digest(_ count: Int, _ errand: Errand, _ device: Device, _ lifetime: Int?) -> PushMessage {
    PushMessage(
      id: nil, title: inbox.render("accounts", "accounts.digest.title", device.language, [:]),
      body: inbox.render("accounts", "accounts.digest.text", device.language, ["n": String(count)]), tag: "digest",
      language: device.language, unread: errand.unread, lifetime: lifetime)
  }

  /// How many announcements have arrived, and how many were given up, by their ids.
  private static func counts(_ endings: [Ending]) -> (delivered: [String: Int], failed: [String: Int]) {
    var (delivered, failed): ([String: Int], [String: Int]) = ([:], [:])
    for ending in endings {
      guard let id = Announcement.id(of: ending.send.source) else { continue }
      if ending.receipts.contains(where: { $0.state == .delivered }) {
        delivered[id, default: 0] += 1
      } else if ending.again == nil, !ending.send.hasArrived, ending.receipts.contains(where: { $0.state == .failed }) {
        failed[id, default: 0] += 1
      }
    }
    return (delivered, failed)
  }

  private func settle(_ endings: [Ending], _ errand: Errand, _ gone: [String]) async throws {
    let now = inbox.clock.now
    let endings = endings
    try await inbox.lane.write(inbox.storage) { transaction in
      if !gone.isEmpty { try await DeviceStore.remove(gone, in: transaction) }
      for send in errand.dropped { try await SendStore.remove(send, in: transaction) }
      for (send, until) in errand.resting {
        var send = send
        send.tries -= 1
        try await SendStore.postpone(send, to: until, in: transaction)
      }
      // Whoever has left meanwhile has nothing here any more, and what became somebody else's is that person's.
      let present = try await SendStore.present(endings.map(\.send), in: transaction)
      for ending in endings {
        guard let send = present[ending.send.id] else { continue }
        try await ReceiptStore.add(ending.receipts, of: send, now: now, in: transaction)
        if let again = ending.again {
          try await SendStore.postpone(again.send, to: again.at, in: transaction)
        } else {
          try await SendStore.remove(ending.send, in: transaction)
        }
      }
      let (delivered, failed) = Self.counts(endings)
      try await AnnouncementStore.count(delivered: delivered, failed: failed, in: transaction)
    }
  }
}
