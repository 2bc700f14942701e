import CSupervision
public import Foundation

/// The end of a worker that was not asked for.
public struct WorkerDeath: Sendable, Hashable {
  /// What ended it.
  public enum Cause: Sendable, Hashable {
    /// A signal, e.g. 4 for a trap in Swift.
    case signal(Int32)
    /// A call of `exit`.
    case exit(Int32)
    /// A plugin held a thread for so many seconds.
    case hang(seconds: Double)
    /// So many bytes were resident.
    case memory(bytes: UInt64)
  }

  /// A place in a library.
  public struct Frame: Sendable, Hashable {
    /// The library's file name; empty where the address is in none.
    public var image: String
    /// Bytes from its beginning, or the address.
    public var offset: UInt64

    /// A place.
    public init(image: String, offset: UInt64) {
      self.image = image
      self.offset = offset
    }

    /// `libName.so+0x12`.
    public var text: String { "\(image.isEmpty ? "?" : image)+0x\(String(offset, radix: 16))" }
  }

  /// What ended it.
  public var cause: Cause
  /// The plugin that did; nil when none was found.
  public var plugin: String?
  /// What ran for the plugin; nil when its code ran by itself.
  public var step: PluginStep?
  /// Where, the innermost frame first.
  public var frames: [Frame]
  /// The innermost place in the plugin's own code; nil when it is not on the stack.
  public var place: Frame?
  /// Whether the worker had come to serve.
  public var wasReady: Bool
  /// When, by the system's clock.
  public var date: Date

  /// A death from its parts.
  public init(
    _ cause: Cause, plugin: String?, step: PluginStep?, frames: [Frame] = [], place: Frame? = nil,
    wasReady: Bool = true, date: Date
  ) {
    self.cause = cause
    self.plugin = plugin
    self.step = step
    self.frames = frames
    self.place = place
    self.wasReady = wasReady
    self.date = date
  }

  /// The deaths of earlier workers that no worker has read yet, the oldest first; each is given once.
  public static func unread() -> [WorkerDeath] {
    var deaths: [WorkerDeath] = []
    var death = fh_death()
    while fh_next_death(&death) { deaths.append(WorkerDeath(death)) }
    return deaths
  }

  init(_ death: fh_death) {
    cause =
      switch UInt32(death.cause) {
      case FH_CAUSE_HANG.rawValue: .hang(seconds: Double(death.amount) / 1000)
      case FH_CAUSE_MEMORY.rawValue: .memory(bytes: death.amount)
      case FH_CAUSE_EXIT.rawValue: .exit(death.status)
      default: .signal(death.signal)
      }
    let id = Self.text(death.plugin)
    plugin = id.isEmpty ? nil : id
    step = PluginStep(number: death.step)
    let count = min(Int(death.frame_count), Int(FH_FRAMES))
    frames = withUnsafeBytes(of: death.frames) { bytes in
      bytes.bindMemory(to: fh_frame.self).prefix(count).map { Frame(image: Self.text($0.image), offset: $0.offset) }
    }
    place = frames.indices.contains(Int(death.place)) ? frames[Int(death.place)] : nil
    wasReady = death.was_ready != 0
    date = Date(timeIntervalSince1970: Double(death.milliseconds) / 1000)
  }

  private static func text<Tuple>(_ characters: Tuple) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

extension WorkerDeath: CustomStringConvertible {
  /// A sentence about the plugin.
  public var description: String {
    let place = place.map { " (\($0.text))" } ?? ""
    let activity = step.map { " while \($0.activity)" } ?? ""
    return "The plugin \(what)\(activity)\(place)."
  }

  private var what: String {
    switch cause {
    case .signal(let number): "ended the host with \(String(cString: fh_signal_name(number)))"
    case .exit(let status): "ended the host with exit status \(status)"
    case .hang(let seconds):
      "held a thread of the host for \(seconds.formatted(.number.precision(.fractionLength(1)))) s"
    case .memory(let bytes): "let the host's memory grow to \(bytes >> 20) MiB"
    }
  }
}
