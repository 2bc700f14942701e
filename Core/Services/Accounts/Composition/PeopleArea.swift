internal import FieldhouseKit

/// What people see of each other and are to each other.
struct PeopleArea: Sendable {
  let people: People
  let invitations: Invitations
  let newcomers: Newcomers
  let groups: [any RouteGroup]

  init(_ shared: SharedParts, draw: CodeDrawing?) {
    let (context, directory) = (shared.context, shared.directory)
    let relations = Relations(context: context, limits: shared.limits)
    newcomers = Newcomers(context: context)
    people = People(context: context, directory: directory)
    invitations = Invitations(
      context: context, limits: shared.limits, messages: shared.messages, outbox: shared.outbox, relations: relations,
      newcomers: newcomers)
    groups = [
      PeopleRoutes(
        context: context, directory: directory, people: people,
        finder: PeopleSearch(context: context, limits: shared.limits)),
      RelationRoutes(context: context, directory: directory, people: people, relations: relations),
      ContactRoutes(
        context: context, contacts: Contacts(context: context, limits: shared.limits), directory: directory),
      InvitationRoutes(context: context, directory: directory, invitations: invitations),
      FriendCodeRoutes(context: context, invitations: invitations, draw: draw),
    ]
  }
}
