"""Every adapter of ours keeps the contract that ``auditor.testing`` gives to authors of others."""

import shutil

import pytest
from store_samples import NIGHTS

from auditor.stores.recognise import find_stores, openers
from auditor.testing import StoreContract


def _kinds():
    """Each kind of store with memories among the sample nights, and a place of that kind."""
    found = {}
    for night in NIGHTS:
        if "corrupt" in night.parent.name:
            continue
        for name, store in find_stores(night):
            if any(store.entries(row) for row in store.rows()):
                found.setdefault(store.kind, (night, "" if name == "." else name))
    return found


KINDS = _kinds()


@pytest.fixture(params=sorted(KINDS))
def sample(request):
    return request.param


class TestTheSamples(StoreContract):
    """The contract, kept by every kind among the samples."""

    @pytest.fixture(autouse=True)
    def _chosen(self, sample):
        self.night, self.name = KINDS[sample]
        self.opener = next(opener for opener in openers() if opener.recognises(self.night / self.name))

    def write(self, folder):
        target = folder / "night"
        shutil.copytree(self.night, target)
        return target / self.name
