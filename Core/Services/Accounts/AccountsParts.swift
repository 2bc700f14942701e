internal import FieldhouseKit

/// The parts of accounts, put together once.
struct AccountsParts: Sendable {
  let directory: Directory
  let sessions: Sessions
  let limits: RateLimits
  let arrivals: Arrivals
  let outbox: Outbox
  let courier: Courier
  let bell: Bell
  let challenger: Challenger
  let phoneLogin: PhoneLogin
  let passwords: Passwords
  let secondFactor: SecondFactor
  let login: Login
  let registration: Registration
  let passwordReset: PasswordReset
  let identifiers: MoreIdentifiers
  let profiles: Profiles
  let people: People
  let search: PeopleSearch
  let relations: Relations
  let roles: RoleCatalogue

  init(context: AccountsContext, deliveries: any Deliveries) {
    let members = AccountCache<Member>(capacity: 1_000_000)
    let own = AccountCache<[UInt8]>(capacity: 50_000)
    let sessionCache = SessionCache()
    let feed = ChangeFeed(storage: context.storage, listeners: [sessionCache, members, own])
    directory = Directory(storage: context.storage, cache: members, feed: feed)
    sessions = Sessions(context: context, cache: sessionCache, directory: directory, touches: TouchQueue())
    limits = RateLimits(clock: context.clock, secret: context.secret)
    arrivals = Arrivals(context: context, sessions: sessions)
    outbox = Outbox(secret: context.secret)
    courier = Courier(context: context, outbox: outbox, deliveries: deliveries)
    bell = Bell()
    challenger = Challenger(context: context)
    phoneLogin = PhoneLogin(
      context: context, limits: limits, challenger: challenger, outbox: outbox, arrivals: arrivals)
    passwords = Passwords(settings: context.settings)
    secondFactor = SecondFactor(context: context, limits: limits)
    login = Login(
      context: context, limits: limits, passwords: passwords, arrivals: arrivals, secondFactor: secondFactor)
    registration = Registration(
      context: context, limits: limits, challenger: challenger, outbox: outbox, arrivals: arrivals)
    passwordReset = PasswordReset(context: context, limits: limits, challenger: challenger, outbox: outbox)
    identifiers = MoreIdentifiers(context: context, limits: limits, challenger: challenger, outbox: outbox)
    profiles = Profiles(context: context, directory: directory, own: own)
    people = People(context: context, directory: directory)
    search = PeopleSearch(context: context)
    relations = Relations(context: context)
    roles = RoleCatalogue.standard
  }
}
