internal import FieldhouseKit

/// Where notifications, feeds and what people share lead there is a page: its own address, or what lies below it. The ways that
/// the app always shows lead to pages of one address.
struct PageCheck {
  func problems(_ draft: PluginDraft) -> [ManifestProblem] { unknown(draft) + nameless(draft) }

  /// Pages in the navigation or the side menu of which nothing says what stands for a part of their address.
  private func nameless(_ draft: PluginDraft) -> [ManifestProblem] {
    draft.manifest.contributions.pages.enumerated().compactMap { index, page in
      guard page.path.contains("{"), page.navigation || page.menu else { return nil }
      return draft.source.problem(
        .pageNameless, at: JSONPointer(["contributions", "pages"]).appending(index).appending("path"),
        "The app cannot lead to \"\(page.path)\" from everywhere.", found: "\"\(page.path)\"",
        expected: "a path without parameters", remedy: "Leave \"navigation\" and \"menu\" out, or give it another path."
      )
    }
  }

  private func unknown(_ draft: PluginDraft) -> [ManifestProblem] {
    let contributions = draft.manifest.contributions
    let pages = contributions.pages.map(\.path)
    let notifications = contributions.notifications.enumerated().map { index, notification in
      (ProblemCode.notificationPageUnknown, "notifications", index, "link", notification.link)
    }
    let feeds = contributions.feeds.enumerated().map { index, feed in
      (ProblemCode.pageUnknown, "feeds", index, "page", feed.page)
    }
    let shares = contributions.shares.enumerated().map { index, share in
      (ProblemCode.pageUnknown, "shares", index, "page", share.page as String?)
    }
    return (notifications + feeds + shares).compactMap { code, list, index, key, link in
      guard let link, !pages.contains(where: { Self.draws($0, link) }) else { return nil }
      return draft.source.problem(
        code, at: JSONPointer(["contributions", list]).appending(index).appending(key),
        severity: code == .pageUnknown ? .warning : .error,
        "No page draws \"\(link)\".", found: "\"\(link)\"",
        expected: "the path of a page that \"pages\" declares, or below",
        remedy: closestMatch(to: link, in: pages).map { "Did you mean \"\($0)\"?" } ?? "Declare the page in \"pages\".")
    }
  }

  /// Whether a page draws what lies at a path.
  private static func draws(_ page: String, _ path: String) -> Bool {
    let (own, wanted) = (PathShape.of(page).split(separator: "/"), PathShape.of(path).split(separator: "/"))
    return wanted.count >= own.count && zip(own, wanted).allSatisfy { $0 == $1 || $0 == "{}" }
  }
}
