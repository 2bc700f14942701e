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
  let stepUp: StepUp
  let ownership: Ownership
  let leaving: Leaving

  init(
    context: AccountsContext, memory: AccountsMemory, bell: Bell, deliveries: any Deliveries,
    http: (any OutgoingHTTP)?, pictures: Pictures?, erasures: ErasureJournal?
  ) {
    directory = Directory(storage: context.storage, cache: memory.members, feed: memory.feed)
    sessions = Sessions(context: context, cache: memory.sessions, directory: directory, touches: TouchQueue())
    limits = RateLimits(clock: context.clock, secret: context.secret, rules: context.settings.limits)
    let messages = MessageBudget(limits: limits)
    arrivals = Arrivals(context: context, sessions: sessions)
    outbox = Outbox(settings: context.settings, secret: context.secret)
    courier = Courier(context: context, outbox: outbox, deliveries: deliveries)
    self.bell = bell
    challenger = Challenger(context: context, limits: limits)
    relations = Relations(context: context)
    invitations = Invitations(
      context: context, limits: limits, messages: messages, outbox: outbox, relations: relations)
    secondFactor = SecondFactor(context: context, limits: limits)
    phoneLogin = PhoneLogin(
      context: context, limits: limits, messages: messages, challenger: challenger, outbox: outbox,
      arrivals: arrivals, secondFactor: secondFactor, invitations: invitations)
    passwords = Passwords(settings: context.settings)
    login = Login(
      context: context, limits: limits, passwords: passwords, arrivals: arrivals, secondFactor: secondFactor)
    registration = Registration(
      context: context, limits: limits, messages: messages, challenger: challenger, outbox: outbox,
      arrivals: arrivals, passwords: passwords, invitations: invitations)
    passwordReset = PasswordReset(
      context: context, limits: limits, messages: messages, challenger: challenger, outbox: outbox)
    stepUp = StepUp(
      context: context, limits: limits, messages: messages, passwords: passwords, secondFactor: secondFactor,
      challenger: challenger, outbox: outbox)
    ownership = Ownership(context: context, outbox: outbox, stepUp: stepUp)
    identifiers = MoreIdentifiers(
      context: context, limits: limits, messages: messages, challenger: challenger, outbox: outbox)
    leaving = Leaving(context: context, ownership: ownership, pictures: pictures, journal: erasures)
    profiles = Profiles(context: context, ownership: ownership, own: memory.own)
    people = People(context: context, directory: directory)
    search = PeopleSearch(context: context)
    contacts = Contacts(context: context, limits: limits)
    bodies = Bodies(context: context)
    providerLogin = ProviderLogin(
      context: context, limits: limits, client: ProviderClient(http: http, log: context.log), arrivals: arrivals,
      secondFactor: secondFactor, invitations: invitations, ownership: ownership)
    roles = RoleCatalogue.standard
  }
}
