"""Ask diff_ledger and compare with answers that are known from elsewhere."""

import subprocess
import sys


def compare(program, questions):
    """questions: list of (parts of the question, expected answer). Exits 1 on a difference."""
    text = "".join("\t".join(str(part) for part in parts) + "\n" for parts, _ in questions)
    done = subprocess.run([program], input=text.encode(), stdout=subprocess.PIPE, check=True)
    answers = done.stdout.decode().splitlines()
    if len(answers) != len(questions):
        sys.exit(f"{len(questions)} questions, {len(answers)} answers")
    wrong = 0
    for (parts, expected), answer in zip(questions, answers):
        if answer != expected:
            wrong += 1
            if wrong <= 20:
                print(f"{parts}: {answer}, but expected {expected}")
    print(f"{len(questions)} questions, {wrong} wrong")
    sys.exit(1 if wrong else 0)
