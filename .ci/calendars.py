"""Reads a calendar (iCalendar, RFC 5545) by programs of others: the Python package icalendar and the C library libical, which must agree."""
import ctypes, datetime

import icalendar

libical = ctypes.CDLL("libical.so.3")
for name, result, arguments in (
    ("icalparser_parse_string", ctypes.c_void_p, [ctypes.c_char_p]),
    ("icalcomponent_count_errors", ctypes.c_int, [ctypes.c_void_p]),
    ("icalcomponent_string_to_kind", ctypes.c_int, [ctypes.c_char_p]),
    ("icalcomponent_get_first_component", ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_int]),
    ("icalcomponent_get_next_component", ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_int]),
    ("icalcomponent_get_first_property", ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_int]),
    ("icalcomponent_get_summary", ctypes.c_char_p, [ctypes.c_void_p]),
    ("icalcomponent_get_uid", ctypes.c_char_p, [ctypes.c_void_p]),
    ("icalcomponent_free", None, [ctypes.c_void_p]),
    ("icalproperty_string_to_kind", ctypes.c_int, [ctypes.c_char_p]),
    ("icalproperty_get_value_as_string", ctypes.c_char_p, [ctypes.c_void_p]),
):
    function = getattr(libical, name)
    function.restype, function.argtypes = result, arguments


def by_icalendar(text):
    """What each event is called, named, and when it begins and ends: (uid, summary, start, end), in UTC, or by its days where it has no hours."""
    found = icalendar.Calendar.from_ical(text)
    if found.errors:
        raise ValueError(f"icalendar has found mistakes: {found.errors}")
    return sorted((str(event["UID"]), str(event["SUMMARY"]), event["DTSTART"].dt, event["DTEND"].dt) for event in found.walk("VEVENT"))


def by_libical(text):
    """The same as libical reads it."""
    calendar = libical.icalparser_parse_string(text.encode())
    if not calendar:
        raise ValueError("libical finds no calendar")
    if mistakes := libical.icalcomponent_count_errors(calendar):
        raise ValueError(f"libical has found {mistakes} mistakes")
    kind, events = libical.icalcomponent_string_to_kind(b"VEVENT"), []
    event = libical.icalcomponent_get_first_component(calendar, kind)
    while event:
        uid, summary = libical.icalcomponent_get_uid(event).decode(), libical.icalcomponent_get_summary(event).decode()
        events.append((uid, summary, instant(event, b"DTSTART"), instant(event, b"DTEND")))
        event = libical.icalcomponent_get_next_component(calendar, kind)
    libical.icalcomponent_free(calendar)
    return sorted(events)


def instant(event, name):
    found = libical.icalcomponent_get_first_property(event, libical.icalproperty_string_to_kind(name))
    value = libical.icalproperty_get_value_as_string(found).decode()
    if len(value) == 8:
        return datetime.datetime.strptime(value, "%Y%m%d").date()
    return datetime.datetime.strptime(value, "%Y%m%dT%H%M%SZ").replace(tzinfo=datetime.timezone.utc)


def events(text):
    """The events of a calendar.
    Raises when a reader finds a mistake in it, or they do not agree."""
    one, other = by_icalendar(text), by_libical(text)
    if one != other or len(one) != text.count("BEGIN:VEVENT"):
        raise ValueError(f"icalendar reads {len(one)} events, libical {len(other)}: {set(one) ^ set(other)}")
    return one
