"""A host that a walk starts and stops itself."""
import subprocess, time

from browser import Trouble


class Host:
    """A host with its data in a folder, which is started at the same address each time."""
    address = "http://127.0.0.1:0"

    def __init__(self, fieldhouse, data, *flags):
        self.fieldhouse, self.data, self.flags = fieldhouse, data, flags

    def start(self, clock="2024-08-17T11:40:00Z"):
        self.data.mkdir(parents=True, exist_ok=True)
        log = open(self.data / "host.log", "w+")
        self.process = subprocess.Popen(
            [self.fieldhouse, "serve", "--data", self.data, "--listen", self.address.removeprefix("http://"), "--clock", clock,
             "--clock-rate", "0", *self.flags], stderr=log)
        for _ in range(600):
            for line in (self.data / "host.log").read_text().split("\n"):
                if line.startswith("Fieldhouse is ready at "):
                    self.address = line.split()[4].rstrip("/")
                    return
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        raise Trouble("The host does not start: " + (self.data / "host.log").read_text())

    def stop(self):
        self.process.terminate()
        self.process.wait()
