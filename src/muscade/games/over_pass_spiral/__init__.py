"""The Over-Pass Spiral: forty pieces in four colours, and nothing but Over-Passes to clear them away."""
