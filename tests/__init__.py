"""Tests of the program. Most are of the drawn world, so its encoder is that of the settings."""

import os

os.environ["VISRET_ENCODER"] = "starter"  # before anything of the program is loaded
