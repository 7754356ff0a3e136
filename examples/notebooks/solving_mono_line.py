import marimo

app = marimo.App()


@app.cell
def _():
    import marimo as mo

    mo.md(
        "# Solving Mono-Line\nWith twenty pieces each the second player wins, whatever the first piece; "
        "the solver proves it by search, and plays it."
    )
    return (mo,)


@app.cell
def _():
    from random import Random

    import muscade

    game = muscade.game("mono-line")
    solver = game.solver()
    match = muscade.Match(game, seats=2, seed=1, first=0, pieces=20)
    answer = solver.solve(match.state, seconds=120)
    answer.status  # of whoever is to move
    return Random, answer, game, match, solver


@app.cell
def _(Random, match, solver):
    # The first player does anything; the second what is proved.
    rng = Random(5)
    proofs = []
    while turn := match.state.turn():
        seat = turn[0]
        moves = match.state.moves(seat)
        if seat == 0 or len(moves) == 1:
            match.play(seat, rng.choice(moves))
            continue
        found = solver.solve(match.state, seconds=120)
        proofs.append(found.status)
        match.play(seat, found.moves[0])
    outcome = match.outcome
    return outcome, proofs


@app.cell
def _(match, mo, outcome, proofs):
    mo.md(f"{len(proofs)} times a win was proved, and seat {outcome.winners[0]} has won.")
    match.state.view(None)


if __name__ == "__main__":
    app.run()
