import FieldhouseKit
import FieldhouseLeaderboards
import FieldhouseStorage
import Foundation

/// Where things are and how the host runs.
struct GeneralSettings: SettingGroup {
  static let declared = Self()

  let data = HostSetting(
    "data", "The folder for databases, installed plugins and deliveries.", .anything, default: "data", hasFlag: true)
  let manifests = HostSetting(
    "manifests", "The folder with one manifest per plugin.", .anything, default: "manifests", hasFlag: true)
  let plugins = HostSetting<[String]>(
    "plugins", "Further folders with plugin bundles, separated by colons, looked at first.", .list(":"), default: [],
    hasFlag: true)
  let resources = HostSetting<String?>(
    "resources", "The folder with plugins, web app and texts; without it the executable's.", SettingForm.anything,
    hasFlag: true)
  let web = HostSetting<String?>(
    "web", "The folder with the web app; without it `web` in the resources.", SettingForm.folder, hasFlag: true)
  let listen = HostSetting(
    "listen", "The address to listen on, host:port or unix:/path.", .judged(by: Self.listenMistake),
    default: "127.0.0.1:8080",
    hasFlag: true)
  let inheritFd = HostSetting<Int?>(
    "inheritFd", "The number of an already listening socket to serve on, instead of `listen`.",
    SettingForm.whole(0...Int(Int32.max)), hasFlag: true)
  let database = HostSetting(
    "database", "`sqlite` (files in the data folder) or a postgresql:// address.", .judged(by: Self.databaseMistake),
    default: "sqlite", hasFlag: true)
  let queryRows = HostSetting(
    "queryRows", "How many rows one query of a plugin may answer with.", .atLeast(1), default: QueryLimits().rows,
    hasFlag: true)
  let queryMegabytes = HostSetting(
    "queryMegabytes", "How much one query of a plugin may answer with, in MiB.", .atLeast(1),
    default: QueryLimits().bytes >> 20, hasFlag: true)
  let filmMegabytes = HostSetting(
    "filmMegabytes", "How large a film may be that operators upload, in MiB, {range}.", .whole(1...4096), default: 256)
  let replyHours = HostSetting(
    "replyHours", "How many hours the answer to a request with an Idempotency-Key is kept, {range}.", .whole(1...720),
    default: 24)
  let redis = HostSetting<String?>(
    "redis", "redis://host:port[/database][?prefix=name], for several hosts on one database.",
    SettingForm.judged(by: Self.redisMistake), hasFlag: true)
  let clock = HostSetting<Date?>(
    "clock", "An RFC 3339 instant at which a simulated clock starts; without it time is real.", SettingForm.instant,
    hasFlag: true)
  let clockRate = HostSetting<Double>(
    "clockRate", "Simulated seconds per second; 0 stands still.", .rate, default: 1, hasFlag: true)
  let pageTracking = HostSetting(
    "pageTracking", "Whether the use of the app is counted, of those who agree to that: `on` or `off`.",
    .oneOf(["on", "off"]), default: "off")
  let hosts = HostSetting<[String]>(
    "hosts", "Host names to answer for, separated by commas; empty for all.", .list(",", judge: Self.hostsMistake),
    default: [], hasFlag: true)
  let publicUrl = HostSetting<String?>(
    "publicUrl", "The address people use, for links in messages and sign-in; without it that of `listen`.",
    SettingForm.judged(by: Self.publicUrlMistake), hasFlag: true)
  let logLevel = HostSetting(
    "logLevel", "`debug`, `info`, `warning` or `error`.", .oneOf(["debug", "info", "warning", "error"]),
    default: "info", hasFlag: true)
  let consoleToken = HostSetting<String?>(
    "consoleToken", "An operator's bearer token for automation, at least 32 characters.",
    SettingForm("A console token has at least 32 characters.") { $0.count >= 32 ? $0 : nil }, isSecret: true)

  private static func listenMistake(_ value: String) -> String? {
    if value.hasPrefix("unix:/") { return nil }
    guard let colon = value.lastIndex(of: ":"), UInt16(value[value.index(after: colon)...]) != nil else {
      return "An address looks like 127.0.0.1:8080, [::1]:8080 or unix:/run/fieldhouse.sock."
    }
    return nil
  }

  private static func publicUrlMistake(_ value: String) -> String? {
    let address = URLComponents(string: value)
    let isWhole =
      ["https", "http"].contains(address?.scheme ?? "") && address?.host?.isEmpty == false && address?.query == nil
      && address?.fragment == nil && !value.contains(where: \.isWhitespace)
    return isWhole ? nil : "An address looks like https://play.club.example."
  }

  private static func hostsMistake(_ names: [String]) -> String? {
    names.allSatisfy { name in
      name.hasPrefix("[") ? name.hasSuffix("]") : !name.contains { $0 == ":" || $0 == "/" }
    } ? nil : "A host name stands without scheme and port, such as play.club.example."
  }

  private static func databaseMistake(_ value: String) -> String? {
    value == "sqlite" || value.hasPrefix("postgresql://") || value.hasPrefix("postgres://")
      ? nil : "Use `sqlite` or an address that begins with postgresql://."
  }

  private static func redisMistake(_ value: String) -> String? {
    RedisAddress(value) == nil ? "An address looks like redis://127.0.0.1:6379/0?prefix=club." : nil
  }
}
