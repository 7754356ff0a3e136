import marimo

app = marimo.App()


@app.cell
def _():
    import marimo as mo

    mo.md(
        "# Ten lines to a game\nA match deals, keeps the record, and hands out views. Bots choose from them."
    )
    return (mo,)


@app.cell
def _():
    from random import Random

    import muscade

    game = muscade.game("pass-pass")
    match = muscade.Match(game, seats=3, seed=7)
    bot, rng = game.bot("normal"), Random(7)
    while turn := match.state.turn():
        seat = turn[0]
        match.play(seat, bot.choose(match.state.view(seat), match.state.moves(seat), rng))
    outcome = match.outcome
    again = muscade.replay(match.record.to_json())
    return again, match, outcome


@app.cell
def _(match, mo, outcome):
    mo.md(
        f"Seat {outcome.winners[0]} has won by {outcome.reason}, after {len(match.record.events)} events: {outcome.scores}."
    )


@app.cell
def _(match):
    last = match.state.view(None)
    last  # a notebook shows a view as its picture
    return (last,)


if __name__ == "__main__":
    app.run()
