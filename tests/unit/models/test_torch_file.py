"""Tensors are read from a file of torch's older form; nothing that such a file says is run."""

from pathlib import Path

import numpy as np
import pytest

from visret_desktop.models.runtimes.torch_file import read_tensors


def test_tensors_are_those_that_torch_wrote(tmp_path: Path) -> None:
    import torch

    whole = torch.arange(24, dtype=torch.float32)
    written = {
        "whole": whole,
        "part": whole[4:10].reshape(2, 3),  # of the same storage
        "turned": torch.rand(4, 3, 2).permute(2, 0, 1),
        "number": torch.tensor(7),
    }
    path = tmp_path / "weights.pth"
    torch.save(written, path, _use_new_zipfile_serialization=False)
    found = read_tensors(path)
    assert found.keys() == written.keys()
    for name, tensor in written.items():
        assert found[name].dtype == tensor.numpy().dtype
        assert np.array_equal(found[name], tensor.numpy())


_BEGINNING = b"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19.\x80\x02M\xe9\x03.\x80\x02}."  # as torch's


@pytest.mark.parametrize(
    "described",
    [
        b"\x80\x02cos\nsystem\nX\x05\x00\x00\x00touch\x85R.",
        b"\x80\x02}X\x01\x00\x00\x00acos\nsystem\nX\x05\x00\x00\x00touch\x85Rs.",
        b"\x80\x02ios\nsystem\n.",
        b"\x80\x02}X\x01\x00\x00\x00aK\x01s.",
        b"\x80\x02",
        b"",
    ],
    ids=["a call", "a call for a tensor", "another command", "a number", "no end", "nothing"],
)
def test_other_files_are_refused(tmp_path: Path, described: bytes) -> None:
    path = tmp_path / "weights.pth"
    path.write_bytes(_BEGINNING + described + b"\x80\x02].")
    with pytest.raises(ValueError):
        read_tensors(path)


def test_a_zip_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "weights.pth"
    path.write_bytes(b"PK\x03\x04" + bytes(100))
    with pytest.raises(ValueError):
        read_tensors(path)


def test_a_tensor_that_claims_more_than_there_is(tmp_path: Path) -> None:
    import torch

    path = tmp_path / "weights.pth"
    torch.save({"a": torch.zeros(300)}, path, _use_new_zipfile_serialization=False)
    content = path.read_bytes()
    path.write_bytes(content.replace(b"M,\x01\x85", b"M-\x01\x85"))  # 301 of 300
    assert content != path.read_bytes()
    with pytest.raises(ValueError, match="more numbers"):
        read_tensors(path)
