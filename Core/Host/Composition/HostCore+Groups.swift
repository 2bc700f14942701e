import FieldhouseAccounts
import FieldhouseCommunities
import FieldhouseContent
import FieldhouseKernel
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
      emails: { [accounts] in try await accounts.emails(of: $0) },
      usernames: { [accounts] in try await accounts.usernames(of: $0) },
      record: { [accounts] in try await accounts.noteDecision($2, on: $1, by: $0) })
  }

  /// What organisations use of the host's other services.
  var organisationServices: OrganisationServices {
    OrganisationServices(
      responsible: { [accounts] in try await accounts.responsible(email: $0, name: $1, by: $2) },
      emails: { [accounts] in try await accounts.emails(of: $0) }, isCountry: { Accounts.isCountry($0) })
  }

  /// Which kinds of organisations the plugins that run have.
  func organisations(_ sources: [GroupDoor.Source], of running: [RunningPlugin]) -> AllOrganisations {
    let owners = Dictionary(
      running.map { ($0.checked.manifest.area, $0.id) }, uniquingKeysWith: { first, _ in first })
    return AllOrganisations(sources) { [texts] area, key in
      texts.text(owners[area] ?? area, key: key, language: TextCatalog.source, arguments: [:])
    }
  }

  /// Of groups and of posts, in the same folder as people's, but each under a name of its own: two never share a file.
  var groupPictures: GroupPictures {
    GroupPictures(
      maximumBytes: Pictures.maximumBytes,
      keep: { [pictures, shownPictures] in
        try await Self.keepSingle($0, isSquare: $1, in: pictures, shownPictures)
      },
      file: { [pictures] in try await pictures.file($0) }, remove: { [pictures] in try await pictures.remove($0) })
  }

  /// Where pages and advertisements keep theirs: in the same folder, each under a name of its own, too.
  static func contentPictures(_ pictures: MediaFolder, _ shown: Pictures) -> ContentPictures {
    ContentPictures(
      maximumBytes: Pictures.maximumBytes, keep: { try await keepSingle($0, in: pictures, shown) },
      file: { try await pictures.file($0) }, remove: { try await pictures.remove($0) })
  }

  private static func keepSingle(
    _ picture: [UInt8], isSquare: Bool = false, in pictures: MediaFolder, _ shown: Pictures
  ) async throws -> String {
    let small = try await shown.small(picture, isSquare: isSquare)
    let single = try MediaFolder(folder: pictures.folder) { SHA256.hex(of: Array(UUID().uuidString.utf8) + $0) }
    return try await single.store(small, contentType: Pictures.kept).id
  }

  /// Clears away what has ended in the groups and feeds of a plugin, once a day at the same time, however often the host starts.
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
