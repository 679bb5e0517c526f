; Setup of visret for Windows: for one person, without the rights of an administrator.
; compiling.py beside this file compiles it, and says there what is defined:
;   TARGET       the kind of program that the setup itself is; not every makensis has each
;   TREE, OURS   the folder that is installed; a file with macros that remove what is ours
;   MARK, MARK_LINE   the file that is the mark of a program folder, and how a line in it begins
;   OUT, VERSION, NUMBERS, APP_ID, FLAGS, LONGEST; INCOMPLETE, where something is missing
; Exit codes: 0 done, 1 a person canceled, 2 refused or failed.
; A folder is only written to if it has our name, and has our mark or nothing of the names that we
; install. Of what is in it only what has these names is ever removed.

Target ${TARGET}
Unicode true
ManifestDPIAware true
ManifestSupportedOS Win10
RequestExecutionLevel user
AllowSkipFiles off

!include MUI2.nsh
!include LogicLib.nsh
!include WinVer.nsh
!include FileFunc.nsh
!include Win\COM.nsh
!include Win\Propkey.nsh
!include "${OURS}"

!define OWN "Software\visret"
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\visret"
!define APP_PATH "Software\Microsoft\Windows\CurrentVersion\App Paths\visret.exe"
!define CLASSES "Software\Classes"
!define ON_FOLDER "${CLASSES}\Directory\shell\visret"
!define IN_FOLDER "${CLASSES}\Directory\Background\shell\visret"
!define ON_DRIVE "${CLASSES}\Drive\shell\visret"
!define ON_IMAGE "${CLASSES}\SystemFileAssociations\image\shell\visret"
; What "Open with" shows for endings of photos.
!define PHOTO "visret.photo"
!define SHORTCUT "$SMPROGRAMS\visret.lnk"
; A folder that Windows has on every person's PATH.
!define COMMANDS "$LOCALAPPDATA\Microsoft\WindowsApps"
!define WINDOW_PARAMETERS "${FLAGS} -m visret_desktop gui"

Name visret
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\visret"
InstallDirRegKey HKCU "${OWN}" InstallDir
VIProductVersion "${NUMBERS}"
VIAddVersionKey ProductName visret
VIAddVersionKey FileDescription "visret setup"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey LegalCopyright "Apache-2.0; LICENSES has those of the libraries"
BrandingText "visret ${VERSION}"

!define MUI_ICON "${TREE}/visret.ico"
!define MUI_UNICON "${TREE}/visret.ico"
!define MUI_DIRECTORYPAGE_TEXT_TOP "visret goes into a folder of its own, named visret, in the folder \
  that you choose. Your photos, the library and your settings are elsewhere and stay as they are. \
  A visret in another folder is removed; what you put there, such as a folder portable, stays there."
!define MUI_PAGE_CUSTOMFUNCTION_LEAVE LeaveFolderPage
!define MUI_FINISHPAGE_RUN "$INSTDIR\python\pythonw.exe"
!define MUI_FINISHPAGE_RUN_PARAMETERS "${WINDOW_PARAMETERS}"
!define MUI_UNCONFIRMPAGE_TEXT_TOP "visret is removed. Your photos, the library and your settings \
  stay; so does a folder named portable beside the program."
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE English

; What is wrong goes into R0, which is "" where nothing is.
!macro Functions un
  ; Whether the folder has our mark: "1" or "" on the stack.
  Function ${un}HasMark
    ClearErrors
    FileOpen $0 "$INSTDIR\${MARK}" r
    ${If} ${Errors}
      Push ""
      Return
    ${EndIf}
    StrCpy $2 ""
    ${Do}
      FileRead $0 $1
      ${If} ${Errors}
        ${ExitDo}
      ${EndIf}
      StrLen $3 '${MARK_LINE}'
      StrCpy $1 $1 $3
      ${If} $1 S== '${MARK_LINE}'
        StrCpy $2 1
      ${EndIf}
    ${Loop}
    FileClose $0
    Push $2
  FunctionEnd

  ; A program that runs cannot be opened for writing.
  Function ${un}LookForRunning
    StrCpy $R0 ""
    !insertmacro LookForRunningIn $INSTDIR
    !if "${un}" == ""
      Call FindCopyElsewhere
      ${If} $R1 != ""
        !insertmacro LookForRunningIn $R1
      ${EndIf}
    !endif
  FunctionEnd

  ; Ask until it is closed. Leaves R0 empty, or the person gave up, or nobody can be asked.
  Function ${un}AskToClose
    ${Do}
      Call ${un}LookForRunning
      ${If} $R0 == ""
        ${ExitDo}
      ${EndIf}
      ${If} ${Cmd} `MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$R0" /SD IDCANCEL IDCANCEL`
        ${ExitDo}
      ${EndIf}
    ${Loop}
  FunctionEnd
