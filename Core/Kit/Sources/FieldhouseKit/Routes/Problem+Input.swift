extension Problem.Field {
  init(_ violation: SchemaViolation) {
    self.init(
      pointer: violation.pointer.excerpt, code: violation.code, detail: violation.detail, values: violation.values)
  }
}
