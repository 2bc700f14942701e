public import FieldhouseKit

/// Which kinds of organisations there are, of all plugins that run.
public struct AllOrganisations: Sendable {
  private let sources: [GroupDoor.Source]
  private let title: @Sendable (_ area: String, _ key: String) -> String

  /// - Parameters:
  ///   - sources: a plugin each.
  ///   - title: what a kind is called, in the language of the console.
  public init(_ sources: [GroupDoor.Source], title: @escaping @Sendable (String, String) -> String) {
    (self.sources, self.title) = (sources, title)
  }

  /// Declares the route, to be mounted at `/v1`.
  public func routes(_ routes: inout Routes) {
    routes.get("/organisations", "The kinds of groups that operators look after", access: .operators) {
      [self] (_: NoInput, _) in
      Page(items: sources.flatMap(kinds))
    }
  }

  private func kinds(of source: GroupDoor.Source) -> [OrganisationKindView] {
    let rules = source.groups.rules
    return rules.organisations.map { kind in
      OrganisationKindView(
        area: rules.area, kind: kind.kind, title: title(rules.area, kind.title), parent: kind.in,
        hasPictures: kind.hasPictures, longestName: kind.name.longest)
    }
  }
}
