import FieldhouseAccounts
import FieldhouseCommunities
import FieldhouseKit
import FieldhouseMachine
import FieldhouseRuntime
import FieldhouseStorage
import Foundation

extension HostCore {
  /// What groups use of the host's other services.
  var groupServices: GroupServices {
    GroupServices(
      publicURL: configuration.accounts.publicURL, digest: { SHA256.hex(of: Array($0.utf8)) },
      prove: { [accounts] in try await accounts.checkProof(of: $0) }, pictures: groupPictures, turns: reportTurns,
      limits: configuration.reportLimits,
      handlesReports: { [accounts] in try await accounts.handlesReports($0) },
      suspend: { [accounts] in try await accounts.shut($0, by: $1) },
      record: { [accounts] in try await accounts.noteDecision($2, on: $1, by: $0) })
  }

  /// In the same folder as people's, but each under a name of its own: two groups never share a file.
  private var groupPictures: GroupPictures {
    GroupPictures(
      maximumBytes: Pictures.maximumBytes,
      keep: { [pictures, shownPictures] picture in
        let small = try await shownPictures.small(picture)
        let single = try MediaFolder(folder: pictures.folder) { SHA256.hex(of: Array(UUID().uuidString.utf8) + $0) }
        return try await single.store(small, contentType: Pictures.kept).id
      }, file: { [pictures] in try await pictures.file($0) }, remove: { [pictures] in try await pictures.remove($0) })
  }

  /// Clears away what has ended in the groups of a plugin, once a day at the same time, however often the host starts.
  func clearGroups(of plugin: String, _ storage: any NamespaceStorage) async throws {
    let clearing = GroupClearing(storage: storage, services: groupServices)
    let day = GroupClearing.interval
    let next = ((clock.now.timeIntervalSince1970 / day).rounded(.down) + 1) * day
    try await scheduler.schedules(of: "communities").schedule(plugin, due: Date(timeIntervalSince1970: next)) { due in
      try await clearing.clear(at: due)
      return due.addingTimeInterval(day)
    }
  }
}
