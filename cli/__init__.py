"""The line-oriented client, installed as `lycee_cli`: lines in, lines out."""
