<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>AboutPage</name>
    <message>
        <source>About visret</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>License of the icons</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Newer versions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Terms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>visret {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finds photos on this computer by what they show. Your photos and queries never leave it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Installation: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free software under the Apache License 2.0. The window is made with Qt for Python (LGPL 3), in libraries that you may replace; their sources are at {0}. Each model has terms of its own: see Library, Models. The icons are Lucide&apos;s:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Licenses of all parts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Is there a newer version?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open its page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A click asks {0} and tells it nothing else. Nothing is installed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asking …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is the newest version.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>visret {0} is there. {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AnswerController</name>
    <message>
        <source>Go to the answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer from the selected photos</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The search was stopped, so no photo was read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The search failed, so no photo was read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No photo matches, so none was read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no photo left to read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of the photos selected, the best {0} are read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine ended twice while it read these photos.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped before all photos were read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answers need a reader, a model that looks at photos.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a sketch, not a photo</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AnswerDetails</name>
    <message>
        <source>What each photo said</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read by {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer without photo {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AnswerLine</name>
    <message>
        <source>Answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask again, or of other photos</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read the found photos again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read the selected photos only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave the selected photos out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read more photos</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read the sketches, too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer from memory, without photos</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Think step by step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop reading, keep the answer (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the answer with its photos</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a reader …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do not answer questions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read the closest photos</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on reading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read the photos</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading photos …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking for photos that may show it …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking where the photos show it …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading photo {0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>about {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>says “{0}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>does not show it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>being read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not read yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gives no answer that can be used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>could not be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the answer rests on it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its drive is offline, so its thumbnail was read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other photos</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show less</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show what each photo said</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AnswerPhotos</name>
    <message>
        <source>approximate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} · approximate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Photo {0} {1}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>Dismiss</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Chip</name>
    <message>
        <source>Towards this, or away from it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take this out of the query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a little</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>normal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>much</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>very much</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: click for its weight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>away from {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>towards {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weight of {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>remove {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Comparison</name>
    <message>
        <source>words only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>instruction only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sketches only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one sketch only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>words and sketches, sketches × {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The best of {0} ways, by {1}: {2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That is how you search now: leave it as it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How you search now ({0}) is {1} worse, which is more than chance.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How you search now ({0}) differs by {1}, which may be chance: there is no reason to change it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These are too few searches to tell: mark photos in {0} or more.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ComparisonDialog</name>
    <message>
        <source>Which settings suit my photos best?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Way to search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How good</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First 10 you marked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Takes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What came out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From 0 to 1: how far in front the right photos are (NDCG@10), and in brackets where that lies in 95 of 100 cases</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You have marked no photos yet. Search in words, select photos and press P where they are right, X where they are wrong. Six searches are enough to begin with, twenty are better.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%Ln search(es)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln mark(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>You have made {0} in {1}. Each of these searches is now made in every way that your models allow, among the photos you marked and up to 1,000 others. The best way puts the photos that are right before those that are wrong. You can go on searching meanwhile.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> (now)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DemoLibrary</name>
    <message>
        <source>What was drawn of the demonstration could not be removed: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The demonstration could not be started.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>code {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The demonstration could not be drawn: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>EmptyPage</name>
    <message>
        <source>Drawing the demonstration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try the demonstration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get models for your photos</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1,000 pictures are drawn on this computer, which takes some minutes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of {1} pictures are drawn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · {0} left, then they are indexed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drawing the demonstration library …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a folder of photos to begin. They are only read, and nothing leaves this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find any photo by saying what it shows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first photos will appear in a moment.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You can search while the rest is read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No photo of this drive is known yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plug it in: it is noticed by itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are no photos here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New ones are noticed by themselves. F5 checks at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first ones are being read. The search is repeated by itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are no photos to search yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a folder of photos, then search again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose “All photos” at the left to search the others.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take one of the conditions away above to see more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Photos are still being read. Those that fit appear by themselves.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No photo fits all of this.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>EngineClient</name>
    <message>
        <source>The parts of this program are of different versions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The search engine could not be started.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The search engine keeps ending. Its log says more.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>EngineNotices</name>
    <message>
        <source>The built-in models know only the demonstration&apos;s drawings: words hardly find your own photos. Models that do are a download of {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The search engine ended and is being restarted. Nothing is lost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} Your photos and the library are safe.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start it again</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>EvidenceChip</name>
    <message>
        <source>Sketch {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Photo {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer without photo {0} (Delete)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>View photo {0} (Enter)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Examination</name>
    <message>
        <source>The search engine ended. Start again: it goes on from here.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ExaminationDialog</name>
    <message>
        <source>Progress</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use these settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped. It can go on later.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preparing …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reading photos</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>looking at photos</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>writing instructions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>searching, and drawing sketches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>looking at photos both ways</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} left</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ExampleRow</name>
    <message>
        <source>Try:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search for {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FactChip</name>
    <message>
        <source>{0}: click to change it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>change {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search without this</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>remove {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FactRow</name>
    <message>
        <source>If you mean it by “{0}”: only photos with {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only photos with {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Filmstrip</name>
    <message>
        <source>Photos beside this one</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FoldButton</name>
    <message>
        <source>Show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show {0} photos: {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide {0} photos: {1}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FolderAdding</name>
    <message>
        <source>None of the photos in “{0}” could be read. “Problems” says why.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are no photos in “{0}” yet. It stays in the library, and new photos in it are noticed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{1}: now shown as a part of “{0}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{0}” is in the library already. It is checked for new photos.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{0}” is in the library already: it is a part of {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no folder {2}. If it is on a drive, plug the drive in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{0}” is a file. Add the folder that it is in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{2} does not answer. If it is on a network, see whether that is there, and add it again.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>GridCanvas</name>
    <message>
        <source>drive not plugged in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>offline</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>GridPage</name>
    <message>
        <source>by relevance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by date</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the place and likeness of each photo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show names and dates below the photos</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size of the photos</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size of the photos (Ctrl + wheel)</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln found</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>No photos</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing matches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing stands out: closest first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Closest first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Closest first so far</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>InstructionEdit</name>
    <message>
        <source>Change this and press Enter to search by other words</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>InstructionLine</name>
    <message>
        <source>Question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Description</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How your query is understood; choose another way here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Instruction for {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Instruction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the photo should show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Understood as: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Question: find photos in which the answer can be seen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comparison: find each of the things compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Description: find what is described</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Judging</name>
    <message>
        <source>Right for this query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wrong for this query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which settings suit my photos best? …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save marks as …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open marks …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>wrong</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save marks as</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open marks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Marks ({0})</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LibraryModel</name>
    <message>
        <source>All photos</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Searches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files that could not be read, or only partly</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Problems</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>offline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>drive not plugged in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no photos</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LibraryPanel</name>
    <message>
        <source>Add folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a folder of photos (Ctrl+O)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check for new photos</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check for new and changed photos (F5)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show in file manager</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove folder …</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LibraryTree</name>
    <message>
        <source>Library</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LibraryView</name>
    <message>
        <source>The library could not be read: {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LibraryWork</name>
    <message>
        <source>Opening the library …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a folder of photos</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove “{0}” from the library?

Your photos stay where they are. What the library knows about them is forgotten, your marks of right and wrong included.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Traces of a folder that was removed are still on the disk, because another window or command of visret is reading them. Close it; the next indexing run removes them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The library cannot be opened.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LoginDialog</name>
    <message>
        <source>Log in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Token, such as hf_…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You are logged in to {0} by the environment variable {1}. To log out, unset it and start the program again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You are logged in to {0} with the token “{1}”. It is kept on this computer, also for other programs that use this hub.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Some models are given only to people who accepted their license. Make a token that may read them at {0} and paste it here. It is sent to this hub only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asking the hub …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Given up; nothing was kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub does not accept this token. See that all of it was copied, or make a new one at {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>HF_HUB_OFFLINE is set on this computer, so nobody is asked. Start the program without it.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>visret</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add folder …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check for new photos</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause indexing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Problems</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Index photos faster …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search by a photo of yours …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About the photo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sketches folded away</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Names and dates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only photos</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Photo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What leaves this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Problems with visret: show the log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About visret</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The program made a mistake: {0}. Its log says more: {1}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MarkedSearch</name>
    <message>
        <source>Search with your marks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With your marks: {0} right, {1} wrong</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Marks</name>
    <message>
        <source>The mark could not be kept in {0}: {1}. Choose another file.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ModelFacts</name>
    <message>
        <source>Here: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Here, estimated: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} for {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} on disk.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Languages: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It can be used for {0}, too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} keeps it here: {1}. It can be used from there without a copy.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} are here already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}. Plug in its drive, or get it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On this computer {0}, as measured in use.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On this computer {0} (estimate).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Takes about {0} of {1} memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&lt;b&gt;Takes about {0} of memory; {1} are there.&lt;/b&gt;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>License: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>License: {0}, accepted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>License: {0}, to be accepted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub gives it to people with an account only.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ModelsDialog</name>
    <message>
        <source>Models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The built-in models know the drawn demonstration only. For your own photos get a set: it is fetched once, checked, and works without a network from then on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check every byte</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add another …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log in …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} free on this disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%Ln model(s) of other programs can be used from where they are.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Go on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use from there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use for {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading every byte of {0} …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove {0} ({1})? It can be fetched again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Removing {0} …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} freed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not of the model, so it stays: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it made of your photos stays for now, because photos are being read; `visret packs remove {0}` deletes it later.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Logged in; now try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Logged in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Logged out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These models come with conditions. Do you accept them?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Licenses</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopping …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is here and whole.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped; what was fetched is kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In use from now on. Your photos are read again in the background; until that is done, the old model goes on answering.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The built-in models do not know your photos: no sketches for now.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ModelsTable</name>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speed here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>License</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>built in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in use for both</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in use for {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>begun</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>offline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>damaged</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>NoMatchPage</name>
    <message>
        <source>Try other words, or search with a picture.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search all photos</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No photo in “{0}” matches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No photo matches</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Show the closest photo(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OwnCommand</name>
    <message>
        <source>The command could not be started.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The command ended with code {0}.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>OwnModelDialog</name>
    <message>
        <source>Add a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>open_clip:NAME/TAG, hf:OWNER/REPO, a link, or a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A file …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A folder or stick …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log in …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use it from where it lies; copy nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use it from now on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Guidance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Picture side, pixels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models (*.safetensors *.gguf)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A model file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A folder with a model, or a stick that packs were exported to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only for {0}; leave out what looks at photos</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Encoders in the form of open_clip, chat models as GGUF, vision models as GGUF with an mmproj file, picture models of diffusers or in one .safetensors file. Files that can run code are never taken in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not told</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}. License: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is already a model of this name, or it is on offer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name is taken</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get it</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PackProgressLine</name>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log in …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asking the hub about {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checking {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copying {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fetching {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of {1}: {2}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PackSentences</name>
    <message>
        <source>{endpoint} cannot be reached ({reason}). Check the connection and try again: what was fetched so far is kept. Without a network, add the model from a folder or a stick.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>HF_HUB_OFFLINE is set on this computer, so nothing is fetched. Start the program without it, or add the model from a folder or a stick.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{endpoint} has no {what}. Check the spelling; if it is private, log in first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{repo} is given only to people who accepted its license. Open {url} and accept it there; then log in here and try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{endpoint} does not accept your token any more. Log in with a new one and try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} has {free} free, which is not enough for {needed}. Make room and try again: what was fetched so far is kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} takes no files as large as those of {what}; drives formatted as FAT32 take up to 4 GB. Keep the library on another drive.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is not taken in: {reason}. Choose another model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is another model {name} in {folder}; nothing was changed. Choose another name, or remove that one first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is the name of a model on offer, and this is another one. Add it alone, under a name of its own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{source} and {target} lie one in the other, so no model can be made of the one in the other; nothing was changed. Choose another name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no model {name}. Write open_clip:NAME/TAG, hf:OWNER/REPOSITORY, a link to the model&apos;s page, or choose a file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model {name} is damaged ({reason}). Press Repair, or remove it and add it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} cannot be used from where it is ({reason}). Add it with “Add another …” to copy it.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PathSorting</name>
    <message>
        <source>You opened {0} photos; the query has the first {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} (and {1} more)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{0}” is neither a photo nor a folder of photos.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no file or folder {0}.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PhotoActions</name>
    <message>
        <source>View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open in another program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show in file manager</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find similar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add to the query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not like this</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use as sketch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PhotoFacts</name>
    <message>
        <source>Copy the path</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PhotoPanel</name>
    <message>
        <source>About the selected photo</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Why it is here</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PhotoRows</name>
    <message>
        <source>not plugged in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Title</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Description</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keywords</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rating</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Taken</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Camera</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exposure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>RAW file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} not plugged in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PhotoViewer</name>
    <message>
        <source>Previous photo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next photo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This photo is on a drive that is not plugged in: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This photo cannot be read any more: {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Pictures</name>
    <message>
        <source>Photos ({0})</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PrecisionDialog</name>
    <message>
        <source>Index photos faster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without a graphics card, photos can be indexed with coarser arithmetic: 8 or 16 bits instead of 32. That is faster on many computers, but may change what you find. So it is tried on 300 of your photos first, and offered only if 98 of 100 photos found stay the same. Then all photos are indexed again, in the background.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go back to 32 bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of 1,000 photos found {0} stay the same, {1} have to. It is {2} times as fast. Tried with {3} photos and {4} searches.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You can use it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is not offered: you would find other photos.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It finds the same photos, but is no faster on this computer.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PrivacyPage</name>
    <message>
        <source>What leaves this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking at the record …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Requests to other computers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draw sketches of queries, here on this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing leaves this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where everything is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drawn pictures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No photo, no query and no statistic is sent anywhere. A network is used only when you fetch a model, log in for one, or ask for a newer version; each answered request is on record below.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sketches are drawn by a model on this computer, marked as drawn, kept in the cache only, and never put among your photos. Without them you search by words.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Questions are answered by a model on this computer. What it said of your photos is kept in the cache, so that asking again is quick; it goes with the folder when you remove one. Text in a photo is never put into the prompt; a model may still believe what it reads there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Library and models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thumbnails, sketches, answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This record, and logs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The record cannot be read: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On record: no request to any other computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>On record: %Ln request(s), the first on {0}. Newest first:</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProblemsModel</name>
    <message>
        <source>in part</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is wrong</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Found</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ProblemsPage</name>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try all again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to photos</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Problems</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every file could be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) could not be read, or only partly.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Your files are not touched. A file is tried again by itself when it changes.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>QueryBar</name>
    <message>
        <source>Back to the search before (Alt+Left)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forward (Alt+Right)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search by a photo of yours (Ctrl+Shift+F)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search by photo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings (Ctrl+,)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say what the photo shows, ask a question, or drop a photo here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Several parts: 2:golden retriever + pool - fruit   (Ctrl+F or / comes here)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Earlier queries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search by a photo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The picture could not be kept in {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pasted picture</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>QueryLine</name>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ResultsModel</name>
    <message>
        <source>Named or tagged so</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Confident</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Maybe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Less likely</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Closest first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>drive not plugged in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>named or tagged so</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>confident</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>maybe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>less likely</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ResultsView</name>
    <message>
        <source>Photos</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>photo {0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>photo {0} of the answer</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SearchController</name>
    <message>
        <source>Stopped before anything was found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The search engine ended twice over this query. Try other words.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Searching …</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SearchControls</name>
    <message>
        <source>Sketches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draw sketches of what is asked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words and sketches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Instruction only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sketches only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One sketch only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sketches are drawn of what you ask, and photos like them are found too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No sketches are drawn: only your words and example photos are searched by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search by: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is searched by: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every search begins with “{0}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Begin every search with “{0}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what you ask, and the sketches drawn of it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>your words as you typed them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what the photo should show, made of your words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing but the sketches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing but a single sketch</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SearchTimes</name>
    <message>
        <source>{0} s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sketch {0} was drawn in {1} s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sketch {0} had been drawn earlier</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first photos were found in {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Searching …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drawing …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drawing {0}: step {1} of {2}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thinking about your words …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preparing {0} for this computer, once: {1} of {2}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Getting ready to draw …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>about {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Sentences</name>
    <message>
        <source> MB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> megapixels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> minutes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> pixels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>16 GB of memory and a graphics processor with 12 GB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>16 GB of memory, or 8 GB and a graphics processor with 4 GB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>4 GB of memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>8 GB of memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A ( has no ) behind it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A ) has no ( before it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A chat model, for rewriting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A folder whose disk does not answer for longer counts as offline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A formula has {0} characters at most.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A part of this program does not load: {0}. `visret doctor` says what to do about it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A path is empty. Name a folder or a file; `.` is the current one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A photo that takes longer to read is given up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A picture model, for sketching</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A vision language model as encoder, for many languages; for graphics processors.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A vision model, for answers from photos</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A weight is between {0} and {1}, not {2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Address of the model hub; empty: HF_ENDPOINT or its default</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Adds sketches to the encoder that is in use: your photos are not read again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An encoder, for finding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another drive than before is plugged in at {0}; the photos of the one before stay offline. Plug that one in again, or remove the folder from the library and add it anew.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another visret process ({0}) is indexing this library. Searching still works; wait for it to finish or stop it, then try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer questions from the photos that are found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answers with care about details, in many languages, and shows where it saw them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cannot search by {0}: {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Damping of later places when rankings are joined</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Detailed pictures under an open license, for graphics processors with 8 GB or more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Disk space that kept sketches may take</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draw all of them, also where fewer are enough</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draw sketches of what is searched, and search by them too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>English</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>English and scientific names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File of your marks of right and wrong; empty: in the data folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finds your photos by words and by example within minutes. English. Sketches and answers can be added later, without reading the photos again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder names or patterns that scans leave out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Follows long instructions most closely; slow, for graphics processors with 16 GB.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For laptops without a graphics processor: quick to search, rough sketches.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For slow computers: almost as good as the default in less time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Four steps, small, with fewer strings attached to its license than the Turbo models.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>HF_HUB_OFFLINE is set, so nothing is fetched. Unset it and repeat the command, or take the pack from a folder with `visret packs import FOLDER`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has no {0} yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is a Python package: install it again as you did before. Your library stays.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It runs from its source: `git pull` there, then `uv sync`. Your library stays.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its drive is not there, and there is no thumbnail of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Knows plants, animals and fungi by name; meant as a second index beside a general encoder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Knows the most about the world, and takes the most memory; in many languages.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language, from the next start on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longer side of cached thumbnails</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Many languages, sketches and answers, for most computers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model that answers questions from photos</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model that draws sketches of a query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model that turns photos and words into vectors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model that turns queries into instructions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models that are not used leave the memory after; 0: never</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More than {0} parentheses in one another.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No photo can be found: {0} and {1} cannot be so together.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No photo can be found: {0} is wanted and excluded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing follows the {0} in {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notice new and changed photos while the program runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One step a picture: the choice for processors without a graphics card and for cards with 4 GB.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>OpenVINO cannot draw with it ({0})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Photo {0}: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Photos cannot be decoded, because a part of this program does not start ({0}). Close other programs and try again, or install it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Photos larger than this are not read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Photos that a search shows at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Photos that are read for an answer at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Precision of the image tower on processors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Processor cores that indexing leaves to other programs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Processor for the encoder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Processor for the reader</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Processor for the rewriter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Processor for the visualizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Proxy for downloads; empty: that of the system, if any</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quality</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Second encoder that answers beside it, such as one for nature</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sees small things better and mistakes less; for graphics processors, or for patience.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sharper pictures in one step, for graphics processors with 8 GB.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sides of sketches where they are not what the model was made for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sketches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sketches that are drawn of each instruction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Small and quick; enough for short queries.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Small and well known, to compare others with; English only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Something is missing after {0} in the formula.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Something went wrong.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Standard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The best of the general encoders here, for computers with a graphics processor or patience.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The best pictures under a fully open license, for graphics processors with 16 GB.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The best search and the best sketches that a good graphics processor makes in seconds.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The catalog {0} was written by a newer version of visret. Update this program, or go back to the backup that was made before: `visret doctor --restore`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The default: understands many languages, good on everything.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The default: writes good instructions in seconds.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The device {0} cannot be used: {1}. Choose cpu or repair its driver.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The disk could not read or write {0} ({1}). See whether its drive is plugged in and in order, then try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The disk could not read this file ({0}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The disk is full: {0} cannot be written. What was done so far is kept; make room there and try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The encoder that the VisRet paper reports on; English only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The examination ended before it was done (code {0}). Its log says more; try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file ends early: about {0} of the picture is there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file ends early: only about {0} of the picture is there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is larger than 2 GB.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is not there any more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file of this photo is another one than when it was indexed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The files of {0} are in use ({1}). Close other windows of this program and try again; nothing was changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The formula has too many alternatives in one another.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The formula has {0} parts; {1} are the most.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The formula is empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The home folder in {0} is not known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The library&apos;s catalog {0} cannot be used: {1}, and there is no backup of it that could take its place. If it is on a drive, plug it in and try again. To begin a new library, run `visret doctor --repair`. Your photos are untouched.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The library&apos;s catalog {0} cannot be used: {1}. It is restored from its backup as soon as no other window or command of visret writes it; if this stays, close them and try again. Your photos are untouched.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model pack {0} is being installed by another window or command right now. Wait until it is done, or stop it there, then try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model pack {0} is damaged: {1}. Install it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model pack {0} is made to be the {1}, not the {2}. `visret packs list` shows what each is for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model pack {0} is not installed. `visret packs list` shows what there is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model pack {0} is part of the program and stays. `visret packs use NAME` makes the program work with another.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model pack {0} lies in {1}, which is not there now. Plug in its drive, or install the pack again to have it here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model pack {0} needs about {1} on {2} and {3} are free. Close other programs and try again, or choose a smaller pack or another device.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The number of sketches cannot be {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The parts of this query cancel each other out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The picture does not fit into memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The picture has no pixels.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The picture has {0} megapixels, more than the {1} allowed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The picture is damaged and cannot be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The program ended while it read this photo.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The program made a mistake: {0}. `visret doctor` names the log.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The query has {0} characters; {1} are the most.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The query has {0} parts; {1} are the most.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The query is empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The query is empty. Type what the photo shows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The query&apos;s own words are used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The question is empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The reader failed ({0}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The reader looks at no more than {0} photos at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The reader said nothing that can be used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The rewriter failed ({0}); the query&apos;s own words are used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The rewriter that the VisRet paper reports on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sketch {0} belongs to no instruction.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The smallest download; English only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The smallest: answers simple questions about what is plain to see, and shows no regions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The step {0} failed on this photo ({1}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The token comes from the environment variable {0}; unset it to be logged out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The words about this photo {0} could not be read: they are {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is another model pack {0} in {1}; nothing was changed. Choose another name with --as, or remove that one first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no family {0}. Choose one of {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no field {0}. Fields are: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no file {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no folder {0}. If it is on a drive, plug it in and try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no model pack {0}. `visret packs list` names those on offer; others are installed as open_clip:MODEL/TAG, hf:OWNER/REPOSITORY or hf:OWNER/REPOSITORY/FILE.gguf.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no picture {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no question. Type what you want to know.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no strategy {0}. Choose one of {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is not enough memory on {0} for the model pack {1}. Close other programs and try again, or choose a smaller pack.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>They are switched off in the settings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This RAW file is damaged or of a camera that this program does not know.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This file cannot be looked at ({0}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This folder cannot be read ({0}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is a picture that visret drew, such as a sketch, and not a photo.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is not a message that the search engine takes: {0}. Ask for something else; if you did not ask for anything, it is a mistake of this program.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is not a picture, or one of a kind that this program does not know.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This photo crashes the decoder ({0}); it is left out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This photo is not in the library any more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This photo takes long to decode.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This sketch is not in the cache any more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This token cannot be used: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To update, {0}. The new version replaces the program folder; your library stays.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two sketches have the same name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Under an open license, and better at languages other than English.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight of the sketches beside the words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What draws sketches on processors: what suits this one best, or diffusers as published</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is missing is indexed again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is searched by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where is {0}?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From a sketch, not from photos: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From sketches, not from photos: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No photo could be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No place is called {0}.{1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No sketch could be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None of the {0} photos read shows it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None of the {0} photos read shows it; {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None of the {0} sketches read shows it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None of the {0} sketches read shows it; {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading 1 photo …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading 1 sketch …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading {0} photos …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading {0} sketches …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sketch {0} says otherwise: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sketch {0} says so, too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sketches are not drawn: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sketches {0} say otherwise: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sketches {0} say so, too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first photo does not show it; reading {0} more …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first {0} photos do not show it; reading {1} more …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The library has no {0} {1}. {2}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The photo read does not show it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The photo read does not show it; {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The photos differ: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The photos disagree: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sketch read does not show it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sketch read does not show it; {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the reader says of the photo cannot be used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the reader says of the photos cannot be used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the reader says of the sketch cannot be used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the reader says of the sketches cannot be used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You may not read or write {0}. Change its permissions and try again, or let VISRET_DATA_DIR, VISRET_CACHE_DIR and VISRET_CONFIG_DIR name folders elsewhere.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You may not read this file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your account may not read {0} yet. Open {1} with that account and accept the license (some owners answer by mail); a token must allow reading gated repositories. Then try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a token is one word, such as hf_ and 34 letters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a value such as {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a value, such as {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>about {0} a photo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>about {0} a query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>about {0} a sketch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>about {0} a word</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>about {0} photos a second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>about {0} sketches a second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>about {0} words a second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an archive can hold anything; unpack it and import the folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>another form cannot be made: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>another form takes {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>answering</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>diffusers cannot draw with it ({0})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>diffusers cannot use it ({0})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>files of this kind can run code when they are loaded; look for .safetensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>finding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it answers with a page for people; a login to the network may be needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it cannot be read ({0})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it did not come from a hub; take it in again with `visret packs import`</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it has no mmproj file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it has several mmproj files; one is wanted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is a token of an organization; make one of your own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is made for {0}, not for {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is of another version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it knows no accounts; tokens are those of another hub</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it read no picture: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its chat template makes very long prompts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its export to ONNX came out incomplete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its list of files does not end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its {0} cannot be read ({1})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its {0} cannot be read ({1}: {2})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its {0} cannot be used ({1}: {2})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its {0} takes no {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>larger than {0} MB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>llama.cpp cannot use it ({0})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>llama.cpp computes on {0} here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>llama.cpp was built for a graphics processor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>many</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nested too deeply or with too many parts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no graphics processor with a driver was found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>open_clip has it only as a pickled file, which can run code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rewriting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sketching</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the name {0}… is too long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the settings in its manifest cannot be used ({0})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this address or that of the proxy makes no sense: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this llama.cpp was built for the CPU only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>torch cannot use it: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>two of its files have the same name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what looked at it ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what the reader says of {0} more cannot be used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} = excluded.{1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} Leave some out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} Say in fewer words what the photo shows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} a photo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} a query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} a sketch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} a word</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} and {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} and {1} lie one in the other, so no pack can be made of the one in the other; nothing was changed. Choose another name with --as, or another folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} answers too many requests now ({1}). Wait {2} and try again; what was fetched so far is kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} arrived altered twice: {1}. Something between here and {2} changes it, such as a proxy or a login page. Try another network; the other files are kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} beside it is a link that leads elsewhere; put the file itself there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} came out incomplete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} cannot be linked ({1}). Leave --link out to copy it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} cannot be loaded ({1})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} cannot be reached ({1}). Check the connection and repeat the command; what was fetched so far is kept. Without a network: `visret packs import FOLDER`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} cannot be reached ({1}). Check the connection and try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} cannot be used ({1})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} cannot be used ({1}): it is a file where a folder is wanted, or the other way round. Move it away or name another place, then try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} does not accept your token. Make a new one at {1} and run `visret packs login` with it, or unset HF_TOKEN, and repeat the command.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} does not lie in one of visret&apos;s own folders, so it stays as it is. If that folder is visret&apos;s, put an empty file named .visret-own into it and try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} draws at {1} × {2} pixels, {3}. It was made for {4}, and may draw worse at this size: `visret bench quality --pixels {5}` measures it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} draws at {1} × {2} pixels, {3}; it was made for that, too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} draws at {1} × {2} pixels.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} has no part in this answer: {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} has no {1}. Check the spelling; if it is private, log in with `visret packs login` and repeat the command.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} has none of the endings {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} has not answered for {1} seconds. If it is on a network, see whether that is there; it is looked at again at the next run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} has still to look at {1} photos; until it has, the first encoder answers alone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} has {1} free, which is not enough for {2}. Make room and repeat the command: what was fetched so far is kept. --to DIR puts the pack on another drive.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} holds files that are not visret&apos;s. Choose an empty folder or a new one; nothing in it was changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} in photo {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} in photo {1}; but {2}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} in photos {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} in photos {1}; but {2}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} in sketch {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} in sketch {1}; but {2}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} in sketches {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} in sketches {1}; but {2}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} in {1} has other bytes than its manifest says</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is a file. Name the folder that it is in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is a link that leads out of it; put the file itself there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is already there and stays as it is. Choose another name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is among your photos, where nothing is ever written. Choose another place.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is given only to people who accepted its license. Open {1}, log in and accept; then make a token at {2}, run `visret packs login` with it and repeat the command.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is inside {1}, which is in the library already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is missing in {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is no sketch that this program drew.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is not a file of judgments ({1}). Mend it or name another.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is not in the library any more, but traces of it are still on the disk, because another window or command of visret is reading them. Close it, then run `visret doctor --repair`; the next indexing run removes them, too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is not taken in: {1}. Choose another file or model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is not there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is not there. If it is on a drive, plug it in and try again; what was saved there before is as it was.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is on a disk that may only be read. Make it writable and try again, or let VISRET_DATA_DIR, VISRET_CACHE_DIR and VISRET_CONFIG_DIR name folders elsewhere.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is the name of a model on offer, and this is another one. Give it a name of its own with --as NAME.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is too much like {1}, which there is already. Choose another name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} leads out of its folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}, in photo {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}, in photo {1}; but {2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}, in photos {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}, in photos {1}; but {2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}, in sketch {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}, in sketch {1}; but {2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}, in sketches {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}, in sketches {1}; but {2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}. That is from photo {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}. That is from photo {1}; but {2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}. That is from photos {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}. That is from photos {1}; but {2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}. That is from sketch {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}. That is from sketch {1}; but {2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}. That is from sketches {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}. That is from sketches {1}; but {2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: being read …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: no photo could be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: no sketch could be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: none of the {1} photos read shows it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: none of the {1} photos read shows it; {2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: none of the {1} sketches read shows it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: none of the {1} sketches read shows it; {2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: the photo read does not show it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: the photo read does not show it; {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: the photos differ, {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: the photos disagree, {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: the sketch read does not show it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: the sketch read does not show it; {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: the sketches differ, {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: the sketches disagree, {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: what the reader says of the photo cannot be used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: what the reader says of the photos cannot be used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: what the reader says of the sketch cannot be used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: what the reader says of the sketches cannot be used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: {1} (photo {2}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: {1} (photo {2}); but {3}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: {1} (photos {2}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: {1} (photos {2}); but {3}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: {1} (sketch {2}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: {1} (sketch {2}); but {3}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: {1} (sketches {2}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: {1} (sketches {2}); but {3}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} photos a second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} says nothing about versions that can be used: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} says nothing of what the photos show.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} sends what cannot be used ({1}). Check the address of the hub in the settings, or try another network or hub; what was fetched so far is kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} sketches a second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} takes no files as large as those of {1}; drives formatted as FAT32 take up to 4 GB. Put the pack on another drive with --to DIR.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} takes {1}, which its weights are not worth</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} times as fast as fp32 here; {1} of the photos</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} took longer than {1} seconds.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} was altered; `visret packs install {1}` repairs it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} was not accepted here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} was replaced by its owner; this version of the program knows another</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} words a second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} would find nearly the whole library. Say also what the photos show, or when or where they were taken.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} would get larger than your system allows a file to be. What was done so far is kept; raise the limit (quota, `ulimit -f`) or move the folder elsewhere, then try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: the license {1} asks for your consent. Read {2} and, if you agree, repeat the command with --accept-license.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}:{1} is not understood; {2}: takes {3}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}; the query&apos;s own words are used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}{1}. Choose another name.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Session</name>
    <message>
        <source>The search engine keeps ending over this folder. Try again later.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The search engine keeps ending while it indexes. Its log says more.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SetCard</name>
    <message>
        <source>About {0} to fetch; needs {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get and use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In use</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Photos</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Searching</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Processor (CPU)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NVIDIA graphics (CUDA)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Apple graphics (Metal)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Intel graphics (XPU)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words and sketches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Instruction only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sketches only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One sketch only</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ShortcutsPage</name>
    <message>
        <source>Keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop, then clear</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the photos</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Earlier queries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search by a copied picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Photos</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arrows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move; with Shift select</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>View, and back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Right, wrong for this query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl + wheel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size of the photos</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One sketch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sketch beside it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Order the photos by it, and back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draw it again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep it as it is, or not</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A photo of yours instead</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search by it alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Photos of an answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The photo beside it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>View it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer without it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One photo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Larger, smaller</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>100 %, the whole photo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next, previous</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Full screen, filmstrip</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where the answer is seen</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SketchCard</name>
    <message>
        <source>Draw {0} again (R)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draw {0} now (R)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Let {0} be drawn again (L)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep {0} as it is (L)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use a photo of yours instead of {0} (M)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search by {0} alone (O)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove {0} (Delete; Ctrl+Z brings it back)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ready</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sketch {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>locked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>orders the photos</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It would hardly change the first page. Press to draw it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>drawn earlier</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>drawn in {0} s</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SketchFace</name>
    <message>
        <source>not drawn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step {0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>your photo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sketch, not a record</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SketchSideBox</name>
    <message>
        <source>Size of sketches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sketches of {0} × {0}, as made</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sketches of {0} × {0}, about {1} × the work</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SketchStrip</name>
    <message>
        <source>Sketches of the query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop drawing, keep what is there (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draw other sketches; locked ones stay (Ctrl+Shift+A)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a photo of yours to the sketches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo the last change of the sketches (Ctrl+Z)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draw those left out (Ctrl+Shift+M)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sketches, not records</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One was enough</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two were enough</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} were enough</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thinking about what the photo should show …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fold the sketches away</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the sketches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A photo of yours to search by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The picture could not be kept in {0}.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SketchWork</name>
    <message>
        <source>Draw sketches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the sketches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit the instruction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draw other sketches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draw the sketches left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SourceBadge</name>
    <message>
        <source>From photos</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Photos of yours say so</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From a sketch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A drawn sketch says so, which is no record: no photo of yours does</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From photos and sketches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Photos of yours say so, and drawn sketches, which are no record</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model says so without having looked at a photo; it may be wrong</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <source>Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · {0} files seen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking through {0} …{1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>looking for changes …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finding out what is quick here … {0} %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>finding out what is quick here …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paused · {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>paused at {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Indexing {0}… {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>indexing {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} photos/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} s a photo</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) indexed in {0}</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Go on</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ViewerBar</name>
    <message>
        <source>Show where the answer is seen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the filmstrip</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show at 100 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the whole photo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave full screen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>WhyLines</name>
    <message>
        <source>Its keywords say so</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its title says so</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its file name says so</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its folder’s name says so</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Order the photos {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>_KeysArea</name>
    <message>
        <source>Keys</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lists</name>
    <message>
        <source>text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>instruction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>photo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>text and photo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{0}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sketch {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} by {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}st</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}nd</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}rd</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}th</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
