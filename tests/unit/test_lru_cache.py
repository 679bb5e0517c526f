"""What was not asked for the longest goes first, in whatever values are counted."""

from visret_desktop.lru_cache import LruCache


def test_the_oldest_is_forgotten() -> None:
    cache = LruCache[int, str](2)
    assert cache.put(1, "one") == "one"
    cache.put(2, "two")
    assert cache.get(1) == "one"
    cache.put(3, "three")
    assert (cache.get(1), cache.get(2), cache.get(3)) == ("one", None, "three")
    assert cache.items() == [(1, "one"), (3, "three")]


def test_values_take_what_is_said_of_them() -> None:
    cache = LruCache[str, bytes](30, len)
    for key in "abc":
        cache.put(key, bytes(10))
    assert cache.get("a") is not None
    cache.put("d", bytes(10))
    assert [key for key in "abcd" if key in cache] == ["a", "c", "d"]
    cache.put("a", bytes(5))  # in place of what was there
    assert (cache.size, len(cache)) == (25, 3)
    cache.put("large", bytes(31))
    assert ("large" in cache, cache.size) == (False, 25)
    cache.drop("c")
    cache.drop("c")
    assert cache.size == 15
    cache.clear()
    assert (cache.get("a"), cache.size, len(cache)) == (None, 0, 0)


def test_a_lower_limit_takes_effect_with_the_next_value() -> None:
    cache = LruCache[str, bytes](30, len)
    for key in "abc":
        cache.put(key, bytes(10))
    cache.most = 10
    assert len(cache) == 3
    cache.put("d", bytes(10))
    assert [key for key in "abcd" if key in cache] == ["d"]