!macroend

!macro Refuse
  SetErrorLevel 2 ; else it would end with 0
  Abort
!macroend

!macro LookForRunningIn folder
  !insertmacro LookForRunningOne "${folder}\python\python.exe"
  !insertmacro LookForRunningOne "${folder}\python\pythonw.exe"
!macroend

!macro LookForRunningOne program
  ${If} ${FileExists} "${program}"
    ClearErrors
    FileOpen $0 "${program}" a
    ${If} ${Errors}
      StrCpy $R0 "visret is running, or a file of it is in use. Close visret and try again."
    ${Else}
      FileClose $0
    ${EndIf}
  ${EndIf}
!macroend

!macro LookForOne name
  ${If} ${FileExists} "$INSTDIR\${name}"
    StrCpy $R0 "$INSTDIR\${name}"
  ${EndIf}
!macroend

; Remove the folders and files of ours, again and again while a file is in use and a person agrees.
!macro RemoveOrGiveUp
  ${Do}
    StrCpy $R0 ""
    !insertmacro RemoveOurs
    !insertmacro LookForOurs
    ${If} $R0 == ""
      ${ExitDo}
    ${EndIf}
    ${If} ${Cmd} `MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION \
        "$R0 cannot be removed. A file in it may be in use." /SD IDCANCEL IDCANCEL`
      Abort "$R0 could not be removed. Close what uses it and try again."
    ${EndIf}
  ${Loop}
!macroend

!insertmacro Functions ""
!insertmacro Functions "un."

; The folder of our own name below the one that was chosen.
Function ToOurFolder
  StrCpy $0 $INSTDIR "" -1
  ${If} $0 == "\"
    StrCpy $INSTDIR $INSTDIR -1
  ${EndIf}
  ${GetFileName} $INSTDIR $0
  ${If} $0 != "visret"
    StrCpy $INSTDIR "$INSTDIR\visret"
  ${EndIf}
FunctionEnd

; The folder of the copy that the registry names, if it is another one and there: R1, or "".
Function FindCopyElsewhere
  ReadRegStr $R1 HKCU "${OWN}" InstallDir
  ${If} $R1 == $INSTDIR
  ${OrIfNot} ${FileExists} "$R1\uninstall.exe"
    StrCpy $R1 ""
  ${EndIf}
FunctionEnd

Function CheckFolder
  StrCpy $R0 ""
  ${If} $INSTDIR == "$LOCALAPPDATA\visret"
    StrCpy $R0 "$INSTDIR is where visret keeps its library. Choose another folder."
    Return
  ${EndIf}
  StrLen $0 $INSTDIR
  IntOp $0 $0 + ${LONGEST}
  ${If} $0 > 258 ; a path of Windows may have 259 characters
    StrCpy $R0 "The path $INSTDIR is too long for some files of visret. Choose a shorter one."
    Return
  ${EndIf}
  ${DirState} $INSTDIR $0 ; 1: there, and not empty
  ${If} $0 = 1
    Call HasMark
    Pop $0
    ${If} $0 == ""
      ; What an uninstaller left, such as a folder portable, may stay; so may other files.
      !insertmacro LookForOurs
      !insertmacro LookForOne "${MARK}"
      !insertmacro LookForOne uninstall.exe
      ${If} $R0 != ""
        StrCpy $R0 "$R0 is there, and not of visret. Choose another folder."
        Return
      ${EndIf}
    ${EndIf}
  ${EndIf}
FunctionEnd

Function LeaveFolderPage
  Call ToOurFolder
  Call CheckFolder
  ${If} $R0 != ""
    MessageBox MB_OK|MB_ICONEXCLAMATION "$R0"
    Abort
  ${EndIf}
  Call AskToClose
  ${If} $R0 != ""
    Abort
  ${EndIf}
FunctionEnd

