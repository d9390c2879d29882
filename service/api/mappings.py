"""Single mappings, by their record ids."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path
from sqlmodel import Session

from service.api import examples
from service.api.routing import Behind, answers, found, router
from service.api.showing import mapping_view
from service.api.views import EvidenceView, MappingView
from service.store.sets import find_mapping

routes = router("mappings")

RecordId = Annotated[
    str,
    Path(max_length=128, description="The mapping's `record_id`.", examples=[examples.MAPPING["record_id"]]),
]


@routes.get(
    "/mappings/{record_id}",
    summary="One mapping",
    response_model=MappingView,
    responses=answers(examples.MAPPING, 404, 422),
)
def read_mapping(record_id: RecordId, behind: Behind) -> MappingView:
    """A mapping as it was last published, with its explanation."""
    with behind.database.reading() as session:
        return _mapping(session, record_id)


@routes.get(
    "/mappings/{record_id}/evidence",
    summary="Why a mapping was made",
    response_model=EvidenceView,
    responses=answers(examples.EVIDENCE, 404, 422),
)
def read_evidence(record_id: RecordId, behind: Behind) -> EvidenceView:
    """What each matcher saw and how much it counted, and which pairs came next."""
    with behind.database.reading() as session:
        mapping = _mapping(session, record_id)
    return EvidenceView(record_id=mapping.record_id, explanation=mapping.explanation)


def _mapping(session: Session, record_id: str) -> MappingView:
    row, version = found(find_mapping(session, record_id), "mapping", record_id)
    return mapping_view(row, version)
