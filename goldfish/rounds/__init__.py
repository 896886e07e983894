"""The first rounds played alone: values, rules of gold, a policy, and games by the thousand."""
