internal import FieldhouseKit
internal import FieldhouseStorage

extension StorageEngine {
  /// How each part is doing.
  func pulse() async -> [StoragePart] {
    var parts: [StoragePart] = []
    for pulse in pulses() { parts.append(StoragePart(namespace: pulse.namespace, health: await pulse.take())) }
    return parts
  }
}
