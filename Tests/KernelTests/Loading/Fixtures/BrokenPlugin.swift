import FieldhouseKit
import Testing

/// What is wrong with a plugin, and the exact words in which the host says so.
struct BrokenPlugin: Sendable, CustomTestStringConvertible {
  /// What is wrong, as a sentence.
  let fault: String
  /// Breaks a healthy plugin, or the installation around it.
  let breakIt: @Sendable (inout PluginFixture, Installation) throws -> Void
  /// Every problem the host reports.
  let report: String

  var testDescription: String { fault }

  init(
    _ fault: String, _ breakIt: @escaping @Sendable (inout PluginFixture, Installation) throws -> Void, report: String
  ) {
    self.fault = fault
    self.breakIt = breakIt
    self.report = report
  }

  static let all: [BrokenPlugin] =
    form + files + relations + settings + contributions + looks + rights + groups + questions + libraries + processes
}