Function .onInit
  ${IfNot} ${AtLeastWin10}
  ${OrIfNot} ${AtLeastBuild} 17763
    MessageBox MB_OK|MB_ICONSTOP "visret needs Windows 10, version 1809, or a newer Windows." /SD IDOK
    !insertmacro Refuse
  ${EndIf}
  !ifdef INCOMPLETE
    MessageBox MB_OKCANCEL|MB_ICONEXCLAMATION "This setup is incomplete: ${INCOMPLETE}. What it \
      installs cannot start. It is only good for testing the setup itself." /SD IDOK IDOK on
    !insertmacro Refuse
    on:
  !endif
  ${If} ${Silent}
    Call ToOurFolder
    Call CheckFolder
    ${If} $R0 == ""
      Call AskToClose
    ${EndIf}
    ${If} $R0 != ""
      !insertmacro Refuse
    ${EndIf}
  ${EndIf}
FunctionEnd

!macro Entry key text what
  WriteRegStr HKCU "${key}" "" "${text}"
  WriteRegStr HKCU "${key}" Icon "$INSTDIR\visret.ico"
  WriteRegStr HKCU "${key}" MultiSelectModel Single
  WriteRegStr HKCU "${key}\command" "" '"$INSTDIR\python\pythonw.exe" ${WINDOW_PARAMETERS} ${what}'
!macroend

; The taskbar shows the window and its shortcut as one if both have the same identifier.
; Where that fails the shortcut still starts the program.
Function IdentifyShortcut
  !insertmacro ComHlpr_CreateInProcInstance ${CLSID_ShellLink} ${IID_IShellLink} r0 ""
  ${If} $0 P<> 0
    ${IUnknown::QueryInterface} $0 '("${IID_IPersistFile}",.r1)'
    ${If} $1 P<> 0
      ${IPersistFile::Load} $1 '("${SHORTCUT}",${STGM_READWRITE})'
      ${IUnknown::QueryInterface} $0 '("${IID_IPropertyStore}",.r2)'
      ${If} $2 P<> 0
        System::Call '*${SYSSTRUCT_PROPERTYKEY}(${PKEY_AppUserModel_ID})p.r3'
        System::Call '*(&w64 "${APP_ID}")p.r4'
        System::Call '*${SYSSTRUCT_PROPVARIANT}(${VT_LPWSTR},,p r4)p.r5'
        ${IPropertyStore::SetValue} $2 '(r3,r5)'
        ${IPropertyStore::Commit} $2 ""
        System::Free $5
        System::Free $4
        System::Free $3
        ${IUnknown::Release} $2 ""
        ${IPersistFile::Save} $1 '("${SHORTCUT}",1)'
      ${EndIf}
      ${IUnknown::Release} $1 ""
    ${EndIf}
    ${IUnknown::Release} $0 ""
  ${EndIf}
FunctionEnd

; A copy elsewhere would lose its entry in the list of programs: it moves instead.
Function RemoveCopyElsewhere
  Call FindCopyElsewhere
  ${If} $R1 == ""
    Return
  ${EndIf}
  ClearErrors
  ExecWait '"$R1\uninstall.exe" /S _?=$R1' $1
  ${If} ${Errors}
  ${OrIf} $1 <> 0
    MessageBox MB_OK|MB_ICONSTOP "visret is already in $R1, and could not be removed there. Close it \
      and try again, or delete that folder." /SD IDOK
    Abort "visret in $R1 could not be removed."
  ${EndIf}
  Delete "$R1\uninstall.exe"
  RMDir "$R1"
  ${If} ${FileExists} "$R1\*"
    DetailPrint "What is not of the setup stays in $R1"
    MessageBox MB_OK|MB_ICONINFORMATION "$R1 has files that are not of the setup, and they stay \
      there. Folders named portable and cuda work again if you move them to $INSTDIR." /SD IDOK
  ${EndIf}
FunctionEnd

; "Open with" for one ending.
!macro OfferFor ending
  WriteRegStr HKCU "${CLASSES}\${ending}\OpenWithProgids" "${PHOTO}" ""
!macroend
!macro TakeBackFrom ending
  DeleteRegValue HKCU "${CLASSES}\${ending}\OpenWithProgids" "${PHOTO}"
  DeleteRegKey /ifempty HKCU "${CLASSES}\${ending}\OpenWithProgids"
  DeleteRegKey /ifempty HKCU "${CLASSES}\${ending}"
!macroend

