"""Games read again: what is told of them, to whom, and how."""
