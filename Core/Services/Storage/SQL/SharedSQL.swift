/// The words that decide whether a plugin's statement runs alike on every engine.
///
/// A plugin writes what SQLite 3.40 and PostgreSQL 15 both read. Engines are set so that the rest agrees: text is
/// compared byte by byte, `like` tells upper from lower case, a column holds only values of its type. What a plugin
/// has to see to itself: `order by` a column that may be null says `nulls first` or `nulls last`.
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

  /// Words that only one engine knows.
  static let engineWords: Set = [
    "glob", "rowid", "_rowid_", "autoincrement", "ilike", "similar", "regexp", "attach", "detach", "pragma", "vacuum",
  ]

  /// Functions that only one engine knows or that answer differently.
  static let engineFunctions: Set = [
    "ifnull", "iif", "strftime", "datetime", "date", "time", "julianday", "unixepoch", "group_concat", "instr",
    "last_insert_rowid", "changes", "total_changes", "total", "typeof", "printf", "quote", "zeroblob", "hex", "unhex",
    "random", "randomblob", "likelihood", "likely", "unlikely", "now", "to_char", "to_date", "date_trunc", "date_part",
    "extract", "generate_series", "array_agg", "string_agg", "greatest", "least", "md5", "concat", "left", "right",
    "json_extract", "jsonb_build_object", "nextval", "unnest",
  ]

  /// After these words a name followed by a parenthesis is a table, not a function.
  static let beforeNames: Set = ["into", "table", "on", "references", "with", "exists", "index", "update", "recursive"]
}
