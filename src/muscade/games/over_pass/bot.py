from muscade.bots import Bot


def bots() -> dict[str, Bot]:
    return {}
