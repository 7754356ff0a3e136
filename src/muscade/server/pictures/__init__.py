"""Pictures and films of games, previews of links, and boards in other people's pages."""
