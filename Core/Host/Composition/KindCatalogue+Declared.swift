import FieldhouseKernel
import FieldhouseNotifications

extension KindCatalogue.Group {
  /// The kinds of notifications that a plugin declares, under what the navigation calls it, else its name.
  init(_ manifest: Manifest) {
    let title = manifest.contributions.pages.first(where: \.navigation)?.title ?? manifest.name
    self.init(
      owner: manifest.id, title: title,
      kinds: manifest.contributions.notifications.map { NotificationKind($0, of: manifest) })
  }
}

extension NotificationKind {
  fileprivate init(_ declaration: NotificationDeclaration, of manifest: Manifest) {
    self.init(
      owner: manifest.id, name: declaration.kind, title: declaration.title,
      channels: declaration.channels.compactMap(NotificationChannel.init),
      collapse: NotificationCollapse(rawValue: declaration.collapse) ?? .link,
      link: declaration.link.map { "/\(manifest.area)\($0 == "/" ? "" : $0)" },
      opensWithoutSession: declaration.opensWithoutSession)
  }
}
