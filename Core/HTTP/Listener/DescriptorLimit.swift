import Glibc

/// The number of descriptors that this process may open.
enum DescriptorLimit {
  /// Raises the limit as far as the system lets it.
  ///
  /// - Returns: The limit that holds now.
  static func raised() -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
    if limit.rlim_cur < limit.rlim_max {
      var wanted = rlimit(rlim_cur: limit.rlim_max, rlim_max: limit.rlim_max)
      if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &wanted) == 0 { limit = wanted }
    }
    return Int(clamping: limit.rlim_cur)
  }
}

extension ListenerLimits {
  /// Descriptors that are left to databases, files and outgoing calls.
  private static let spare = 512

  /// Takes no more connections than the process has descriptors for; of very few descriptors half.
  mutating func fit(descriptors: Int) {
    let free = max(descriptors / 2, descriptors - Self.spare)
    connections = max(1, min(connections, free - 2 * reservedConnections))
  }
}