Section
  Call RemoveCopyElsewhere
  ; The mark comes first and stays last, so that one that was broken off can be done again.
  SetOutPath $INSTDIR
  !insertmacro RemoveOrGiveUp
  File "${TREE}\${MARK}"
  File /r "${TREE}\*"
  WriteUninstaller "$INSTDIR\uninstall.exe"

  SetOutPath $PROFILE ; where the program starts
  CreateShortcut "${SHORTCUT}" "$INSTDIR\python\pythonw.exe" "${WINDOW_PARAMETERS}" \
    "$INSTDIR\visret.ico" 0 SW_SHOWNORMAL "" "Find any photo on your own disk by saying what you mean"
  Call IdentifyShortcut
  ${If} ${FileExists} "${COMMANDS}\*"
    SetOutPath "${COMMANDS}"
    File "/oname=visret.cmd" "${__FILEDIR__}\command.cmd"
  ${EndIf}

  WriteRegStr HKCU "${OWN}" InstallDir "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" DisplayName visret
  WriteRegStr HKCU "${UNINSTALL}" DisplayVersion "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" DisplayIcon "$INSTDIR\visret.ico"
  WriteRegStr HKCU "${UNINSTALL}" Publisher "the visret project"
  WriteRegStr HKCU "${UNINSTALL}" InstallLocation "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" UninstallString '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" QuietUninstallString '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" NoModify 1
  WriteRegDWORD HKCU "${UNINSTALL}" NoRepair 1
  SectionGetSize 0 $0
  WriteRegDWORD HKCU "${UNINSTALL}" EstimatedSize $0
  WriteRegStr HKCU "${APP_PATH}" "" "$INSTDIR\bin\visret-desktop.cmd"
  !insertmacro Entry "${ON_FOLDER}" "Find photos here with visret" '"%1"'
  ; A drive is D:\, and "D:\" would be read as a name that goes on after the quote.
  !insertmacro Entry "${IN_FOLDER}" "Find photos here with visret" '"%V\."'
  !insertmacro Entry "${ON_DRIVE}" "Find photos here with visret" '"%1\."'
  !insertmacro Entry "${ON_IMAGE}" "Find similar photos with visret" '"%1"'
  WriteRegStr HKCU "${CLASSES}\${PHOTO}" "" "Photo"
  WriteRegStr HKCU "${CLASSES}\${PHOTO}\Application" ApplicationName visret
  WriteRegStr HKCU "${CLASSES}\${PHOTO}\Application" ApplicationIcon "$INSTDIR\visret.ico"
  WriteRegStr HKCU "${CLASSES}\${PHOTO}\shell\open\command" "" \
    '"$INSTDIR\python\pythonw.exe" ${WINDOW_PARAMETERS} "%1"'
  !insertmacro ForEndings OfferFor
  ${RefreshShellIcons}
  SetOutPath $PROFILE ; where the last page starts the program
  SetErrorLevel 0
SectionEnd

Function un.onInit
  Call un.HasMark
  Pop $0
  ${If} $0 == ""
    MessageBox MB_OK|MB_ICONSTOP "$INSTDIR is not a program folder of visret." /SD IDOK
    !insertmacro Refuse
  ${EndIf}
  Call un.AskToClose
  ${If} $R0 != ""
    !insertmacro Refuse
  ${EndIf}
FunctionEnd

Section Uninstall
  SetOutPath $TEMP ; no folder is removed while it is the current one
  !insertmacro RemoveOrGiveUp
  Delete "$INSTDIR\${MARK}"
  Delete "$INSTDIR\uninstall.exe"
  RMDir $INSTDIR ; only if it is empty now
  ; Entries that lead to a copy elsewhere are that copy's.
  ReadRegStr $0 HKCU "${OWN}" InstallDir
  ${If} $0 == $INSTDIR
    Delete "${SHORTCUT}"
    Delete "${COMMANDS}\visret.cmd"
    DeleteRegKey HKCU "${OWN}"
    DeleteRegKey HKCU "${UNINSTALL}"
    DeleteRegKey HKCU "${APP_PATH}"
    DeleteRegKey HKCU "${ON_FOLDER}"
    DeleteRegKey HKCU "${IN_FOLDER}"
    DeleteRegKey HKCU "${ON_DRIVE}"
    DeleteRegKey HKCU "${ON_IMAGE}"
    DeleteRegKey HKCU "${CLASSES}\${PHOTO}"
    !insertmacro ForEndings TakeBackFrom
    ${RefreshShellIcons}
  ${EndIf}
  SetErrorLevel 0
SectionEnd
