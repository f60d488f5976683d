"""The peer protocol: frames, channel, commitments, session and transcript, without sockets."""
