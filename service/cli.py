"""`aligner`: the command line. Each command is a few lines over the same objects that Python users have."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import typer

from aligner import __version__
from aligner.errors import AlignerError, CancelledError, InputError, UnknownNameError
from service.commands import alignment, catalogue, demo, evaluation, server, sources, sssom
from service.commands.console import ExitCode, remark

app = typer.Typer(
    name="aligner",
    help="Samples of your systems in; trustworthy, explained SSSOM mappings out.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for module in (demo, sources, alignment, sssom, evaluation, catalogue, server):
    module.register(app)


#: The class of all usage errors of the click that typer uses: a copy of its own, or the installed one.
_USAGE_ERROR: Any = typer.BadParameter.__base__


@app.callback(invoke_without_command=True)
def _root(version: bool = typer.Option(False, "--version", help="Print the version and exit.", is_eager=True)) -> None:
    if version:
        typer.echo(f"aligner {__version__}")
        raise typer.Exit


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit with a documented code; errors are one line on standard error."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """As `main`, but the exit code is returned."""
    try:
        code = app(args=arguments, prog_name="aligner", standalone_mode=False)
        return int(code or ExitCode.DONE)
    except (KeyboardInterrupt, typer.Abort, CancelledError):
        remark("cancelled")
        return ExitCode.CANCELLED
    except _USAGE_ERROR as error:
        error.show()
        return ExitCode.USAGE
    except UnknownNameError as error:
        return _fail(str(error), ExitCode.USAGE)
    except (InputError, AlignerError) as error:
        return _fail(str(error), ExitCode.BAD_INPUT)
    except BrokenPipeError:  # whoever read our output has seen enough
        sys.stderr.close()
        return ExitCode.DONE


def _fail(message: str, code: ExitCode) -> int:
    remark(f"error: {message}")
    return code


if __name__ == "__main__":
    main()
