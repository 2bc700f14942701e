extension Content {
  /// What the namespace needs, in order. `last` is the number of a page's newest version, in whatever language.
  public static let migrations: [(id: String, sql: String)] = [
    (
      "0004-content",
      """
      create table content_pages (
        page text not null primary key, section text not null, position integer not null, last integer not null);
      create table content_versions (
        page text not null, version integer not null, language text not null, title text not null, text text not null,
        author text not null, published_at integer not null, primary key (page, version));
      create index content_versions_by_author on content_versions (author, page, version);
      create table content_shown (
        page text not null, language text not null, version integer not null, title text not null,
        section text not null, position integer not null, published_at integer not null,
        primary key (page, language));
      create index content_shown_by_section on content_shown (section, position, page);
      create table content_messages (
        id text not null primary key, account text, name text not null, email text not null, text text not null,
        state text not null, sent_at integer not null);
      create index content_messages_by_state on content_messages (state, sent_at, id);
      create index content_messages_by_account on content_messages (account);
      """
    ),
    (
      "0005-languages",
      """
      create table content_languages (tag text not null primary key, name text not null, is_active integer not null);
      create table content_texts (
        language text not null, owner text not null, key text not null, text text not null,
        primary key (language, owner, key));
      create table content_text_changes (id integer not null primary key, number integer not null);
      """
    ),
    (
      "0006-tutorials",
      """
      alter table content_pages add column picture text;
      alter table content_versions add column video text;
      alter table content_shown add column picture text;
      alter table content_shown add column video text;
      create table content_tours (account text not null primary key, seen_at integer not null);
      """
    ),
    (
      "0007-advertisements",
      """
      create table content_advertisements (
        id text not null primary key, name text not null, title text not null, text text not null, link text not null,
        picture text, starts_at integer not null, ends_at integer not null, countries text not null,
        places text not null, version integer not null, views integer not null, clicks integer not null);
      create index content_advertisements_by_end on content_advertisements (ends_at, id);
      create table content_advertising (area text not null primary key, is_on integer not null);
      """
    ),
    (
      "0008-crashes",
      """
      create table content_crashes (
        id text not null primary key, message text not null, place text not null, stack text not null,
        page text not null, browser text not null, version text not null, times integer not null,
        first_at integer not null, last_at integer not null);
      create unique index content_crashes_by_message on content_crashes (message, place);
      create index content_crashes_by_time on content_crashes (last_at, id);
      """
    ),
    (
      "0009-films",
      """
      create table content_films (
        id text not null primary key, type text not null, size integer not null, received integer not null,
        begun_at integer not null, was_shown integer not null, is_gone integer not null);
      create index content_shown_by_video on content_shown (video);
      """
    ),
    (
      "0010-usage",
      """
      create table usage_people (
        account text not null primary key, agreed_at integer not null, first_week text not null, last_week text not null,
        steps integer not null, areas text not null, visit_at integer not null, seen_at integer not null);
      create index usage_people_by_time on usage_people (seen_at, account);
      create table usage_pages (day text not null, page text not null, number integer not null, primary key (day, page));
      create table usage_steps (day text not null, step text not null, number integer not null, primary key (day, step));
      create table usage_visits (
        day text not null, bucket text not null, number integer not null, primary key (day, bucket));
      create table usage_returns (
        day text not null, later text not null, number integer not null, primary key (day, later));
      """
    ),
  ]
}
