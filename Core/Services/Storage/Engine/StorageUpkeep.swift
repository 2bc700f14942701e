/// Looks that the host takes at every namespace now and then, whether there is something to be done.
///
/// On a server they go through one connection for all namespaces, one after the other: a namespace in which nothing else
/// happens needs none of its own. What is found is carried on as anything else.
public enum StorageUpkeep {
  @TaskLocal static var isLooking = false

  /// Runs a look; the reads in it are those of upkeep.
  /// - Throws: what `body` throws.
  public static func look<Value>(_ body: () async throws -> Value) async throws -> Value {
    try await $isLooking.withValue(true, operation: body)
  }
}
