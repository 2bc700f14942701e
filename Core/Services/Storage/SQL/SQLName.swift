extension String {
  /// The name of a table or a column as a statement quotes it, whatever it is made of.
  var asSQLName: String { "\"\(replacing("\"", with: "\"\""))\"" }
}
