"""The screens: each turns keys into deeds and values into one picture."""
