"""How people ask for something without a question."""

REQUESTS = (
    "{what}",
    "find {what}",
    "show me {what}",
    "i am looking for {what}",
    "pictures of {what}",
    "do we have {what}?",
    "a photo with {what}",
    "any shots of {what}?",
)


REQUESTS_HELD_OUT = (
    "search for {what}",
    "i would like to see {what}",
    "where is the one with {what}",
)
