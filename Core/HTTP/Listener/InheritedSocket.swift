/// Finds the listening sockets that a service manager or supervisor handed down to this process.
public enum InheritedSocket {
  /// The first descriptor of systemd's socket activation protocol.
  static let firstDescriptor: Int32 = 3

  /// The descriptors systemd passed, in the order of the unit's `ListenStream=` lines.
  ///
  /// - Parameters:
  ///   - environment: The process environment; `LISTEN_PID` and `LISTEN_FDS` are read.
  ///   - processIdentifier: The id of this process. When `LISTEN_PID` names another one, the sockets were meant
  ///     for that process and the answer is empty.
  public static func systemd(environment: [String: String], processIdentifier: Int32) -> [Int32] {
    guard environment["LISTEN_PID"].flatMap({ Int32($0) }) == processIdentifier,
      let count = environment["LISTEN_FDS"].flatMap({ Int32($0) }), count > 0, count < 1024
    else { return [] }
    return (0..<count).map { firstDescriptor + $0 }
  }
}
