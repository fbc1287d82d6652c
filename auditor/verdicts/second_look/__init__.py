"""A second look at every would-be alarm: how likely it is right, by features that rules do not weigh.

The weights are made by ``training/train_second_look.py`` from labelled scenarios of this project.
"""

from auditor.verdicts.second_look.looking import second_look

__all__ = ["second_look"]
