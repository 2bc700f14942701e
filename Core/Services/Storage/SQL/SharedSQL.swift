/// The words that decide whether a plugin's statement runs alike on every engine.
///
/// A plugin writes what SQLite 3.40 and PostgreSQL 15 both read. Engines are set so that the rest agrees: text is
/// compared byte by byte, `like` tells upper from lower case, a column holds only values of its type. `Core/Kit/SQL.md`
/// describes it for authors, and says what they have to see to themselves.
enum SharedSQL {
  static let queries: Set = ["select", "with", "values"]
  static let changes = queries.union(["insert", "update", "delete"])
  static let definitions: Set = ["create", "alter", "drop"]

  /// Names that lead out of the namespace, or functions that run text as a statement.
  static let forbiddenNames: Set = [
    "information_schema", "set_config", "ts_stat", "ts_rewrite", "load_extension", "readfile", "writefile", "edit",
    "fts3_tokenizer", "currval", "setval", "session_user",
  ]
  static let forbiddenPrefixes = [
    "fieldhouse_", "sqlite_", "pragma_", "pg_", "lo_", "dblink", "query_to", "cursor_to", "table_to_xml",
    "schema_to_xml", "database_to_xml",
  ]

  /// Words that only one engine knows, or that mean something else to each.
  static let engineWords: Set = [
    "glob", "rowid", "_rowid_", "autoincrement", "ilike", "similar", "regexp", "attach", "detach", "pragma", "vacuum",
    "collate", "isnull", "notnull", "indexed", "lateral", "current_date", "current_time", "current_timestamp",
    "localtime", "localtimestamp", "true", "false", "for", "user", "current_user", "current_role", "system_user",
    "ctid", "tableoid", "oid", "xmin", "xmax", "cmin", "cmax", "current_schema", "current_catalog", "symmetric",
    "asymmetric",
  ]

  /// Words that are no names of tables and columns to SQLite, or to PostgreSQL (appendix C of its manual: reserved, and
  /// those that may be a function or a type), unless they stand in double quotes.
  static let reservedNames: Set = [
    "add", "all", "alter", "analyse", "analyze", "and", "any", "array", "as", "asc", "authorization", "between",
    "binary", "both", "case", "cast", "check", "collation", "column", "commit", "concurrently", "constraint", "create",
    "cross", "default", "deferrable", "delete", "desc", "distinct", "do", "drop", "else", "end", "escape", "except",
    "exists", "fetch", "foreign", "freeze", "from", "full", "grant", "group", "having", "in", "index", "initially",
    "inner", "insert", "intersect", "into", "is", "join", "leading", "left", "like", "limit", "natural", "not",
    "nothing", "null", "offset", "on", "only", "or", "order", "outer", "overlaps", "placing", "primary", "references",
    "returning", "right", "select", "set", "some", "table", "tablesample", "then", "to", "trailing", "transaction",
    "union", "unique", "update", "using", "values", "variadic", "verbose", "when", "where", "window", "with",
  ]

  /// Words that PostgreSQL takes for a given name behind `as` only.
  static let namesBehindAs: Set = [
    "array", "char", "character", "day", "fetch", "filter", "grant", "hour", "minute", "month", "over", "overlaps",
    "precision", "second", "within", "without", "year",
  ]

  /// The functions that both engines have and that answer alike.
  static let functions: Set = [
    "count", "sum", "min", "max", "avg", "coalesce", "nullif", "abs", "length", "substr", "replace", "trim", "ltrim",
    "rtrim", "cast", "row_number", "rank", "dense_rank", "percent_rank", "cume_dist", "ntile", "lag", "lead",
    "first_value", "last_value", "nth_value",
  ]

  /// The functions that make one row of many.
  static let aggregates: Set = ["count", "sum", "min", "max", "avg"]

  /// Words that may stand before a parenthesis and are no function.
  static let beforeParentheses: Set = [
    "in", "and", "or", "not", "where", "values", "using", "select", "as", "over", "filter", "from", "join", "when",
    "then", "else", "case", "between", "like", "set", "by", "limit", "offset", "having", "union", "all", "except",
    "intersect", "distinct", "key", "check", "unique", "escape", "default", "returning", "materialized", "is", "asc",
    "desc", "on", "exists", "partition", "conflict", "references",
  ]

  /// After these words a name followed by a parenthesis is a table, not a function.
  static let beforeNames: Set = ["into", "table", "on", "references", "with", "exists", "index", "update", "recursive"]
}
