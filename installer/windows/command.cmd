@rem Starts visret, wherever it was installed; the setup puts this into a folder on the PATH.
@for /f "tokens=2*" %%a in ('%SystemRoot%\System32\reg.exe query HKCU\Software\visret /v InstallDir') do @"%%b\bin\visret.cmd" %*
