"""What may differ between two installations of the service: read once, from `ALIGNER_*`, then handed on."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

MEBIBYTE = 1024 * 1024

#: Names under which the loopback is reached; requests for any other host are refused by default.
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


class Settings(BaseSettings):
    """The service's settings; each is read from the environment variable `ALIGNER_<NAME>`.

    Attributes:
        data_dir: folder of the SQLite file and of the uploads; made on first use, readable by its owner only.
        database_url: SQLAlchemy URL; by default the SQLite file `aligner.sqlite` in `data_dir`.
        allowed_hosts: host names beside the loopback's that requests may be addressed to.
        allow_remote: whether `serve` may listen on an address other than the loopback's. There are no
            user accounts: whoever reaches the port may read and write everything.
        embedded_worker: whether the server runs a worker of its own; off where `aligner worker` runs beside it.
        lease_seconds: how long a worker that has gone silent keeps its run.
        poll_seconds: how often an idle worker looks for a run.
        max_attempts: how often a run is tried before it is marked failed.
        max_request_bytes: largest body of a JSON request.
        max_reference_bytes: largest reference.
        max_upload_bytes: largest upload, as sent.
        max_expanded_bytes: largest upload once its archives are opened.
        max_expansion: how many times larger than itself an archive may become.
        max_files: most files of one upload, archives opened.
    """

    model_config = SettingsConfigDict(env_prefix="ALIGNER_", frozen=True)

    data_dir: Path = Path("aligner-data")
    database_url: str = Field(default="", validate_default=True)
    allowed_hosts: tuple[str, ...] = ()
    allow_remote: bool = False
    embedded_worker: bool = True
    lease_seconds: float = Field(default=20.0, gt=0)
    poll_seconds: float = Field(default=0.5, gt=0)
    max_attempts: int = Field(default=3, ge=1)
    max_request_bytes: int = MEBIBYTE
    max_reference_bytes: int = 64 * MEBIBYTE
    max_upload_bytes: int = 512 * MEBIBYTE
    max_expanded_bytes: int = 2048 * MEBIBYTE
    max_expansion: int = 200
    max_files: int = 20_000

    @field_validator("database_url")
    @classmethod
    def _default_database(cls, url: str, so_far: ValidationInfo) -> str:
        return url or f"sqlite:///{so_far.data['data_dir'].resolve() / 'aligner.sqlite'}"

    @property
    def hosts(self) -> frozenset[str]:
        """Host names that requests may be addressed to, without ports."""
        return frozenset(name.lower() for name in (*LOOPBACK, *self.allowed_hosts))

    @property
    def uploads(self) -> Path:
        """Folder of the raw uploads."""
        return self.data_dir / "uploads"

    def make_folders(self) -> None:
        """Make the data folder and its parts, for its owner only."""
        for folder in (self.data_dir, self.uploads):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
