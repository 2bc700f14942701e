import FieldhouseAccounts
import FieldhouseKit
import Foundation

/// The setting `identityProviders`.
enum IdentityProviderSetting {
  /// What is wrong with a value; nil when it is fine. Secrets are not read for that.
  static func mistake(_ text: String) -> String? {
    do {
      _ = try providers(text)
      return nil
    } catch {
      return (error as? SettingsError)?.message ?? "This is no JSON array of objects."
    }
  }

  /// The providers with their secrets.
  /// - Throws: ``SettingsError`` when a secret cannot be read.
  static func read(_ text: String) throws -> [IdentityProvider] {
    try providers(text).map { document, provider in
      guard let path = document["clientSecretFile"]?.string else { return provider }
      var provider = provider
      let text = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
      let secret = text.trimmingCharacters(in: .whitespacesAndNewlines)
      guard !secret.isEmpty else {
        throw SettingsError(
          code: "settings-value",
          message: "identityProviders: the 'clientSecretFile' of '\(provider.id)' cannot be read or is empty.")
      }
      provider.clientSecret = secret
      return provider
    }
  }

  private static func providers(_ text: String) throws -> [(JSON, IdentityProvider)] {
    guard let items = (try? JSON(parsing: Array(text.utf8)))?.array else {
      throw Self.error("This is a JSON array of objects.")
    }
    let all = try items.map { ($0, try provider($0)) }
    let ids = all.map(\.1.id)
    guard Set(ids).count == ids.count else { throw Self.error("Two providers have the same 'id'.") }
    return all
  }

  private static func provider(_ document: JSON) throws -> IdentityProvider {
    guard case .object(let fields) = document else { throw error("Each provider is an object.") }
    for (key, _) in fields where !keys.contains(key) { throw unknown(key) }
    let id = try required("id", in: document)
    guard id.wholeMatch(of: /[a-z0-9-]{1,32}/) != nil else {
      throw error("An 'id' has lower-case letters, digits and hyphens, at most 32: '\(id)'.")
    }
    let issuer = try required("issuer", in: document)
    guard IdentityProvider.isTrustworthy(issuer), !issuer.contains(where: \.isWhitespace) else {
      throw error("The 'issuer' of '\(id)' must begin with https:// (http:// only on this machine).")
    }
    if let file = document["clientSecretFile"], !file.isNull, file.string == nil {
      throw error("The 'clientSecretFile' of '\(id)' is the path of a file, a text.")
    }
    var provider = IdentityProvider(
      id: id, title: try required("title", in: document), issuer: issuer,
      clientID: try required("clientId", in: document))
    if let scopes = document["scopes"] { provider.scopes = try list(scopes, of: id) }
    return provider
  }

  private static let keys = ["id", "title", "issuer", "clientId", "clientSecretFile", "scopes"]

  private static func required(_ key: String, in document: JSON) throws -> String {
    guard let value = document[key]?.string, !value.isEmpty else { throw error("A provider needs '\(key)', a text.") }
    return value
  }

  private static func list(_ scopes: JSON, of id: String) throws -> [String] {
    let words = scopes.array?.compactMap(\.string) ?? []
    guard words.contains("openid"), words.count == scopes.array?.count else {
      throw error("The 'scopes' of '\(id)' are an array of texts with `openid` among them.")
    }
    return words
  }

  private static func unknown(_ key: String) -> SettingsError {
    let hint = closestMatch(to: key, in: keys).map { " Did you mean '\($0)'?" } ?? ""
    return error("A provider has no '\(key)'.\(hint)")
  }

  private static func error(_ message: String) -> SettingsError {
    SettingsError(code: "settings-value", message: message)
  }
}
