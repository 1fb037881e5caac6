"""What rule systems share beyond rounds and rolls: places on a plane, reactions, checks on a ladder, effects
with an end, queues. Facilities without rules: what a move costs or a check means is a ruleset's."""
