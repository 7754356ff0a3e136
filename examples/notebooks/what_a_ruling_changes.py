import marimo

app = marimo.App()


@app.cell
def _():
    import marimo as mo

    mo.md(
        "# What a ruling changes, measured\nPass Pass with and without its diamonds, the same deals for both, the same bots. "
        "What is compared deal by deal is much surer than two tournaments."
    )
    return (mo,)


@app.cell
def _():
    from muscade.arena import run, tournament

    planned = tournament(
        "pass-pass",
        ["normal", "easy"],
        seats=4,
        games=40,
        options=[{"diamonds": "standard"}, {"diamonds": "none"}],
        seed="a ruling",
    )
    report = run(planned)
    return (report,)


@app.cell
def _(mo, report):
    def percent(estimate):
        return f"{100 * estimate.value:+.0f} % ({100 * estimate.low:+.0f} to {100 * estimate.high:+.0f})"

    changes = {change.bot: change.share for change in report.changes}
    ends = [{ending.reason: ending.games for ending in table.endings} for table in report.tables]
    lines = [f"- *{bot}* wins {percent(share)} more without diamonds" for bot, share in changes.items()]
    lines += [
        f"- {table.options['diamonds']}: games end by {end}"
        for table, end in zip(report.tables, ends, strict=True)
    ]
    sure = {bot: not share.low < 0 < share.high for bot, share in changes.items()}
    lines.append(f"- Is that sure? {sure}: an interval with 0 in it says no.")
    mo.md("\n".join(lines))
    return changes, ends, sure


if __name__ == "__main__":
    app.run()
