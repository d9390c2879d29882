"""HubSpot: one record is a company."""

from sources.adapter import PLUMBING, Adapter

ADAPTER = Adapter(
    name="hubspot",
    label="HubSpot",
    namespace="https://w3id.org/aligner/source/hubspot/",
    records="a company",
    required=frozenset({"company_id", "company_name"}),
    text=("notes", "hubspot_record", "record_body", "crm_notes"),
    ignore=PLUMBING,
)
