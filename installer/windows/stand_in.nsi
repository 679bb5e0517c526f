; A program that runs for a while, in place of Python where a proof wants one that runs.

Target ${TARGET}
Unicode true
RequestExecutionLevel user
SilentInstall silent
OutFile "${OUT}"

Section
  FileOpen $0 "$EXEDIR\it-runs" w
  FileClose $0
  Sleep 600000
SectionEnd
