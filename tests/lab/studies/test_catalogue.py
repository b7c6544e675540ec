"""The studies by name: those of this package, and those that other packages add."""

from __future__ import annotations

from pathlib import Path

import pytest

import sevenfold
from helpers.small_studies import small_studies
from sevenfold.errors import BadInput
from sevenfold.lab.studies import Settings, Study
from sevenfold.lab.studies.catalogue import BUILT_IN, study_named, study_names

__all__ = ["small_studies"]  # a fixture


@pytest.mark.parametrize("name", BUILT_IN)
def test_studies_say_what_they_are(name: str) -> None:
    found = study_named(name)
    assert issubclass(found, Study)
    assert found.name == name
    assert found.about.endswith("?")
    assert found.__doc__
    made = found(Settings())
    assert len(set(made.names(sevenfold.load("sane_sevens")))) >= len(found.columns) > 0


def test_a_package_adds_a_study(small_studies: Path) -> None:
    assert {"dice", "balance"} <= set(study_names())
    assert study_named("dice").about == "How many eyes?"


def test_what_is_no_study(small_studies: Path) -> None:
    (small_studies / "small_studies-1.0.dist-info" / "entry_points.txt").write_text(
        "[sevenfold.studies]\nfunction = math:sqrt\nnowhere = math:nothing\nabsent = no_such_module:Study\n"
    )
    for name in ("function", "nowhere", "absent"):
        with pytest.raises(BadInput, match=f"The study {name} "):
            study_named(name)
