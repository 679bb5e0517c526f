"""Near misses: answers that sound alike, or are of one kind, and cannot both be true."""

from itertools import combinations

import pytest

from visret_desktop.engine.answers.answer_aggregation import same
from visret_desktop.models.answering.answer_matching import gist

# A question, and answers of which no two agree.
SIBLINGS = """\
What color is it? |
  red, blue, green, yellow, purple, brown, black, white, gray, pink
What color is it? |
  teal, maroon, ochre, charcoal, lilac, ivory, lime, coral
What color is it? |
  navy, sky blue, turquoise, emerald, beige
What color is it? |
  light green, dark green, light blue, dark blue
What color is it? |
  crimson, salmon, chestnut, pumpkin, lemon, plum
What color is it? |
  olive, mint, emerald, lime
What color is it? |
  scarlet, burgundy, coral, brick red
What color is it? |
  cream, charcoal, tan, jet black
What shape is it? |
  round, square, triangular, star-shaped, heart-shaped, crescent, hexagonal, octagonal,
  pentagonal
What shape is it? |
  conical, cylindrical, spherical, cube-shaped, pyramid-shaped
What shape is it? |
  hooked, straight, forked, rounded
What shape is it? |
  oval, rectangular, diamond-shaped, kidney-shaped
What shape is it? |
  lobed, serrated, needle-like, feathery, heart-shaped
What shape is it? |
  long, short
What shape is it? |
  thin, thick
What shape is it? |
  bell-shaped, funnel-shaped, cup-shaped
What is it made of? |
  oak, pine, beech, birch, bamboo, teak, mahogany, walnut
What is it made of? |
  granite, marble, slate, sandstone, limestone, flint
What is it made of? |
  gold, silver, copper, bronze, brass, iron, lead, platinum
What is it made of? |
  wool, silk, cotton, linen, nylon, velvet, leather, fur
What is it made of? |
  wood, stone, glass, plastic, paper, rubber, brick, concrete, ice, wax, sand
What is it made of? |
  straw, reed, rubber, bamboo
What is it made of? |
  porcelain, terracotta, glass, stoneware
What is it made of? |
  cardboard, newspaper, plastic
What is it made of? |
  asphalt, gravel, cobblestone, sand, flagstones
What is it made of? |
  felt, lace, corduroy, canvas, cashmere
What is she doing? |
  jogging, walking, swimming, cycling, sleeping, eating, drinking, singing, digging, climbing,
  reading, skiing
What is she doing? |
  knitting, sewing, ironing, weaving, crocheting, painting
What is she doing? |
  mowing, raking, weeding, planting, watering, pruning
What is she doing? |
  cooking, washing dishes, sweeping, mopping, vacuuming, ironing, shopping
What is she doing? |
  barking, howling, yawning, sniffing, scratching, digging, licking, shaking
What is she doing? |
  soaring, perched, swimming, brooding, landing, taking off, preening
What is she doing? |
  sitting, standing, lying, kneeling, crouching, hanging
What is she doing? |
  pushing, pulling, lifting, throwing, kicking, catching
What is she doing? |
  boarding, getting off, waiting, driving
What is she doing? |
  laughing, crying, yawning, kissing, hugging, smoking
What is she doing? |
  playing football, playing tennis, playing chess, playing cards, playing guitar, playing piano
What is she doing? |
  photographing, filming, phoning, texting, typing
What is she doing? |
  rowing, sailing, surfing, fishing, diving, kayaking
What is she doing? |
  loading, unloading
What is she doing? |
  opening, closing
What is she doing? |
  climbing, descending
What is she doing? |
  dressing, undressing
What is she doing? |
  entering, leaving
What is she doing? |
  hammering, sawing, drilling, welding, painting, paving
What is she doing? |
  plowing, harvesting, milking, shearing, herding
What kind of bird is it? |
  great tit, blue tit, sparrow, wren, robin, blackbird, starling, magpie, jay, crow, pigeon,
  swift, swallow
What kind of bird is it? |
  mallard, teal, goose, swan, coot, heron, stork, crane, gull, tern
What kind of bird is it? |
  buzzard, kestrel, osprey, golden eagle, vulture, barn owl, tawny owl, red kite
What kind of dog is it? |
  beagle, poodle, labrador, german shepherd, pug, boxer, dachshund, husky, dalmatian, corgi,
  chihuahua, rottweiler
What kind of cat is it? |
  siamese, persian, maine coon, sphynx, bengal, ragdoll
What animal is it? |
  dog, cat, horse, cow, sheep, goat, pig, rabbit, deer, fox, wolf, bear, lion, tiger, elephant,
  badger, otter, seal, bat
What kind of tree is it? |
  oak, birch, beech, maple, pine, spruce, fir, larch, willow, poplar, ash, linden, alder, yew
What kind of flower is it? |
  rose, tulip, daisy, sunflower, poppy, lily, orchid, daffodil, crocus, iris, dandelion,
  lavender
What kind of fruit is it? |
  apple, pear, banana, orange, lemon, cherry, plum, peach, grape, strawberry, raspberry,
  blueberry, kiwi, mango
What kind of vegetable is it? |
  carrot, potato, tomato, cucumber, onion, leek, cabbage, broccoli, pumpkin, spinach
What kind of insect is it? |
  butterfly, moth, bee, wasp, fly, beetle, dragonfly, ant, grasshopper
What kind of fish is it? |
  trout, salmon, carp, pike, eel, perch, cod, tuna, shark
What kind of vehicle is it? |
  car, bus, truck, tram, train, tractor, bicycle, motorcycle, ambulance
What kind of boat is it? |
  canoe, kayak, ferry, yacht, barge, gondola, rowboat
What kind of tool is it? |
  hammer, saw, axe, rake, drill, scissors, wrench, shovel
What instrument is it? |
  violin, cello, guitar, piano, flute, trumpet, drum, harp, accordion
What kind of shoe is it? |
  sneaker, sandal, boot, slipper, clog, high heel
What kind of hat is it? |
  beret, bowler, top hat, straw hat, helmet, cap
Which season is it? |
  spring, summer, autumn, winter
What is the weather like? |
  raining, snowing, sunny, foggy
Where was it taken? |
  beach, forest, desert, mountain, city, farm, kitchen, museum, school, airport
Where was it taken? |
  kitchen, bathroom, bedroom, living room, garage, office, attic, basement, classroom
Where is it? |
  river, desert, meadow, cave, street, harbor, zoo
Where is it? |
  swamp, vineyard, orchard, canyon, glacier, lighthouse
Where is it? |
  on the sofa, on the bed, on the table, on the roof, on a fence, on the windowsill
Where is it? |
  in the barn, in the field, in the stable, in the pond
"""
# A question, an answer, and another one that excludes it.
PAIRS = """\
What color is the dog? | solid brown | white with brown spots
What color is the dog? | brown | white with brown spots
What color is the cat? | all black | white with a black tail
What color is the flag? | red with a white cross | white with a red cross
What color is the shirt? | blue with white stripes | plain white
What color is the bird's head? | mostly red | black with a little red
What color is the car? | red | black with red seats
What color is the wall? | green | white with green trim
What color is the butterfly? | orange with black veins | black with orange bands
What shape is the table? | round | square with rounded corners
What shape is the window? | square | round in a square frame
What shape is the leaf? | heart-shaped | oval, pointed, not heart-shaped
What shape is the box? | long and flat | long and round
What shape is the beak? | short and hooked | long and hooked
What shape is the tail? | long and forked | long and pointed
How many cups and plates are there? | 4 cups and 6 plates | six cups and four plates
How many birds are there? | two adults and three chicks | three adults and two chicks
How many dogs and cats? | two dogs and a cat | one dog and two cats
How many people are there? | more than ten | fewer than ten
How many trees? | at least 12 | at most 8
Is the door open? | yes | The door is not open
Is there a dog? | No dogs on lead are visible. | Yes, on a lead
Is the man wearing a hat? | Yes, a straw hat | No, he holds a hat in his hand
Is the cup on the table? | It is under the table | yes
Is the bird on the left? | It is on the right | yes
Is the light green? | The light is red, the arrow is green | It's not green
Does the bird have a long tail? | It has a short tail. | yes
Is the cat black? | The cat is white with black paws. | Yes
Are the dogs running? | One dog is running, the other lies. | no
Is the boat red? | It's a blue boat with a red stripe. | yes
Is the water deep? | The water is shallow. | yes
Is it winter? | It's summer. | yes
Is the ground covered with snow? | No, only the roofs are covered with snow. | yes
What is the table made of? | wood | glass with wooden legs
What is the wall made of? | brick | wood covered with brick wallpaper
What is the house made of? | stone | wood on a stone foundation
What is the spoon made of? | silver | wood with a silver handle
What is the bag made of? | leather | cloth with leather straps
What is the bench made of? | iron | wooden slats on an iron frame
What is the roof made of? | tin | not tin but tiles
What is the boy doing? | playing soccer | playing basketball
What is the boy doing? | playing with a ball | playing with a dog
What is the man doing? | playing the trumpet | playing the drums
What is the man doing? | reading a newspaper | reading a map
What is the woman doing? | riding a horse | riding a camel
What is the woman doing? | washing the car | washing the dog
What is the man doing? | driving a tractor | driving a bus
What is the woman doing? | pushing a stroller | pushing a wheelbarrow
What is the man doing? | carrying a ladder | carrying a child
What is the girl doing? | painting a fence | painting her nails
What is the bird doing? | feeding its chicks | feeding on berries
What is the woman doing? | brushing her teeth | brushing her hair
What is the woman doing? | brushing the dog | brushing her hair
What is the man doing? | walking toward the camera | walking away from the camera
What is the man doing? | putting on a jacket | taking off a jacket
What is the man doing? | climbing up a rope | climbing down a rope
What is the dog doing? | waiting to be fed | waiting by the door
What is the man doing? | looking at his watch | looking out of the window
What is the man doing? | opening a bottle | opening a window
What is the man doing? | holding a fish | holding a cat
What is the girl doing? | eating an apple | eating a sandwich
What is the man doing? | cutting bread | cutting wood
What is the man doing? | drinking beer | drinking coffee
What is the man doing? | sitting on a horse | sitting on a bench
What kind of bird is it? | black woodpecker | green woodpecker
What kind of bird is it? | a duck with a duckling | a goose with goslings
What kind of dog is it? | a golden retriever | a flat-coated retriever
What kind of bear is it? | a black bear | a brown bear
What kind of boat is it? | fishing boat | sailing boat
What kind of shop is it? | a flower shop | a book shop
What kind of vehicle is it? | a fire truck | a garbage truck
What kind of tree is it? | apple tree | cherry tree
What kind of shoes? | running shoes | ballet shoes
What kind of snake is it? | corn snake | grass snake
What kind of bird is it? | a parrot, not a macaw | a macaw
Where is the cat? | on the bed | under the bed
Where is the cat? | in front of the sofa | behind the sofa
Where is the cat? | in the box | on the box
Where is the dog? | in the house | in front of the house
Where is the dog? | next to the car | in the car
Where is the ball? | left of the tree | right of the tree
Where is the car? | in front of a house | in front of a church
Where is the bird? | on a branch over the river | on a rock in the river
Where is the lamp? | above the table | on the table
Where is the cat? | on a red chair | on a wooden table
Where is the cat? | near the door | near the window
Where is the house? | at the foot of the hill | on top of the hill
Where is the flag? | on the roof of the church | at the door of the church
Where is the dog? | outside the kennel | inside the kennel
Where is the picture? | on the kitchen wall | on the kitchen floor
What does the sign say? | No parking | Parking
What does the sign say? | Exit | No exit
What does the sign say? | Do not enter | Enter
What does the sign say? | Open 9-5 | Open 9-6
What does the sign say? | Platform 1 | Platform 11
What does the sign say? | Closed on Monday | Open on Monday
What does the sign say? | Keep left | Keep right
What does the sign say? | Room 12A | Room 12B
What does the sign say? | Berlin 35 km | Berlin 53 km
What does the sign say? | Push | Please do not push
What does the sign say? | Main Street North | Main Street South
What does the sign say? | Dogs must be kept on a lead | No dogs
What does the sign say? | No smoking | Smoking area
What does the sign say? | Entrance | Emergency entrance only
What time is it on the clock? | 10:05 | 10:50
What is the price? | $1.99 | $19.9
What is the license plate? | AB 123 | AB 132
What is the number on the shirt? | 6 | 9
What is the name of the shop? | Miller & Sons | Miller & Daughters
What is the date on the ticket? | 12 May | 21 May
What is on the table? | a cup without a saucer | a cup with a saucer
What is next to the dog? | a black cat | a white cat
What is the man holding? | a red umbrella | a blue umbrella
What is the man holding? | an umbrella in his left hand | an umbrella in his right hand
What is on the plate? | rice with chicken | rice with fish
What is on the plate? | pizza | no pizza, just salad
What is the expression of the man? | happy | unhappy
What season is it? | early spring | early autumn
What time of day is it? | early morning | late evening
What is the bird looking at? | to the left | to the right
Which side is the door on? | the left side | the right side
What is in the basket? | red apples | green pears
Who is in the picture? | a man with a dog | a woman with a dog
Who is in the picture? | an old man | a young man
What are the lid and the box made of? | tin lid, steel box | The lid is of steel and the box of tin.
Where are Ann and Bob? | Ann is in front and Bob is behind | Bob is in front, Ann behind
Where does the path lead? | mill left, lake right | left to the lake, right to the mill
Where are the boxes? | the red box is on the blue box | the blue box is on the red box
What is happening? | The cat is chasing the dog. | The dog is chasing the cat.
What is happening? | A woman is feeding a horse. | A horse is feeding a woman.
Is the shop still open? | yes | It has already closed.
Is the snow still there? | yes | The snow is no longer there.
What is in the basket? | a kitten | a puppy
What animal is it? | a cow | a hen
What is happening? | The ball is running down the hill. | The ball is rolling down the hill.
What are they doing? | shaking hands | waving
What does it say? | T | a cross
What time is it? | quarter to nine in the morning | 9 am
What time is it? | The tram clock shows 9:00 p.m. | 9 am
How many eggs are there? | 2½. | 2
How many eggs are there? | dix-huit | 8
How many eggs are there? | two: 0171234567 or 0987654321 | 3
What shape is the moon? | a crescent | a half moon
What time does it open? | 9 am | 9 pm
What time does it open? | at nine in the morning | 21:00
Who is riding the bike? | a boy in a red shirt | a girl in a red shirt
"""
# A question, and answers that all agree.
ALIKE = """\
What color is the boat? | navy | dark blue | midnight blue
What color is the dress? | burgundy | wine-red | dark red
What color is the cow? | black and white | black with white patches
What color is the bus? | red | bright red with a white roof
What shape is the bread? | braided | a plait | It's a braided loaf.
What is the floor made of? | wooden planks | floorboards
What are the kids doing? | sledding | riding a toboggan | tobogganing
What is the man doing? | shaving | He is removing his beard with a razor.
What is the squirrel doing? | gnawing on a nut | eating a hazelnut
What kind of bird is it? | a tit | great tit
What kind of cheese is it? | a soft cheese | Brie
Where is the book? | on the shelf | in a bookcase
Where is the owl? | in a tree | on a branch
How many trees are there? | a few | three or four | I can count 4.
Is the bridge made of stone? | no | It is a steel bridge.
Is the pond frozen? | yes | It is covered with ice.
Is there anybody on the beach? | no | Nobody is there.
Who is next to whom? | a boy standing next to a girl | a girl standing next to a boy
What is happening? | a boy hugging a girl | a girl hugging a boy
What is there? | a white cup on a black tray on a white table | a white cup on a tray
How many animals are there? | five plus another three | eight
What age is it? | young | a kitten
What is on the beach? | a man and a dog on the beach | a dog and a man on the beach
What are the wings like? | white wings with black tips | black tips on white wings
What time does it open? | 9 am | 9:00 | at nine in the morning
What fish is it? | trout | Most likely a trout, judging by the spots
What bird is it? | a greenfinch, I believe | This appears to be a male greenfinch.
Is het dier van hout of van steen? | hout | wood
"""


def _lines(text: str) -> list[list[str]]:
    joined = text.replace("\n  ", " ")
    return [[part.strip() for part in line.split("|")] for line in joined.splitlines()]


@pytest.mark.parametrize(("question", "answers"), _lines(SIBLINGS))
def test_siblings_of_one_kind_stay_apart(question: str, answers: str) -> None:
    names = answers.split(", ")
    alike = [pair for pair in combinations(names, 2) if same(question, pair)]
    assert alike == []


@pytest.mark.parametrize(("question", "one", "other"), _lines(PAIRS))
def test_what_excludes_each_other_stays_apart(question: str, one: str, other: str) -> None:
    assert not gist(one, question).agrees_with(gist(other, question))


@pytest.mark.parametrize("line", _lines(ALIKE), ids=lambda line: line[0])
def test_what_means_the_same_agrees(line: list[str]) -> None:
    question, *answers = line
    assert same(question, answers)
