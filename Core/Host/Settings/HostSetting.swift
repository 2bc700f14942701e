import FieldhouseAccounts

/// A setting of the host with the type of its values, declared once. Flag, variable, help, check and what
/// `config explain` says follow from it.
struct HostSetting<Value: Sendable>: Sendable {
  /// What everybody sees of it.
  let setting: Setting
  /// What it is when nobody sets it.
  let fallback: Value
  /// The value of a text that the setting's check lets pass.
  let read: @Sendable (String) -> Value?

  /// A setting with a default.
  /// - Parameters:
  ///   - help: what it does; `{range}` stands for the bounds of the form.
  ///   - hasFlag: whether it can be set on the command line; the option stands in ``SettingsOptions``.
  init(
    _ key: String, _ help: String, _ form: SettingForm<Value>, default fallback: Value, hasFlag: Bool = false
  ) {
    setting = Setting(
      key: key, help: help.replacing("{range}", with: form.bounds), fallback: form.text(fallback), isSecret: false,
      hasFlag: hasFlag, check: form.mistake)
    self.fallback = fallback
    read = form.read
  }

  /// A setting that need not be set.
  /// - Parameter isSecret: whether its value is never shown, and not to be written on a command line.
  init<Some>(
    _ key: String, _ help: String, _ form: SettingForm<Some>, isSecret: Bool = false, hasFlag: Bool = false
  ) where Value == Some? {
    setting = Setting(
      key: key, help: help.replacing("{range}", with: form.bounds), fallback: nil, isSecret: isSecret,
      hasFlag: hasFlag && !isSecret, check: form.mistake)
    fallback = nil
    read = { text in form.read(text).map { Optional.some($0) } }
  }
}

/// Settings that belong together, each a property.
protocol SettingGroup: Sendable {
  /// The one value, made once: each has all that is said of its settings.
  static var declared: Self { get }
}

extension SettingGroup {
  /// In the order in which they are declared.
  static var all: [Setting] {
    Mirror(reflecting: declared).children.compactMap { ($0.value as? any DeclaredSetting)?.setting }
  }
}

/// A setting whose values are of whatever type.
protocol DeclaredSetting {
  var setting: Setting { get }
}

extension HostSetting: DeclaredSetting {}

extension Setting {
  /// Every setting of the host.
  public static let all: [Setting] =
    GeneralSettings.all + ListenerSettings.all + SupervisionSettings.all + EventSettings.all + MessageSettings.all
    + AlertSettings.all + EnvironmentSettings.all + ModerationSettings.all + SignInSettings.all
    + LimitName.allCases.map { HostSetting<LimitRule>.limit($0).setting }

  /// What everybody sees of a setting.
  static func of<Group: SettingGroup, Value>(_ setting: KeyPath<Group, HostSetting<Value>>) -> Setting {
    Group.declared[keyPath: setting].setting
  }

  static func named(_ key: String) -> Setting? { all.first { $0.key == key } }
}

extension SettingsResolver {
  /// The value of a setting; one that is empty counts as not set.
  /// - Throws: ``SettingsError``.
  func value<Group: SettingGroup, Value>(_ setting: KeyPath<Group, HostSetting<Value>>) throws -> Value {
    try value(Group.declared[keyPath: setting])
  }

  /// The value of a setting; one that is empty counts as not set.
  /// - Throws: ``SettingsError``.
  func value<Value>(_ declared: HostSetting<Value>) throws -> Value {
    let found = try resolve(declared.setting.key)
    guard let text = found.value, !text.isEmpty else { return declared.fallback }
    guard let value = declared.read(text) else { throw SettingsError.unfit(found.setting, text, "") }
    return value
  }
}
