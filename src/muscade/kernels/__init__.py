"""Games as machine code: see `muscade.kernels.kernel` for what a kernel is, `muscade.kernels.batches` to play many.

Nothing here imports numba before it is needed.
"""

from muscade.kernels.ready import (
    NoKernel,
    catch_up,
    compile_too,
    kernel_of,
    prepare,
    prepare_named,
    ready,
)

__all__ = ["NoKernel", "catch_up", "compile_too", "kernel_of", "prepare", "prepare_named", "ready"]
