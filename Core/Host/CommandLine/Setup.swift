import ArgumentParser
import FieldhouseAccounts
import FieldhouseKit
import FieldhouseRuntime
import FieldhouseStorage
import Foundation

/// `fieldhouse setup`
struct Setup: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Make the first administrator.")
  @OptionGroup var settings: SettingsOptions
  @Option(help: "The administrator's e-mail address.") var email: String
  @Option(help: "A file with the password; standard input without.") var passwordFile: String?
  @Flag(help: "Answer as JSON.") var json = false

  func run() async throws {
    let password = try passwordFile.map(Self.read) ?? readLine(strippingNewline: true) ?? ""
    let core = try await HostCore.make(settings.configuration(), log: JSONLog(descriptor: 2, threshold: .error))
    let result: Result<AccountID, any Error>
    do { result = .success(try await core.accounts.setUp(email: email, password: password)) } catch {
      result = .failure(error)
    }
    await core.engine.close()
    let id = try result.get()
    Console.print(json ? JSON.object(["account": .string(id.text)]).serialized() : "\(email) is an administrator now.")
  }

  private static func read(_ path: String) throws -> String {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw SettingsError(code: "password-file", message: "There is no readable file \(path).")
    }
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
  }
}
