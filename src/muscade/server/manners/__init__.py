"""How people get on: whom one does not want to hear or meet, what is reported, and whom the operator has shut out."""
