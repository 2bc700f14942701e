internal import FieldhouseKit

/// Coming in: by phone, password, registration, identity provider, as a guest or as the first administrator.
struct SignInArea: Sendable {
  let phoneLogin: PhoneLogin
  let login: Login
  let registration: Registration
  let passwordReset: PasswordReset
  let settingUp: SettingUp
  let groups: [any RouteGroup]

  init(_ shared: SharedParts, _ ownership: OwnershipArea, _ invitations: Invitations, http: (any OutgoingHTTP)?) {
    let (context, limits, arrivals) = (shared.context, shared.limits, shared.arrivals)
    phoneLogin = PhoneLogin(
      context: context, limits: limits, messages: shared.messages, challenger: shared.challenger,
      outbox: shared.outbox, arrivals: arrivals, secondFactor: shared.secondFactor, invitations: invitations)
    login = Login(
      context: context, limits: limits, passwords: shared.passwords, arrivals: arrivals,
      secondFactor: shared.secondFactor)
    registration = Registration(
      context: context, limits: limits, messages: shared.messages, challenger: shared.challenger,
      outbox: shared.outbox, arrivals: arrivals, passwords: shared.passwords, invitations: invitations)
    passwordReset = PasswordReset(
      context: context, limits: limits, messages: shared.messages, challenger: shared.challenger,
      outbox: shared.outbox)
    settingUp = SettingUp(
      context: context, arrivals: arrivals, challenger: shared.challenger, passwords: shared.passwords)
    let providerLogin = ProviderLogin(
      context: context, limits: limits, client: ProviderClient(http: http, log: context.log), arrivals: arrivals,
      secondFactor: shared.secondFactor, invitations: invitations, ownership: ownership.ownership)
    groups = [
      SessionRoutes(context: context, limits: limits, arrivals: arrivals, sessions: shared.sessions),
      PhoneRoutes(context: context, phoneLogin: phoneLogin),
      RegistrationRoutes(context: context, passwords: shared.passwords, registration: registration),
      PasswordRoutes(
        context: context, limits: limits, login: login, ownership: ownership.ownership, passwordReset: passwordReset,
        passwords: shared.passwords),
      ProviderRoutes(context: context, providerLogin: providerLogin, stepUp: ownership.stepUp), settingUp,
    ]
  }
}
