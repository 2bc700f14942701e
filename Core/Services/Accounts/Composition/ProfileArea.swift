internal import FieldhouseKit

/// What a person's own account holds, until it ends.
struct ProfileArea: Sendable {
  let bodies: Bodies
  let leaving: Leaving
  let sharing: Sharing
  /// What others than accounts keep of people.
  let parts = PersonalParts()
  let groups: [any RouteGroup]

  init(
    _ shared: SharedParts, _ ownership: Ownership, _ people: People, pictures: Pictures?, erasures: ErasureJournal?
  ) {
    let context = shared.context
    let profiles = Profiles(
      context: context, ownership: ownership, feed: shared.memory.feed, own: shared.memory.own)
    bodies = Bodies(context: context)
    sharing = Sharing(context: context)
    leaving = Leaving(context: context, ownership: ownership, pictures: pictures, journal: erasures)
    var groups: [any RouteGroup] = [
      MeRoutes(
        context: context, directory: shared.directory, leaving: leaving, profiles: profiles,
        sessions: shared.sessions, pictures: pictures, parts: parts), BodyRoutes(context: context, bodies: bodies),
      MergeRoutes(context: context, ownership: ownership, pictures: pictures), SharingRoutes(sharing: sharing),
    ]
    if let pictures {
      groups.append(
        PictureRoutes(
          context: context, directory: shared.directory, people: people, profiles: profiles, pictures: pictures))
    }
    self.groups = groups
  }
}
