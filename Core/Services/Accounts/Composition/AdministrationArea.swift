internal import FieldhouseKit

/// What those do who look after others' accounts.
struct AdministrationArea: Sendable {
  let administration: Administration
  let responsible: Responsible
  let groups: [any RouteGroup]

  init(_ shared: SharedParts) {
    administration = Administration(context: shared.context, roles: shared.roles)
    responsible = Responsible(context: shared.context, outbox: shared.outbox, passwords: shared.passwords)
    groups = [
      ReportRoutes(context: shared.context, directory: shared.directory, limits: shared.limits),
      AdministrationRoutes(context: shared.context, directory: shared.directory, administration: administration),
    ]
  }
}
