@"%~dp0..\python\python.exe" -P -s -E -B -X utf8 -m visret_desktop %*
