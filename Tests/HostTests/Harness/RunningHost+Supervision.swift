import FieldhouseKit
import Foundation
import Glibc

extension RunningHost {
  /// The worker of the supervisor, once there is one that runs.
  var worker: pid_t? {
    let path = "/proc/\(process)/task/\(process)/children"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: " ").first.flatMap { pid_t($0) }
  }

  /// The worker, after another one has ended.
  func worker(after other: pid_t) async throws -> pid_t {
    for _ in 0..<6000 {
      if let worker, worker != other { return worker }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw NotReady(errors: log)
  }

  /// The lines of the log that tell of a worker's unasked end.
  var deaths: [JSON] {
    log.split(separator: "\n").compactMap { try? JSON(parsing: String($0)) }.filter {
      $0["message"]?.string?.hasPrefix("the worker has ended unasked") == true
    }
  }

  /// Lets the plugin do harm; whether there was an answer.
  @discardableResult
  func harm(_ deed: HarmPlugin.Deed, in place: HarmPlugin.Place = .route) async -> Reply? {
    try? await call("POST", "/v1/harm/\(place.rawValue)", body: ["what": .string(deed.rawValue)])
  }
}
