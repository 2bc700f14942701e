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
  let invitations: Invitations
  let contacts: Contacts
  let bodies: Bodies
  let providerLogin: ProviderLogin

  init(context: AccountsContext, deliveries: any Deliveries, http: (any OutgoingHTTP)?) {
    let members = AccountCache<Member>(capacity: 1_000_000)
    let own = AccountCache<[UInt8]>(capacity: 50_000)
    let sessionCache = SessionCache()
    let feed = ChangeFeed(storage: context.storage, listeners: [sessionCache, members, own])
    directory = Directory(storage: context.storage, cache: members, feed: feed)
    sessions = Sessions(context: context, cache: sessionCache, directory: directory, touches: TouchQueue())
    limits = RateLimits(clock: context.clock, secret: context.secret)
    arrivals = Arrivals(context: context, sessions: sessions)
    outbox = Outbox(settings: context.settings, secret: context.secret)
    courier = Courier(context: context, outbox: outbox, deliveries: deliveries)
    bell = Bell()
    challenger = Challenger(context: context)
    relations = Relations(context: context)
    invitations = Invitations(context: context, limits: limits, outbox: outbox, relations: relations)
    secondFactor = SecondFactor(context: context, limits: limits)
    phoneLogin = PhoneLogin(
      context: context, limits: limits, challenger: challenger, outbox: outbox, arrivals: arrivals,
      secondFactor: secondFactor, invitations: invitations)
    passwords = Passwords(settings: context.settings)
    login = Login(
      context: context, limits: limits, passwords: passwords, arrivals: arrivals, secondFactor: secondFactor)
    registration = Registration(
      context: context, limits: limits, challenger: challenger, outbox: outbox, arrivals: arrivals,
      invitations: invitations)
    passwordReset = PasswordReset(context: context, limits: limits, challenger: challenger, outbox: outbox)
    identifiers = MoreIdentifiers(context: context, limits: limits, challenger: challenger, outbox: outbox)
    profiles = Profiles(context: context, directory: directory, own: own)
    people = People(context: context, directory: directory)
    search = PeopleSearch(context: context)
    contacts = Contacts(context: context, limits: limits)
    bodies = Bodies(context: context)
    providerLogin = ProviderLogin(
      context: context, limits: limits, client: ProviderClient(http: http, log: context.log), arrivals: arrivals,
      secondFactor: secondFactor, invitations: invitations)
    roles = RoleCatalogue.standard
  }
}
