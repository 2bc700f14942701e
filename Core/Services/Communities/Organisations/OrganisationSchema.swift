/// The table of what operators know of the organisations that they look after, beside the groups that these are.
enum OrganisationSchema {
  /// Each with whether it is looked up by its whole key and holds small rows. `contact` is who is responsible, `''` for nobody.
  static let tables: [(sql: String, isClustered: Bool)] = [
    (
      """
      create table if not exists fieldhouse_organisations (
        group_id text not null primary key, country text, contact text not null)
      """, false
    ),
    (
      "create index if not exists fieldhouse_organisations_by_contact on fieldhouse_organisations (contact, group_id)",
      false
    ),
    ("create index if not exists fieldhouse_groups_by_kind on fieldhouse_groups (kind, name, id)", false),
    ("create index if not exists fieldhouse_groups_within on fieldhouse_groups (parent, kind, name, id)", false),
  ]
}
