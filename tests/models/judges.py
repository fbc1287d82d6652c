"""A judge that passes its trial and answers every question alike."""

from auditor.models.interface import Opinion, Stance, Trial


class Says:
    """Says ``stance`` of everything; ``asked`` holds the questions that reached it."""

    prompt = ""

    def __init__(self, stance=Stance.SUPPORTS, sure=0.9, identity="small"):
        self.stance, self.sure, self.identity = stance, sure, identity
        self.asked = []

    def trial(self):
        return Trial(8, 8, constant=False)

    def refusal(self):
        return ""

    def ask(self, questions, take):
        self.asked += questions
        for question in questions:
            take(question, Opinion(self.stance, self.sure, self.identity))
        return ""
