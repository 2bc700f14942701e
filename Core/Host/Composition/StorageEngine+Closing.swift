import FieldhouseStorage

extension StorageEngine {
  /// Runs a body and closes the engine, however the body ends.
  func closing<Value>(_ body: () async throws -> Value) async throws -> Value {
    let result: Result<Value, any Error>
    do { result = .success(try await body()) } catch { result = .failure(error) }
    await close()
    return try result.get()
  }
}
