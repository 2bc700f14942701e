"""Writes the smallest file of activities of a kind, for the fuzzer to begin with. Usage: fuzz-seed.py gpx|tcx|fit|xml|zip"""
import io, struct, sys, zipfile

TIMES = ["2024-08-17T10:00:00Z", "2024-08-17T10:01:00Z"]
GPX = "<gpx><trk><trkseg>" + "".join(
    f'<trkpt lat="52.{at}" lon="13.4"><ele>40</ele><time>{time}</time></trkpt>' for at, time in enumerate(TIMES)) + "</trkseg></trk></gpx>"
TCX = "<TrainingCenterDatabase><Activities><Activity Sport=\"Running\"><Lap><Track>" + "".join(
    f"<Trackpoint><Time>{time}</Time><Position><LatitudeDegrees>52.{at}</LatitudeDegrees><LongitudeDegrees>13.4</LongitudeDegrees></Position></Trackpoint>"
    for at, time in enumerate(TIMES)) + "</Track></Lap></Activity></Activities></TrainingCenterDatabase>"
HEALTH = ('<HealthData><Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" startDate="2024-08-17 10:00:00 +0200" '
          'endDate="2024-08-17 10:01:00 +0200" value="100"/></HealthData>')


def fit():
    """A header, and one definition of a record with a time and a place, with its data."""
    fields = bytes([0x40, 0, 0, 20, 0, 3, 253, 4, 0x86, 0, 4, 0x85, 1, 4, 0x85]) + b"\0" + struct.pack("<Iii", 1_000_000_000, 620_000_000, 160_000_000)
    return struct.pack("<BBHI4sH", 14, 0x10, 2_100, len(fields), b".FIT", 0) + fields + b"\0\0"


def archive():
    """An archive of two files, one of them deflated."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as file:
        file.writestr("walk.gpx", GPX, zipfile.ZIP_DEFLATED)
        file.writestr("export.xml", HEALTH, zipfile.ZIP_STORED)
    return content.getvalue()


made = {"gpx": GPX.encode, "tcx": TCX.encode, "xml": HEALTH.encode, "fit": fit, "zip": archive}
sys.stdout.buffer.write(made[sys.argv[1]]())
