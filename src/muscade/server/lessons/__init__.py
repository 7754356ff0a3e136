"""First lessons: played by the engine, one question at a time; nothing of them is kept."""
