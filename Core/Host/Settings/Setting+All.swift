import FieldhouseKit
import FieldhouseLeaderboards
import Foundation

extension Setting {
  /// Every setting of the host.
  public static let all: [Setting] = host + listening + supervision + messages + accounts + limits

  private static let host: [Setting] = [
    Setting("data", "The folder for databases, installed plugins and deliveries.", fallback: "data"),
    Setting("manifests", "The folder with one manifest per plugin.", fallback: "manifests"),
    Setting(
      "plugins", "Further folders with plugin bundles, separated by colons, looked at first.",
      fallback: ""),
    Setting("resources", "The folder with plugins, web app and texts; empty for the executable's.", fallback: ""),
    Setting("web", "The folder with the web app; empty for `web` in the resources.", fallback: ""),
    Setting("listen", "The address to listen on, host:port or unix:/path.", fallback: "127.0.0.1:8080", check: address),
    Setting(
      "inheritFd", "The number of an already listening socket to serve on, instead of `listen`.", check: number(0)),
    Setting(
      "database", "`sqlite` (files in the data folder) or a postgresql:// address.", fallback: "sqlite", check: database
    ),
    Setting("queryRows", "How many rows one query of a plugin may answer with.", fallback: "100000", check: number(1)),
    Setting(
      "queryMegabytes", "How much one query of a plugin may answer with, in MiB.", fallback: "64", check: number(1)),
    Setting(
      "replyHours", "How many hours the answer to a request with an Idempotency-Key is kept, 1 to 720.",
      fallback: "24", hasFlag: false, check: whole(1...720)),
    Setting(
      "redis", "redis://host:port[/database][?prefix=name], for several hosts on one database.", check: redis),
    Setting("clock", "An RFC 3339 instant at which a simulated clock starts; without it time is real.", check: instant),
    Setting("clockRate", "Simulated seconds per second; 0 stands still.", fallback: "1", check: rate),
    Setting("hosts", "Host names to answer for, separated by commas; empty for all.", fallback: ""),
    Setting(
      "publicUrl", "The address people use, for links in messages and sign-in; without it that of `listen`.",
      check: publicAddress),
    Setting("logLevel", "`debug`, `info`, `warning` or `error`.", fallback: "info", check: level),
    Setting(
      "consoleToken", "An operator's bearer token for automation, at least 32 characters.", isSecret: true,
      check: { $0.count >= 32 ? nil : "A console token has at least 32 characters." }),
  ]

  private static func address(_ value: String) -> String? {
    if value.hasPrefix("unix:/") { return nil }
    guard let colon = value.lastIndex(of: ":"), UInt16(value[value.index(after: colon)...]) != nil else {
      return "An address looks like 127.0.0.1:8080, [::1]:8080 or unix:/run/fieldhouse.sock."
    }
    return nil
  }

  private static func publicAddress(_ value: String) -> String? {
    value.hasPrefix("https://") || value.hasPrefix("http://")
      ? nil : "An address looks like https://play.club.example."
  }

  private static func number(_ minimum: Int) -> @Sendable (String) -> String? {
    { Int($0).map { $0 >= minimum } == true ? nil : "This is a whole number of at least \(minimum)." }
  }

  private static func database(_ value: String) -> String? {
    value == "sqlite" || value.hasPrefix("postgresql://") || value.hasPrefix("postgres://")
      ? nil : "Use `sqlite` or an address that begins with postgresql://."
  }

  private static func redis(_ value: String) -> String? {
    RedisAddress(value) == nil ? "An address looks like redis://127.0.0.1:6379/0?prefix=club." : nil
  }

  private static func instant(_ value: String) -> String? {
    RFC3339.date(from: value) == nil ? "An instant looks like 2025-08-15T12:00:00Z." : nil
  }

  private static func rate(_ value: String) -> String? {
    Double(value).map { $0 >= 0 && $0.isFinite } == true ? nil : "A rate is a number of at least 0."
  }

  private static func level(_ value: String) -> String? {
    ["debug", "info", "warning", "error"].contains(value) ? nil : "A level is debug, info, warning or error."
  }
}
