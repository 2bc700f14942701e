internal import FieldhouseKit
internal import Foundation

extension FeedRoutes {
  func reading<Address: FeedAddress>(_: Address.Type, _ unknown: [Problem], _ routes: inout Routes) {
    var lists = Routes()
    lists.get(Address.path, "Posts, the latest first", access: .guest, problems: unknown) {
      [self] (input: FeedInput<Address, PostList>, call) in
      let reader = try await reader(input.address, call)
      let place = try Self.place(input.rest.after, first: Int(Fields.largestNumber))
      let found = try await reader.posts(before: place, limit: input.rest.limit ?? 20)
      let standing = reader.standing
      return FeedPage(
        items: found.items, next: found.next.map { "\($0)" }, mayWrite: standing.mayWriteNow,
        mayModerate: standing.mayModerate)
    }
    for list in lists.all { routes.add(remembering(list)) }
    routes.get("\(Address.path)/{post}", "A post", access: .guest, problems: unknown + [FeedProblem.unknownPost]) {
      [self] (input: FeedInput<Address, ReadPost>, call) in
      try await reader(input.address, call).post(input.rest.post, showsAll: input.rest.hidden == true)
    }
    routes.get(
      "\(Address.path)/{post}/versions", "What stood in a post before each edit, for those who moderate",
      access: .guest, problems: unknown + [FeedProblem.unknownPost, FeedProblem.notModerating]
    ) { [self] (input: FeedInput<Address, OfPost>, call) in
      let reader = try await reader(input.address, call)
      guard reader.standing.mayModerate else { throw FeedProblem.notModerating }
      _ = try await reader.post(input.rest.post, showsAll: true)
      return try await versions(
        of: FeedItem(reader.standing.feed, post: input.rest.post), input.rest.after, input.rest.limit)
    }
  }

  func versions(of item: FeedItem, _ after: String?, _ limit: Int?) async throws -> Page<VersionView> {
    let limit = limit ?? 20
    let found = try await rows.versions(of: item, after: try Self.place(after, first: 0), limit: limit + 1)
    let items = found.prefix(limit).map(VersionView.init)
    return Page(items: items, next: found.count > limit ? items.last.map { "\($0.version)" } : nil)
  }

  func postWriting<Address: FeedAddress>(
    _: Address.Type, _ writing: Access, _ unknown: [Problem], _ routes: inout Routes
  ) {
    routes.post(Address.path, "Post", access: writing, problems: unknown + Self.writing) {
      (input: FeedInput<Address, NewPost>, call, transaction) in
      let (feeds, standing, me) = try await Self.open(input.address, call, transaction)
      let text = try FeedText.checked(input.rest.text)
      let media = try FeedText.checked(media: input.rest.media ?? [])
      let post = try await feeds.post(text, media, in: standing, by: me)
      return PostView(post, author: PersonView(me), isLiked: false)
    }
    let one = "\(Address.path)/{post}"
    routes.patch(
      one, "Change a post of mine", access: writing,
      problems: unknown + Self.writing + [FeedProblem.unknownPost, FeedProblem.notOwn, FeedProblem.changed]
    ) { (input: FeedInput<Address, PostEdit>, call, transaction) in
      let (feeds, standing, me) = try await Self.open(input.address, call, transaction)
      let rest = input.rest
      let edit = FeedEdit(
        text: try rest.text.map { try FeedText.checked($0) },
        media: try rest.media.map { try FeedText.checked(media: $0) },
        version: rest.version)
      let post = try await feeds.edit(rest.post, edit, in: standing, by: me)
      let liked = try await feeds.tables.liked([rest.post], in: standing.feed, by: me.id)
      let marks = try await feeds.tables.marks(ofPosts: [rest.post], in: standing.feed, for: me.id)
      return PostView(post, author: PersonView(me), isLiked: !liked.isEmpty, marks)
    }
    routes.delete(
      one, "Take a post of mine back, with its comments and likes", access: writing,
      problems: unknown + [FeedProblem.unknownPost, FeedProblem.notOwn]
    ) { (input: FeedInput<Address, OnePost>, call, transaction) in
      let (feeds, standing, me) = try await Self.open(input.address, call, transaction)
      try await feeds.delete(input.rest.post, in: standing, by: me.id)
      return NoContent()
    }
  }

  func likes<Address: FeedAddress>(
    _: Address.Type, _ writing: Access, _ unknown: [Problem], _ routes: inout Routes
  ) {
    let path = "\(Address.path)/{post}/like"
    routes.put(path, "Like a post", access: writing, problems: unknown + Self.writing) {
      (input: FeedInput<Address, OnePost>, call, transaction) in
      let (feeds, standing, me) = try await Self.open(input.address, call, transaction)
      try await feeds.like(input.rest.post, in: standing, by: me.id)
      return NoContent()
    }
    routes.delete(path, "Take a like back", access: writing, problems: unknown) {
      (input: FeedInput<Address, OnePost>, call, transaction) in
      let (feeds, standing, me) = try await Self.open(input.address, call, transaction)
      try await feeds.unlike(input.rest.post, in: standing, by: me.id)
      return NoContent()
    }
  }
}
