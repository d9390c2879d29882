"""The concepts whose fields are acceptable for one another, though nothing in the world makes them counterparts."""

from __future__ import annotations

from .concepts import Concept

ACCEPTABLE = (
    Concept(
        "reference",
        "points to records, of one system or of any",
        {
            "any record": "gmail.related_links google_drive.linked_artifacts",
            "desk issues": "github.linked_jira hubspot.linked_support_tickets jira.linked_issues",
            "work items": "github.linked_linear linear.dependencies linear.sub_issues linear.parent_issue",
            "pages": "confluence.related_pages jira.related_confluence_pages",
            "changes": "jira.related_github_prs",
            "files": "hubspot.linked_drive_docs",
        },
        pairs="part",
    ),
    Concept(
        "record_id",
        "identifier of the record in its own system",
        {
            "call": "fireflies.meeting_id",
            "change": "github.pr_number",
            "letters": "gmail.thread_id",
            "file": "google_drive.path",
            "account": "hubspot.company_id",
            "desk issue": "jira.key",
            "work item": "linear.key",
            "chat": "slack.thread_ts",
        },
        pairs="acceptable",
    ),
    Concept(
        "main_person",
        "the one of the staff whom the record names first",
        {
            "author": "confluence.author github.author",
            "of a customer": "fireflies.fennmoor_owner gmail.mailbox_owner hubspot.owner",
            "of a file": "google_drive.owner",
            "who opened an issue": "jira.reporter linear.creator",
        },
        pairs="acceptable",
    ),
    Concept(
        "worker",
        "who of the staff does the work",
        {"of an issue": "jira.assignee linear.assignee", "of an action": "fireflies.action_items[].owner"},
        pairs="acceptable",
    ),
    Concept(
        "staff",
        "who of the staff was there",
        {
            "reviewers": "confluence.reviewers github.reviewers",
            "in talk with a customer": "fireflies.fennmoor_attendees gmail.participants_internal",
            "among ourselves": "slack.participants",
            "in writing": "google_drive.collaborators",
        },
        pairs="acceptable",
    ),
    Concept(
        "participants",
        "one of those who may have spoken",
        {
            "all speakers": "slack.participants",
            "one speaker": "confluence.author github.author google_drive.owner jira.reporter jira.assignee "
            "linear.creator linear.assignee",
        },
        pairs="part",
    ),
    Concept(
        "guests",
        "people of the customer",
        {
            "all contacts": "fireflies.customer_attendees gmail.participants_external",
            "first contact": "hubspot.primary_contact.name hubspot.primary_contact.email",
        },
        pairs="part",
    ),
    Concept(
        "filing",
        "the area, team or desk it is filed under",
        {
            "team": "confluence.owner_team google_drive.team linear.team",
            "desk": "jira.project",
            "area": "confluence.space slack.channel github.repo",
        },
        pairs="acceptable",
    ),
    Concept(
        "kind",
        "what kind of record it is",
        {
            "call": "fireflies.call_type",
            "mail": "gmail.thread_type",
            "file": "google_drive.doc_type",
            "issue": "jira.issue_type",
        },
        pairs="acceptable",
    ),
    Concept(
        "labels",
        "words to find the record by",
        {
            "any label": "confluence.labels github.labels google_drive.tags jira.labels linear.labels",
            "part of the product": "jira.components",
            "topic": "fireflies.topics",
        },
        pairs="acceptable",
    ),
    Concept(
        "region",
        "a region of the world",
        {"of the customer": "gmail.region hubspot.hq_region", "of the machines": "jira.affected_regions"},
        pairs="acceptable",
    ),
    Concept(
        "status",
        "how far it has come",
        {
            "of a deal": "fireflies.deal_stage hubspot.stage",
            "of work": "confluence.status google_drive.status jira.status linear.status github.state",
        },
        pairs="acceptable",
    ),
    Concept(
        "due",
        "until when",
        {
            "of an action": "fireflies.action_items[].due",
            "to mend": "jira.sla_due_at linear.due_date",
            "to answer": "jira.first_response_due_at",
        },
        pairs="acceptable",
    ),
    Concept(
        "next_step",
        "what comes next",
        {"actions": "fireflies.action_items[].item fireflies.action_items", "the next step": "hubspot.next_step"},
        pairs="acceptable",
    ),
)
