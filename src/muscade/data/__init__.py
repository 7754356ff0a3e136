"""Records as data: one row a move, in Parquet, and back. Needs pyarrow, which comes with the extra ``data``.

`docs/records.md` has the columns.
"""

from muscade.data.columns import SCHEMA_VERSION, DataError
from muscade.data.making import random_games
from muscade.data.reading import read_records
from muscade.data.rows import Rows
from muscade.data.writing import Written, write_records

__all__ = ["SCHEMA_VERSION", "DataError", "Rows", "Written", "random_games", "read_records", "write_records"]
