import FieldhouseKit
import FieldhouseKitTesting
import Foundation

@testable import CardGame
@testable import Coach
@testable import Diary

/// The plugins that these tests run.
enum SamplePlugins {
  private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures")

  /// Score cards: rights in scopes, notifications, live topics of all kinds.
  static func cards(_ changing: (inout JSONObject) throws -> Void = { _ in }) throws -> TestPlugin {
    try TestPlugin(
      CardGame.self, manifest: fixtures.appending(path: "CardPlugin/manifest.json"), changing: changing)
  }

  /// A diary: scores, events, and everything that can happen to people.
  static func diary() throws -> TestPlugin {
    try TestPlugin(Diary.self, manifest: fixtures.appending(path: "DiaryPlugin/manifest.json"))
  }

  /// A coach: reminders of sessions.
  static func coach() throws -> TestPlugin {
    try TestPlugin(Coach.self, manifest: fixtures.appending(path: "CoachPlugin/manifest.json"))
  }

  /// The same plugin under another name, which hears what is written in the diary.
  static func gossip() throws -> TestPlugin {
    try TestPlugin(Diary.self, manifest: fixtures.appending(path: "DiaryPlugin/manifest.json")) { manifest in
      guard case .object(var contributions)? = manifest["contributions"] else { return }
      contributions["subscriptions"] = ["diary.written"]
      manifest["contributions"] = .object(contributions)
      manifest["dependencies"] = ["diary": "^1.0.0"]
      manifest["id"] = "gossip"
      manifest["library"] = ["path": "libGossip.so", "symbol": "gossip_plugin"]
    }
  }
}
