import marimo

app = marimo.App()


@app.cell
def _():
    import marimo as mo

    mo.md(
        "# Any position\nA game may begin from any position that its law allows: chance's first move sets it. "
        "What the law forbids is refused with its clause."
    )
    return (mo,)


@app.cell
def _():
    import muscade

    line = muscade.game("mono-line")
    position = "set turn=1 pieces=c3,d6/e1"
    match = muscade.Match(line, seats=2, seed=1, begin_at=position)
    view = match.state.view(1)
    moves = match.state.moves(1)
    view
    return line, match, moves, muscade, view


@app.cell
def _(line, mo, view):
    night = line.picture(view, names=("Ada", "Bea"), theme="dark", language="fr")
    mo.Html(night)
    return (night,)


@app.cell
def _(line, muscade):
    try:
        muscade.Match(line, seats=2, begin_at="set turn=0 pieces=c3/c3")
        refused = None
    except muscade.MuscadeError as error:
        refused = str(error)
    refused
    return (refused,)


@app.cell
def _(muscade):
    # What only one seat sees is in its picture alone.
    cards = muscade.Match(muscade.game("pass-pass"), seats=4, seed=3)
    hands = [cards.game.picture(cards.state.view(seat)) for seat in range(4)]
    return (hands,)


if __name__ == "__main__":
    app.run()
