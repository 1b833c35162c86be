"""The screens: each turns keys into actions and values into one picture."""
