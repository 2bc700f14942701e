internal import FieldhouseKit

// The page that most readers ask for: the latest posts.
extension FeedRoutes {
  /// The same route, whose first page is written from what is remembered.
  func remembering(_ route: Route) -> Route {
    guard let read = route.handler.plain else { return route }
    var route = route
    route.handler = Route.Handler(plain: { [self] request, call in
      if let limit = Self.frontLimit(request), let page = try await front(request.parameters, limit, call) {
        return RawResponse(status: 200, contentType: "application/json", body: page)
      }
      return try await read(request, call)
    })
    return route
  }

  /// How many posts are asked for where they are the latest; nil for what has to be read with care.
  private static func frontLimit(_ request: RawRequest) -> Int? {
    let isPlain = request.parameters.values.allSatisfy { value in
      (1...64).contains(value.utf8.count) && value.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
    guard request.body.isEmpty, isPlain else { return nil }
    guard let query = request.query, !query.isEmpty else { return 20 }
    let digits = query.utf8.dropFirst(6)
    guard query.hasPrefix("limit="), (1...2).contains(digits.count), digits.first != UInt8(ascii: "0"),
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  /// The latest posts for the caller; nil where more of them has to be read than is remembered.
  /// - Throws: ``Problem`` 404 `group-unknown`, `feed-unknown`; ``StorageError``.
  private func front(_ parameters: [String: String], _ limit: Int, _ call: Call) async throws -> [UInt8]? {
    let me = try call.account.id
    try await memory.freshen()
    let standing = try await standing(parameters, call)
    let feed = standing.feed
    let (front, revision) = try await front(of: feed)
    let own = try await own(of: me, front, in: feed, since: revision)
    let blocked = try await people.knownBlocks(between: me, and: front.authors)
    let edition = try await people.edition()
    let isShared = own.count == 0 && blocked.isEmpty && (!front.hasHidden || standing.mayModerate)
    let form = FrontPages.Form(limit: limit, mayWrite: standing.mayWriteNow, mayModerate: standing.mayModerate)
    if isShared, let known = front.pages.text(form, edition: edition) { return known }
    let accounts = try await people.accounts(front.authors)
    let page = try FrontPage(
      standing: standing, me: me, front: front, own: own, blocked: blocked, accounts: accounts
    ).text(limit: limit)
    if isShared, let page { front.pages.keep(page, form, edition: edition) }
    return page
  }

  private func standing(_ parameters: [String: String], _ call: Call) async throws -> FeedStanding {
    guard let group = parameters["group"] else {
      let address = ThingFeedAddress(kind: parameters["kind"] ?? "", thing: parameters["thing"] ?? "")
      let standing = try await address.standing(of: call.principal, gate(call))
      try await checkThing(standing.feed, call)
      return standing
    }
    // Who may do everything has that from the session, not from the group.
    guard let caller = call.principal, !GroupGate.mayDoEverything(caller) else {
      return try await gate(call).feed(of: call.principal, in: group)
    }
    if let known = memory.standing(of: caller.account.id, in: group) { return known }
    let revision = memory.revision
    let standing = try await gate(call).feed(of: caller, in: group)
    let topic = "groups/\(standing.feed.kind)/\(standing.feed.thing)"
    memory.remember(standing, of: caller.account.id, topic: topic, since: revision)
    return standing
  }

  private func front(of feed: Feed) async throws -> (FeedFront, UInt64) {
    if let known = memory.front(of: feed) { return known }
    let revision = memory.revision
    let found = try await rows.posts(in: feed, before: Int(Fields.largestNumber), for: nil, limit: FeedFront.length + 1)
    let front = FeedFront(found, flagged: try await rows.flagged(found.map(\.words.number), in: feed))
    memory.remember(front, of: feed, since: revision)
    return (front, revision)
  }

  /// - Parameter revision: of the front. A later change of the feed is one of what is read here, too.
  private func own(
    of me: AccountID, _ front: FeedFront, in feed: Feed, since revision: UInt64
  ) async throws -> OwnMarks {
    if let known = memory.own(of: me, in: feed) { return known }
    let own = try await rows.own(front.posts.map(\.words.number), in: feed, of: me)
    memory.remember(own, of: me, in: feed, since: revision)
    return own
  }
}

extension GroupRows {
  /// Which of some posts were reported and not decided about.
  fileprivate func flagged(_ posts: [Int], in feed: Feed) async throws -> Set<Int> {
    guard let least = posts.min(), let most = posts.max() else { return [] }
    let found = try await rows(
      """
      select position from fieldhouse_report_cases
      where group_id = \(feed.holder) and kind = \(ReportablePost.kind) and position >= \(least) and position <= \(most)
        and state = \(ReportCase.State.open.rawValue)
      """)
    return Set(try found.map { try $0["position"] })
  }

  /// Which of some posts somebody likes, and which they have reported.
  fileprivate func own(_ posts: [Int], in feed: Feed, of account: AccountID) async throws -> OwnMarks {
    guard let least = posts.min(), let most = posts.max() else { return OwnMarks() }
    let found = try await rows(
      """
      select post as number, 1 as is_like from fieldhouse_post_likes
      where account = \(account) and \(feed.rows) and post >= \(least) and post <= \(most)
      union all
      select c.position, 0 from fieldhouse_report_cases c
      join fieldhouse_report_flags f on f.case_id = c.id and f.reporter = \(account)
      where c.group_id = \(feed.holder) and c.kind = \(ReportablePost.kind)
        and c.position >= \(least) and c.position <= \(most)
      """)
    var own = OwnMarks()
    for row in found {
      let number: Int = try row["number"]
      if try row["is_like"] as Int == 1 { own.liked.insert(number) } else { own.flagged.insert(number) }
    }
    return own
  }
}
