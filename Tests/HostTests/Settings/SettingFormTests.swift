import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import FieldhouseHost

@Suite struct `Values of settings` {
  private static let settings = `Settings of the host`()

  /// What is wrong with a settings file.
  private func mistake(in file: String, about key: String) -> String {
    do {
      return "fits: \(try Self.settings.resolver(file: file).resolve(key).value ?? "-")"
    } catch {
      return "\(error)"
    }
  }

  @Test func `are bounded on both sides, and whole where they are said to be`() throws {
    var count = 0
    for setting in Setting.all {
      guard let mistake = setting.check("x"), let match = mistake.firstMatch(of: /number from ([0-9]+) to ([0-9]+)\.$/),
        let least = Int(match.1), let most = Int(match.2)
      else { continue }
      count += 1
      for fine in [least, most, (least + most) / 2] {
        #expect(setting.check("\(fine)") == nil, "\(setting.key) \(fine)")
      }
      let below = mistake.contains("0, or") ? -1 : least - 1
      for wrong in ["\(below)", "\(most + 1)", "\(least) ", "1e99", "١٢", "nan", "-"] {
        #expect(setting.check(wrong) != nil, "\(setting.key) \(wrong)")
      }
    }
    #expect(count > 20)
    for key in ["queryRows", "queryMegabytes"] {
      let check = try #require(Setting.named(key)).check
      #expect(check("1") == nil && check("0") != nil && check("-5") != nil && check("1.5") != nil)
    }
    let rate = try #require(Setting.named("clockRate")).check
    for fine in ["0", "0.25", "86400", "1e3"] { #expect(rate(fine) == nil, "\(fine)") }
    for wrong in ["-0.1", "inf", "nan", "1,5", "fast"] { #expect(rate(wrong) != nil, "\(wrong)") }
  }

  @Test(arguments: [
    (#"{"queryRows": 7}"#, "queryRows", "fits: 7"), (#"{"queryRows": "7"}"#, "queryRows", "fits: 7"),
    (#"{"clockRate": 0.5}"#, "clockRate", "fits: 0.5"), (#"{"siteName": "  "}"#, "siteName", "fits:   "),
    // What is nothing is no text.
    (#"{"listen": null}"#, "listen", "fits: 127.0.0.1:8080"), (#"{"redis": null}"#, "redis", "fits: -"),
    (#"{"siteName": null}"#, "siteName", "fits: Fieldhouse"),
    (#"{"queryRows": 7.5}"#, "queryRows", "whole number of at least 1"),
    (#"{"queryRows": true}"#, "queryRows", "'true' does not fit"),
    (#"{"listen": {"host": "::", "port": 80}}"#, "listen", "An address looks like"),
    (#"{"listen": 8080}"#, "listen", "An address looks like"),
    (#"["listen"]"#, "listen", "must hold one JSON object"), ("{\n  listen: 1}", "listen", ":2:3: "),
    ("", "listen", ":1:1: "), (#"{"Listen": "127.0.0.1:1"}"#, "Listen", "Did you mean 'listen'?"),
  ])
  func `in the file are texts, numbers or nothing`(file: String, key: String, expected: String) {
    #expect(mistake(in: file, about: key).contains(expected), "\(mistake(in: file, about: key))")
  }

  @Test(arguments: ["hosts", "plugins", "testRecipients", "signInMethods", "pushServices"])
  func `that are several stand in one text, and are no array`(key: String) throws {
    for array in [#"["a.example"]"#, #"["a.example", "b.example"]"#, "[]"] {
      let found = mistake(in: #"{"\#(key)": \#(array)}"#, about: key)
      #expect(found.contains("Write one text with '\(key == "plugins" ? ":" : ",")' between its parts."), "\(found)")
    }
  }

  @Test(
    arguments: [
      ("play.club.example, Play.Example ,,localhost", ["localhost", "play.club.example", "play.example"]),
      ("[::1],127.0.0.1", ["127.0.0.1", "[::1]"]), ("", []), (" , ", []),
      ("play.club.example:443", nil), ("https://play.club.example", nil), ("::1", nil), ("[::1]:80", nil),
      ("play.example/app", nil),
    ] as [(String, [String]?)])
  func `of host names are names as browsers send them, in whatever case`(text: String, expected: [String]?) throws {
    let resolver = try Self.settings.resolver(flags: ["hosts": text])
    guard let expected else {
      let error = #expect(throws: SettingsError.self) { try HostConfiguration(resolver) }
      #expect(error?.message.contains("such as play.club.example") == true)
      return
    }
    #expect(try HostConfiguration(resolver).hosts.sorted() == expected)
  }

  @Test(
    arguments: [
      ("https://play.club.example", "127.0.0.1:1", "https://play.club.example"),
      ("https://play.club.example/", "127.0.0.1:1", "https://play.club.example"),
      ("http://[::1]:8080/app/", "127.0.0.1:1", "http://[::1]:8080/app"), ("", "127.0.0.1:81", "http://127.0.0.1:81"),
      ("", "0.0.0.0:81", "http://127.0.0.1:81"), ("", "[::]:81", "http://[::1]:81"), ("", ":81", "http://[::1]:81"),
      ("", "[fd00::7]:81", "http://[fd00::7]:81"), ("", "play.example:81", "http://play.example:81"),
      ("", "127.0.0.1:0", "http://127.0.0.1:8080"), ("", "unix:/run/host.sock", "http://127.0.0.1:8080"),
      ("https://", "127.0.0.1:1", nil), ("https:///path", "127.0.0.1:1", nil),
      ("play.club.example", "127.0.0.1:1", nil),
      ("ftp://play.example", "127.0.0.1:1", nil), ("https://play.example?x=1", "127.0.0.1:1", nil),
      ("https://play.example#x", "127.0.0.1:1", nil), ("https://play example", "127.0.0.1:1", nil),
    ] as [(String, String, String?)])
  func `of the address that people use make links work`(url: String, listen: String, expected: String?) throws {
    let settings = try Self.settings.resolver(flags: ["publicUrl": url, "listen": listen])
    if let expected {
      #expect(try PublicAddress.of(settings) == expected)
    } else {
      #expect(throws: SettingsError.self) { try PublicAddress.of(settings) }
    }
  }

  @Test(
    .tags(.pl19),
    arguments: [
      (#", "clientSecretFile": "SECRET""#, "geheim", nil), ("", "", nil),
      (#", "clientSecretFile": null"#, "", nil),
      (#", "clientSecretFile": "SECRET""#, " \n", "cannot be read or is empty"),
      (#", "clientSecretFile": "SECRETS""#, "geheim", "cannot be read or is empty"),
      (#", "clientSecretFile": 7"#, "geheim", "the path of a file"),
      (#", "clientSecret": "x""#, "", "has no 'clientSecret'"),
      (#", "scopes": ["openid", 1]"#, "", "array of texts"), (#", "scopes": ["email"]"#, "", "openid"),
      (#", "scopes": "openid""#, "", "array of texts"), (#", "id": "Club""#, "", "lower-case"),
    ] as [(String, String, String?)])
  func `of providers say what is wrong with them`(more: String, secret: String, expected: String?) throws {
    let folder = try TestFolder()
    try folder.write("secret", "\(secret)\r\n")
    let more = more.replacing("SECRET", with: folder("secret"))
    let id = more.contains("\"id\"") ? "" : #", "id": "club""#
    let text = #"[{"title": "Club", "issuer": "https://id.example", "clientId": "x"\#(id)\#(more)}]"#
    do {
      let provider = try #require(try IdentityProviderSetting.read(text).first)
      #expect(expected == nil && provider.clientSecret == (secret.isEmpty ? nil : secret))
    } catch let error as SettingsError {
      #expect(expected.map { error.message.contains($0) } == true, "\(error.message)")
      #expect(!error.message.contains("geheim"))
    }
  }
}
