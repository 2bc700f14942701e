/// One token that somebody takes.
struct LimitUse: Sendable, Hashable {
  let name: LimitName
  let subject: LimitSubject

  init(_ name: LimitName, _ subject: LimitSubject) {
    self.name = name
    self.subject = subject
  }
}
