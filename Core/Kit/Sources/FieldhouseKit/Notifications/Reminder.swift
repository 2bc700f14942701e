public import Foundation

/// A reminder of a thing that has a time, such as the start of a session or the end of an entry: one notification to each of its
/// recipients, so long before that time.
///
/// There is one for each kind, thing and person. It is kept with the plugin's data, over restarts, and on the devices of those whom
/// it is for, which show it without a connection too.
public struct Reminder: Sendable, Hashable {
  /// The thing, by a key of the plugin's own such as `event/17`: 1 to 200 characters.
  public var thing: String
  /// When the thing is, to the millisecond.
  public var at: Date
  /// How long before ``at`` it is due, in seconds: 0 to 31,622,400, a leap year.
  public var lead: TimeInterval
  /// How long behind ``at`` a late one is still of use, in seconds: 0 to 31,622,400; nil for not at all where ``lead`` is more than 0,
  /// and for a day where it is 0.
  public var grace: TimeInterval?
  /// Whom it is for. Who has left is left out.
  public var recipients: [AccountID]
  /// The people other than the recipient whom it names, as those of a ``NotificationRequest``: it goes when one of them leaves.
  public var about: [AccountID]
  /// The kind, declared in the manifest.
  public var kind: String
  /// The key of the text in the plugin's tables; it is rendered in each recipient's language.
  public var text: String
  /// The values of the text's placeholders.
  public var arguments: [String: String]
  /// The path of what it is about in the web app; nil for where the manifest says that its kind leads.
  public var link: String?

  /// A reminder.
  public init(
    of thing: String, at: Date, lead: TimeInterval = 0, to recipients: [AccountID], kind: String, text: String,
    arguments: [String: String] = [:], link: String? = nil
  ) {
    (self.thing, self.at, self.lead) = (thing, at, lead)
    (self.recipients, about) = (recipients, [])
    (self.kind, self.text, self.arguments, self.link) = (kind, text, arguments, link)
  }

  /// The day on which the thing is, where it takes place, if it has no hours: lists show it in place of ``at``. It is kept as
  /// the argument `day`, and stays when the thing is moved: set the reminder anew then.
  public var day: CivilDay? {
    get { arguments["day"].flatMap { CivilDay($0) } }
    set { arguments["day"] = newValue?.description }
  }

  /// When it is due.
  public var due: Date { at.addingTimeInterval(-lead) }

  /// From when on it would come too late: it is not sent any more then.
  public var until: Date { at.addingTimeInterval(grace ?? (lead > 0 ? 0 : 86_400)) }
}
