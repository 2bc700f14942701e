internal import FieldhouseKit
internal import Foundation

/// A message in a group's chat.
struct ChatMessage: Sendable {
  /// What has become of a message.
  enum State: String, Codable, CaseIterable, Sendable {
    /// It stands as it was written.
    case said
    /// Its author has taken it back.
    case deleted
    /// Somebody who looks after the group has taken it away.
    case removed
    /// Its author has left the installation.
    case erased
    /// It stands, and is not for the reader: one of the two has blocked the other.
    case hidden
  }

  /// 1 for the first of a chat, then without gaps in the order of the commits.
  let number: Int
  /// Nil once they have left the installation.
  let author: AccountID?
  let at: Date
  /// Empty unless the state is `said`.
  let text: String
  /// The number of the message that it answers.
  let replyTo: Int?
  let state: State
  /// Members whom it names.
  var mentions: [AccountID] = []
}

/// A message that somebody wants to write.
struct ChatDraft: Sendable {
  /// The most characters of a message.
  static let longestText = 500
  /// The most people that a message names.
  static let mostMentions = 20

  let text: String
  let replyTo: Int?
  let mentions: [AccountID]

  /// - Throws: ``Problem`` 422 `invalid-input` for a text without or with too many characters, white space at its ends aside.
  init(text: String, replyTo: Int?, mentions: [AccountID]) throws {
    self.text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    self.replyTo = replyTo
    self.mentions = mentions
    guard (1...Self.longestText).contains(self.text.count) else {
      throw Problem.invalid("/text", "chat-text", "A message has 1 to \(Self.longestText) characters.")
    }
  }
}

/// What keeps something from being done in a chat.
enum ChatProblem {
  static let none = Problem.notFound("chat-unknown", "Groups of this kind have no chat.")
  static let unknown = Problem.notFound("chat-message-unknown", "There is no message of this number.")
  static let notWriting = Problem.forbidden("Only members write in the chat of a group.")
  static let notOwn = Problem.forbidden("Only its author and the admins of the group can delete a message.")
  static let tooFast = tooFast(seconds: Int(ChatPace.seconds))

  static func tooFast(seconds: Int) -> Problem {
    .tooMany(
      "chat-too-fast", "You have written \(ChatPace.most) messages in \(Int(ChatPace.seconds)) seconds. Wait a moment.",
      retryAfterSeconds: seconds)
  }
}
