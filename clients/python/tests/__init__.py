import logging

# Tests run with the loop's checks on, which say how long each step took.
logging.getLogger("asyncio").setLevel(logging.ERROR)
