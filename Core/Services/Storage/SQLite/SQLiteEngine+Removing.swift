internal import FieldhouseKit
internal import Glibc

extension SQLiteEngine {
  /// The list of namespaces forgets it first, so that a process that is killed meanwhile leaves nothing that is missed.
  public func remove(_ id: String) async throws -> Bool {
    try Namespace(id: id).checkID()
    let path = path(of: id)
    guard openNamespace(id) == nil else { throw StorageError(.namespace, "The namespace '\(id)' is open.") }
    guard access(path, F_OK) == 0 else {
      try marker.remove(id)
      return false
    }
    let presence = try FilePresence(path: path, isExclusive: true)
    defer { presence.end() }
    try marker.remove(id)
    for suffix in ["-wal", "-shm", "", ".lease"] where unlink(path + suffix) != 0 && errno != ENOENT {
      throw StorageError(.readOnly, "\(path)\(suffix) cannot be removed: \(String(cString: strerror(errno))).")
    }
    return true
  }
}
