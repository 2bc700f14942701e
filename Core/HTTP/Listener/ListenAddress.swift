/// Where a ``Listener`` takes its connections from.
public enum ListenAddress: Sendable, Hashable {
  /// A TCP port on a host name or IP address; port 0 lets the system choose a free one.
  case tcp(host: String, port: Int)
  /// A Unix domain socket; an existing socket at this path is replaced, another file is not.
  case unix(path: String)
  /// A file descriptor of a socket that is bound and listening already, handed down by the process that
  /// started this one. The listener owns the descriptor from then on and closes it at shutdown; the socket
  /// itself stays open for the other processes that hold it.
  case inherited(descriptor: Int32)
  /// The same for a socket that nobody else accepts from once the listener stops: up to the end of its shutdown it
  /// serves who still comes.
  case handed(descriptor: Int32)

  /// Whether other processes may go on accepting from the same socket.
  var isShared: Bool {
    if case .inherited = self { true } else { false }
  }
}

extension ListenAddress {
  /// Reads `host:port`, `[ipv6]:port`, `:port` (every interface), `unix:/path` or an absolute path.
  ///
  /// - Throws: ``ListenAddressError`` when the text is none of these or the port is outside 0 … 65535.
  public init(parsing text: String) throws(ListenAddressError) {
    if let path = Self.path(in: text) {
      self = .unix(path: path)
    } else {
      self = try Self.hostAndPort(in: text)
    }
  }

  private static func path(in text: String) -> String? {
    if text.hasPrefix("/") { return text }
    guard text.hasPrefix("unix:/") else { return nil }
    return String(text.dropFirst("unix:".count))
  }

  private static func hostAndPort(in text: String) throws(ListenAddressError) -> ListenAddress {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
      throw ListenAddressError(found: text)
    }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    return .tcp(host: host.isEmpty ? "::" : String(host), port: Int(port))
  }
}

/// A listening address that cannot be read.
public struct ListenAddressError: Error, Sendable, CustomStringConvertible {
  /// The stable code of this error.
  public let code = "http.address-invalid"
  /// The text as it was given.
  public let found: String

  /// What was found, what was expected and how to mend it.
  public var description: String {
    "\"\(found)\" is no listening address; write host:port (port 0 to 65535), [ipv6]:port or unix:/path"
  }
}
