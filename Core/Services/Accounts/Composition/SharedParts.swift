internal import FieldhouseKit

/// The parts that several areas of accounts are made of.
struct SharedParts: Sendable {
  let context: AccountsContext
  let memory: AccountsMemory
  let directory: Directory
  let sessions: Sessions
  let arrivals: Arrivals
  let limits: RateLimits
  let messages: MessageBudget
  let outbox: Outbox
  let challenger: Challenger
  let passwords: Passwords
  let secondFactor: SecondFactor
  let roles = RoleCatalogue()

  init(_ context: AccountsContext, _ memory: AccountsMemory) {
    self.context = context
    self.memory = memory
    directory = Directory(storage: context.storage, cache: memory.members, feed: memory.feed)
    sessions = Sessions(context: context, cache: memory.sessions, directory: directory, touches: TouchQueue())
    arrivals = Arrivals(context: context, sessions: sessions)
    limits = RateLimits(clock: context.clock, secret: context.secret, rules: context.settings.limits)
    messages = MessageBudget(limits: limits)
    outbox = Outbox(settings: context.settings, secret: context.secret)
    challenger = Challenger(context: context, limits: limits)
    passwords = Passwords(settings: context.settings)
    secondFactor = SecondFactor(context: context, limits: limits)
  }
}
