extension Problem.Field {
  init(_ violation: SchemaViolation) {
    self.init(pointer: violation.pointer.description, code: violation.code, detail: violation.detail)
  }
}
