@start "" "%~dp0..\python\pythonw.exe" -P -s -E -B -X utf8 -m visret_desktop gui %*
