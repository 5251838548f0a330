"""Second implementations of the games, slow and literal, against which the engine is checked."""
