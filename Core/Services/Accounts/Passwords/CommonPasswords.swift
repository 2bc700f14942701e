/// Passwords that are guessed first: frequent words, alone, repeated or with digits and signs around them, runs of
/// the keyboard and the alphabet, and repetitions of a short piece.
enum CommonPasswords {
  private static let words: Set<String> = [
    "password", "passwort", "passw0rd", "p4ssword", "letmein", "welcome", "willkommen", "iloveyou", "monkey", "dragon",
    "football", "fussball", "soccer", "baseball", "basketball", "hockey", "golfer", "runner", "walking", "sunshine",
    "princess", "master", "shadow", "superman", "batman", "michael", "jennifer", "jordan", "liverpool", "arsenal",
    "chelsea", "barcelona", "realmadrid", "juventus", "manchester", "bayern", "admin", "administrator", "root", "user",
    "guest", "login", "changeme", "default", "secret", "trustno", "whatever", "hello", "freedom", "starwars",
    "pokemon", "summer", "winter", "spring", "autumn", "qwerty", "qwertz", "azerty", "asdfgh", "zxcvbn", "fieldhouse",
    "correcthorsebatterystaple", "nimda", "hunter", "computer", "internet", "mustang", "cheese", "samsung", "google",
  ]
  private static let runs = [
    "abcdefghijklmnopqrstuvwxyz", "01234567890123456789", "98765432109876543210", "qwertyuiopasdfghjklzxcvbnm",
    "qwertzuiopasdfghjklyxcvbnm", "azertyuiopqsdfghjklmwxcvbn", "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
  ]

  static func contains(_ password: String) -> Bool {
    let folded = SearchKey.fold(password).filter { !$0.isWhitespace }
    guard !folded.isEmpty else { return true }
    return isRepetition(folded) || isRun(folded) || isWord(folded)
  }

  /// A word, or the same word several times, whatever digits and signs stand around.
  private static func isWord(_ text: String) -> Bool {
    let letters = text.filter(\.isLetter)
    return !letters.isEmpty && (words.contains(letters) || words.contains(piece(of: letters)))
      && text.count - letters.count <= max(4, letters.count)
  }

  private static func isRun(_ text: String) -> Bool {
    runs.contains { $0.contains(text) || String($0.reversed()).contains(text) }
  }

  private static func isRepetition(_ text: String) -> Bool { piece(of: text).count * 3 <= text.count }

  /// The shortest piece that makes the text by repetition; the text itself if there is none.
  private static func piece(of text: String) -> String {
    let characters = Array(text)
    for length in 1..<max(2, characters.count / 2 + 1) where characters.count % length == 0 {
      if characters.indices.allSatisfy({ characters[$0] == characters[$0 % length] }) {
        return String(characters[..<length])
      }
    }
    return text
  }
}
