<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>ClockDialog</name>
    <message numerus="yes">
        <source>%Ln photo(s) corrected.</source>
        <translation>
            <numerusform>%Ln photo corrected.</numerusform>
            <numerusform>%Ln photos corrected.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) would be corrected.</source>
        <translation>
            <numerusform>%Ln photo would be corrected.</numerusform>
            <numerusform>%Ln photos would be corrected.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) without a time.</source>
        <translation>
            <numerusform>%Ln photo without a time.</numerusform>
            <numerusform>%Ln photos without a time.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) from the hour that a clock shows twice when summer time ends: the first is meant.</source>
        <translation>
            <numerusform>%Ln photo from the hour that a clock shows twice when summer time ends: the first is meant.</numerusform>
            <numerusform>%Ln photos from the hour that a clock shows twice when summer time ends: the first is meant.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) with a time that a clock in this zone never shows: was it set to another zone?</source>
        <translation>
            <numerusform>%Ln photo with a time that a clock in this zone never shows: was it set to another zone?</numerusform>
            <numerusform>%Ln photos with a time that a clock in this zone never shows: was it set to another zone?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ComparisonDialog</name>
    <message numerus="yes">
        <source>%Ln search(es)</source>
        <translation>
            <numerusform>%Ln search</numerusform>
            <numerusform>%Ln searches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln mark(s)</source>
        <translation>
            <numerusform>%Ln mark</numerusform>
            <numerusform>%Ln marks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DeploymentController</name>
    <message numerus="yes">
        <source>%Ln photo(s) have what “{0}” says.</source>
        <translation>
            <numerusform>%Ln photo has what “{0}” says.</numerusform>
            <numerusform>%Ln photos have what “{0}” says.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DeploymentsDialog</name>
    <message numerus="yes">
        <source>%Ln deployment(s).</source>
        <translation>
            <numerusform>%Ln deployment.</numerusform>
            <numerusform>%Ln deployments.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them lack(s) a place.</source>
        <translation>
            <numerusform>%Ln of them lacks a place.</numerusform>
            <numerusform>%Ln of them lack a place.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DetectionController</name>
    <message numerus="yes">
        <source>The detected name of %Ln photo(s) is accepted.</source>
        <translation>
            <numerusform>The detected name of %Ln photo is accepted.</numerusform>
            <numerusform>The detected name of %Ln photos is accepted.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DetectionsDialog</name>
    <message numerus="yes">
        <source>What the file says of %Ln photo(s) is kept.</source>
        <translation>
            <numerusform>What the file says of %Ln photo is kept.</numerusform>
            <numerusform>What the file says of %Ln photos is kept.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0}: it speaks of %Ln photo(s) of the library.</source>
        <translation>
            <numerusform>{0}: it speaks of %Ln photo of the library.</numerusform>
            <numerusform>{0}: it speaks of %Ln photos of the library.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln entries name no photo.</source>
        <translation>
            <numerusform>%Ln entry names no photo.</numerusform>
            <numerusform>%Ln entries name no photo.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln finding(s) have no usable confidence.</source>
        <translation>
            <numerusform>%Ln finding has no usable confidence.</numerusform>
            <numerusform>%Ln findings have no usable confidence.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln finding(s) are not understood; their photos are not blank.</source>
        <translation>
            <numerusform>%Ln finding is not understood; its photo is not blank.</numerusform>
            <numerusform>%Ln findings are not understood; their photos are not blank.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln box(es) do not lie in their photo.</source>
        <translation>
            <numerusform>%Ln box does not lie in its photo.</numerusform>
            <numerusform>%Ln boxes do not lie in their photo.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DuplicatesPage</name>
    <message numerus="yes">
        <source>%Ln photo(s) are there more than once.</source>
        <translation>
            <numerusform>%Ln photo are there more than once.</numerusform>
            <numerusform>%Ln photos are there more than once.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ExportController</name>
    <message numerus="yes">
        <source>%Ln selected photo(s)</source>
        <translation>
            <numerusform>%Ln selected photo</numerusform>
            <numerusform>%Ln selected photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) found</source>
        <translation>
            <numerusform>%Ln photo found</numerusform>
            <numerusform>%Ln photos found</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) shown in the window</source>
        <translation>
            <numerusform>%Ln photo shown in the window</numerusform>
            <numerusform>%Ln photos shown in the window</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message numerus="yes">
        <source>%Ln photo(s) would be written.</source>
        <translation>
            <numerusform>%Ln photo would be written.</numerusform>
            <numerusform>%Ln photos would be written.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) were written to {0}.</source>
        <translation>
            <numerusform>%Ln photo was written to {0}.</numerusform>
            <numerusform>%Ln photos were written to {0}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>and %Ln more</numerusform>
            <numerusform>and %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GridPage</name>
    <message numerus="yes">
        <source>%Ln photo(s) behind the answer</source>
        <translation>
            <numerusform>%Ln photo behind the answer</numerusform>
            <numerusform>%Ln photos behind the answer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s)</source>
        <translation>
            <numerusform>%Ln photo</numerusform>
            <numerusform>%Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln found</source>
        <translation>
            <numerusform>%Ln found</numerusform>
            <numerusform>%Ln found</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) {0}</source>
        <translation>
            <numerusform>%Ln photo {0}</numerusform>
            <numerusform>%Ln photos {0}</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LibraryController</name>
    <message numerus="yes">
        <source>tags of %Ln photo(s)</source>
        <translation>
            <numerusform>tags of %Ln photo</numerusform>
            <numerusform>tags of %Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>ratings of %Ln photo(s)</source>
        <translation>
            <numerusform>ratings of %Ln photo</numerusform>
            <numerusform>ratings of %Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>accepted names of %Ln photo(s)</source>
        <translation>
            <numerusform>accepted names of %Ln photo</numerusform>
            <numerusform>accepted names of %Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>places from tracks of %Ln photo(s)</source>
        <translation>
            <numerusform>places from tracks of %Ln photo</numerusform>
            <numerusform>places from tracks of %Ln photos</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MapCanvas</name>
    <message numerus="yes">
        <source>%Ln photo(s)</source>
        <translation>
            <numerusform>%Ln photo</numerusform>
            <numerusform>%Ln photos</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MapPanel</name>
    <message numerus="yes">
        <source>%Ln photo(s) with a place</source>
        <translation>
            <numerusform>%Ln photo with a place</numerusform>
            <numerusform>%Ln photos with a place</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ModelsDialog</name>
    <message numerus="yes">
        <source>%Ln model(s) of other programs can be used from where they are.</source>
        <translation>
            <numerusform>%Ln model of another program can be used from where it is.</numerusform>
            <numerusform>%Ln models of other programs can be used from where they are.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NoMatchPage</name>
    <message numerus="yes">
        <source>Show the closest photo(s)</source>
        <translation>
            <numerusform>Show the closest photo</numerusform>
            <numerusform>Show the closest photos</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NotesController</name>
    <message numerus="yes">
        <source>%Ln photo(s) have what {0} noted.</source>
        <translation>
            <numerusform>%Ln photo has what {0} noted.</numerusform>
            <numerusform>%Ln photos have what {0} noted.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NotesDialog</name>
    <message numerus="yes">
        <source>The notes of %Ln photo(s) would change.</source>
        <translation>
            <numerusform>The notes of %Ln photo would change.</numerusform>
            <numerusform>The notes of %Ln photos would change.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln tag(s) and name(s) have no room.</source>
        <translation>
            <numerusform>%Ln tag or name has no room.</numerusform>
            <numerusform>%Ln tags and names have no room.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NotesSection</name>
    <message numerus="yes">
        <source>Suggest names for %Ln photo(s)</source>
        <translation>
            <numerusform>Suggest names for %Ln photo</numerusform>
            <numerusform>Suggest names for %Ln photos</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PackageDialog</name>
    <message numerus="yes">
        <source>“{0}”: %Ln photo(s) of your library belong to its stations.</source>
        <translation>
            <numerusform>“{0}”: %Ln photo of your library belongs to its stations.</numerusform>
            <numerusform>“{0}”: %Ln photos of your library belong to its stations.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PanelNotes</name>
    <message numerus="yes">
        <source>%Ln name(s) can be suggested and completed now.</source>
        <translation>
            <numerusform>%Ln name can be suggested and completed now.</numerusform>
            <numerusform>%Ln names can be suggested and completed now.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln name(s) do not occur there or then, as their lists say.</source>
        <translation>
            <numerusform>%Ln name does not occur there or then, as its list says.</numerusform>
            <numerusform>%Ln names do not occur there or then, as their lists say.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PhotoPanel</name>
    <message numerus="yes">
        <source>%Ln photo(s)</source>
        <translation>
            <numerusform>%Ln photo</numerusform>
            <numerusform>%Ln photos</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PlaceList</name>
    <message numerus="yes">
        <source>%Ln place(s)</source>
        <translation>
            <numerusform>%Ln place</numerusform>
            <numerusform>%Ln places</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PrivacyPage</name>
    <message numerus="yes">
        <source>On record: %Ln request(s), the first on {0}. Newest first:</source>
        <translation>
            <numerusform>On record: %Ln request, on {0}.</numerusform>
            <numerusform>On record: %Ln requests, the first on {0}. Newest first:</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProblemsPage</name>
    <message numerus="yes">
        <source>%Ln file(s) could not be read, or only partly.</source>
        <translation>
            <numerusform>%Ln file could not be read, or only partly.</numerusform>
            <numerusform>%Ln files could not be read, or only partly.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them belong(s) to the demonstration, on purpose.</source>
        <translation>
            <numerusform>%Ln of them belongs to the demonstration, on purpose.</numerusform>
            <numerusform>%Ln of them belong to the demonstration, on purpose.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SeasonDialog</name>
    <message numerus="yes">
        <source>%Ln record(s) in {0} trap nights.</source>
        <translation>
            <numerusform>%Ln record in {0} trap nights.</numerusform>
            <numerusform>%Ln records in {0} trap nights.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SidecarDialog</name>
    <message numerus="yes">
        <source>%Ln sidecar(s) would change.</source>
        <translation>
            <numerusform>%Ln sidecar would change.</numerusform>
            <numerusform>%Ln sidecars would change.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln sidecar(s) were written.</source>
        <translation>
            <numerusform>%Ln sidecar was written.</numerusform>
            <numerusform>%Ln sidecars were written.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln sidecar(s) are as they were before.</source>
        <translation>
            <numerusform>%Ln sidecar is as it was before.</numerusform>
            <numerusform>%Ln sidecars are as they were before.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln stay(s) unchanged, see the list.</source>
        <translation>
            <numerusform>%Ln stays unchanged, see the list.</numerusform>
            <numerusform>%Ln stay unchanged, see the list.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message numerus="yes">
        <source>%Ln photo(s) wait for it</source>
        <translation>
            <numerusform>%Ln photo waits for it</numerusform>
            <numerusform>%Ln photos wait for it</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln picture(s) looked at for words</source>
        <translation>
            <numerusform>%Ln picture looked at for words</numerusform>
            <numerusform>%Ln pictures looked at for words</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) indexed in {0}</source>
        <translation>
            <numerusform>%Ln photo indexed in {0}</numerusform>
            <numerusform>%Ln photos indexed in {0}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln video(s) not searched</source>
        <translation>
            <numerusform>%Ln video not searched</numerusform>
            <numerusform>%Ln videos not searched</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TaggingBar</name>
    <message numerus="yes">
        <source>Enter removes “{0}” from %Ln photo(s).</source>
        <translation>
            <numerusform>Enter removes “{0}” from %Ln photo.</numerusform>
            <numerusform>Enter removes “{0}” from %Ln photos.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Enter adds “{0}” to the %Ln photo(s) that lack it.</source>
        <translation>
            <numerusform>Enter adds “{0}” to the %Ln photo that lacks it.</numerusform>
            <numerusform>Enter adds “{0}” to the %Ln photos that lack it.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Enter adds the new tag “{0}” to %Ln photo(s).</source>
        <translation>
            <numerusform>Enter adds the new tag “{0}” to %Ln photo.</numerusform>
            <numerusform>Enter adds the new tag “{0}” to %Ln photos.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Enter accepts “{0}”, which no list has, for %Ln photo(s).</source>
        <translation>
            <numerusform>Enter accepts “{0}”, which no list has, for %Ln photo.</numerusform>
            <numerusform>Enter accepts “{0}”, which no list has, for %Ln photos.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Enter accepts the name “{0}” for %Ln photo(s).</source>
        <translation>
            <numerusform>Enter accepts the name “{0}” for %Ln photo.</numerusform>
            <numerusform>Enter accepts the name “{0}” for %Ln photos.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Enter adds “{0}” to %Ln photo(s).</source>
        <translation>
            <numerusform>Enter adds “{0}” to %Ln photo.</numerusform>
            <numerusform>Enter adds “{0}” to %Ln photos.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TaggingController</name>
    <message numerus="yes">
        <source>%Ln photo(s)</source>
        <translation>
            <numerusform>%Ln photo</numerusform>
            <numerusform>%Ln photos</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TimelineBar</name>
    <message numerus="yes">
        <source>{0}: %Ln photo(s)</source>
        <translation>
            <numerusform>{0}: %Ln photo</numerusform>
            <numerusform>{0}: %Ln photos</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TrackController</name>
    <message numerus="yes">
        <source>%Ln selected photo(s)</source>
        <translation>
            <numerusform>%Ln selected photo</numerusform>
            <numerusform>%Ln selected photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) shown in the window</source>
        <translation>
            <numerusform>%Ln photo shown in the window</numerusform>
            <numerusform>%Ln photos shown in the window</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) have a place from the track now.</source>
        <translation>
            <numerusform>%Ln photo has a place from the track now.</numerusform>
            <numerusform>%Ln photos have a place from the track now.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TrackDialog</name>
    <message numerus="yes">
        <source>%Ln point(s) without a time</source>
        <translation>
            <numerusform>%Ln point without a time</numerusform>
            <numerusform>%Ln points without a time</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln point(s) with an impossible time</source>
        <translation>
            <numerusform>%Ln point with an impossible time</numerusform>
            <numerusform>%Ln points with an impossible time</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln point(s) without a place</source>
        <translation>
            <numerusform>%Ln point without a place</numerusform>
            <numerusform>%Ln points without a place</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln point(s) out of order</source>
        <translation>
            <numerusform>%Ln point out of order</numerusform>
            <numerusform>%Ln points out of order</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) can be placed; nothing is kept yet.</source>
        <translation>
            <numerusform>%Ln photo can be placed; nothing is kept yet.</numerusform>
            <numerusform>%Ln photos can be placed; nothing is kept yet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Found by %Ln photo(s) with a place: {0} m from the track.</source>
        <translation>
            <numerusform>Found by %Ln photo with a place: {0} m from the track.</numerusform>
            <numerusform>Found by %Ln photos with a place: {0} m from the track.</numerusform>
        </translation>
    </message>
</context>
</TS>
