internal import FieldhouseKit
internal import Foundation

extension FeedRoutes {
  func commentReading<Address: FeedAddress>(_: Address.Type, _ unknown: [Problem], _ routes: inout Routes) {
    let path = "\(Address.path)/{post}/comments"
    routes.get(path, "The comments on a post, the first first", access: .guest, problems: unknown) {
      [self] (input: FeedInput<Address, OfPost>, call) in
      let place = try Self.place(input.rest.after, first: 0)
      let found = try await reader(input.address, call)
        .comments(on: input.rest.post, after: place, limit: input.rest.limit ?? 20)
      return Page(items: found.items, next: found.next.map { "\($0)" })
    }
    let unknown = unknown + [FeedProblem.unknownComment]
    routes.get("\(path)/{comment}", "A comment", access: .guest, problems: unknown) {
      [self] (input: FeedInput<Address, ReadComment>, call) in
      let rest = input.rest
      return try await reader(input.address, call)
        .comment(rest.comment, on: rest.post, showsAll: rest.hidden == true)
    }
    routes.get(
      "\(path)/{comment}/versions", "What stood in a comment before each edit, for those who moderate",
      access: .guest, problems: unknown + [FeedProblem.notModerating]
    ) { [self] (input: FeedInput<Address, OfComment>, call) in
      let reader = try await reader(input.address, call)
      guard reader.standing.mayModerate else { throw FeedProblem.notModerating }
      let rest = input.rest
      _ = try await reader.comment(rest.comment, on: rest.post, showsAll: true)
      return try await versions(
        of: FeedItem(reader.standing.feed, post: rest.post, comment: rest.comment), rest.after, rest.limit)
    }
  }

  func commentWriting<Address: FeedAddress>(
    _: Address.Type, _ writing: Access, _ unknown: [Problem], _ routes: inout Routes
  ) {
    let path = "\(Address.path)/{post}/comments"
    routes.post(path, "Comment on a post", access: writing, problems: unknown + Self.writing) {
      (input: FeedInput<Address, NewComment>, call, transaction) in
      let (feeds, standing, me) = try await Self.open(input.address, call, transaction)
      let text = try FeedText.checked(input.rest.text)
      return CommentView(
        try await feeds.comment(text, on: input.rest.post, in: standing, by: me), author: PersonView(me))
    }
    let unknown = unknown + [FeedProblem.unknownComment, FeedProblem.notOwn]
    routes.patch(
      "\(path)/{comment}", "Change a comment of mine", access: writing,
      problems: unknown + Self.writing + [FeedProblem.changed]
    ) { (input: FeedInput<Address, CommentEdit>, call, transaction) in
      let (feeds, standing, me) = try await Self.open(input.address, call, transaction)
      let rest = input.rest
      let edit = FeedEdit(text: try FeedText.checked(rest.text), media: nil, version: rest.version)
      let item = FeedItem(standing.feed, post: rest.post, comment: rest.comment)
      let words = try await feeds.edit(item, edit, in: standing, by: me)
      let marks = try await feeds.tables.marks(ofComments: [rest.comment], on: rest.post, in: item.feed, for: me.id)
      return CommentView(words, author: PersonView(me), marks)
    }
    routes.delete("\(path)/{comment}", "Take a comment of mine back", access: writing, problems: unknown) {
      (input: FeedInput<Address, OneComment>, call, transaction) in
      let (feeds, standing, me) = try await Self.open(input.address, call, transaction)
      let item = FeedItem(standing.feed, post: input.rest.post, comment: input.rest.comment)
      try await feeds.delete(item, in: standing, by: me.id)
      return NoContent()
    }
  }
}
