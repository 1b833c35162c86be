"""A match: its header, its log, the session in which it is played, the choices for a new one."""
