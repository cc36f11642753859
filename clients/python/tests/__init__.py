import atexit
import logging
import os
import shutil
import tempfile

# Tests run with the loop's checks on, which say how long each step took.
logging.getLogger("asyncio").setLevel(logging.ERROR)
# What goes wrong on purpose is of interest to the tests that look for it alone.
logging.getLogger("skywalker_agents").addHandler(logging.NullHandler())

# Engines that are started keep the user's keys and settings out of it.
_home = tempfile.mkdtemp(prefix="sky-home-")
atexit.register(shutil.rmtree, _home, ignore_errors=True)
os.environ["SKYWALKER_HOME"] = _home
os.environ.pop("SKYWALKER_SOCKET", None)
