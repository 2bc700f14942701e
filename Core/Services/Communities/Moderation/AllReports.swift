public import FieldhouseKit
internal import Foundation

/// What was reported in the groups and feeds of all plugins that run, for those who look after the whole host. Each
/// plugin's own tables are asked.
public struct AllReports: Sendable {
  private let sources: [GroupDoor.Source]
  private let people: any Authentication

  /// - Parameter sources: a plugin each, of those that have groups or feeds.
  public init(_ sources: [GroupDoor.Source], people: any Authentication) {
    (self.sources, self.people) = (sources, people)
  }

  /// Declares the route, to be mounted at `/v1`.
  public func routes(_ routes: inout Routes) {
    routes.get(
      "/moderation/cases", "What was reported in groups and feeds, to be decided at /v1/moderation/<area>/cases/<id>",
      access: .permission("reports.handle")
    ) { [self] (input: AllCasesInput, _) in try await page(input) }
  }

  private func page(_ input: AllCasesInput) async throws -> Page<CaseView> {
    let (limit, state) = (input.limit ?? 20, input.state ?? .open)
    let after = try input.after.map(HistoryPlace.init)
    var found: [(source: GroupDoor.Source, report: ReportCase, place: HistoryPlace)] = []
    for source in sources {
      for report in try await source.rows.reports(state, after: after, limit: limit + 1) {
        found.append((source, report, HistoryPlace(report)))
      }
    }
    found.sort { state == .open ? $0.place < $1.place : $1.place < $0.place }
    var items: [CaseView] = []
    for (source, report, _) in found.prefix(limit) {
      items += try await CaseReader(rules: source.groups.rules, rows: source.rows, people: people).views([report])
    }
    return Page(items: items, next: found.count > limit ? found[limit - 1].place.text : nil)
  }
}
