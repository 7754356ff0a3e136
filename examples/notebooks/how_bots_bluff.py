import marimo

app = marimo.App()


@app.cell
def _():
    import marimo as mo

    mo.md(
        "# How PtiPassPass bots bluff\nOnce every cup is open, the game itself can say who told the truth and who bluffed "
        "(`State.hindsight`), and who let a chance go by to catch it."
    )
    return (mo,)


@app.cell
def _():
    from collections import Counter
    from random import Random

    import muscade

    game = muscade.game("ptipasspass")

    def played(level, number):
        """What can be said of the claims of a game between three bots of a level."""
        match = muscade.Match(game, seats=3, seed=f"bluff/{number}", max_turns=100)
        rng, bot, told = Random(number), game.bot(level), Counter()
        while turn := match.state.turn():
            seat = rng.choice(turn)
            match.play(seat, bot.choose(match.state.view(seat), match.state.moves(seat), rng))
            told.update(insight.kind for insight in match.state.hindsight())
        return told

    games = dict.fromkeys(("random", "easy", "normal"), 12)
    counts = {level: sum((played(level, n) for n in range(many)), Counter()) for level, many in games.items()}
    return (counts,)


@app.cell
def _(counts, mo):
    shares = {level: told["bluff"] / (told["bluff"] + told["truth"]) for level, told in counts.items()}
    claims = {level: told["bluff"] + told["truth"] for level, told in counts.items()}
    missed = {level: told["missed"] / claims[level] for level, told in counts.items()}
    rows = [f"| {level} | {shares[level]:.0%} | {missed[level]:.2f} |" for level in counts]
    mo.md(
        "\n".join(
            [
                "| bots | claims that are bluffs | chances that went by, a claim |",
                "|---|---|---|",
                *rows,
            ]
        )
    )
    return missed, shares


if __name__ == "__main__":
    app.run()
