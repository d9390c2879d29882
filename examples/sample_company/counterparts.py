"""The concepts whose fields are one another's counterparts, by weight."""

from __future__ import annotations

from .concepts import Concept

COUNTERPARTS = (
    Concept(
        "headline",
        "what the record is about, in one line",
        {
            "headline": "confluence.title fireflies.title github.title gmail.subject google_drive.title "
            "jira.summary linear.title"
        },
    ),
    Concept(
        "main_text",
        "the main text of the record",
        {
            "document": "confluence.content google_drive.content",
            "issue": "jira.description linear.description",
            "change": "github.description",
            "call": "fireflies.transcript",
            "letters": "gmail.messages",
            "chat": "slack.messages",
            "account": "hubspot.notes",
        },
    ),
    Concept(
        "created",
        "when the record begins",
        {
            "day of creation": "confluence.created_at github.created_at google_drive.created_at hubspot.created_at "
            "jira.created_at linear.created_at",
            "start of a call": "fireflies.recorded_at",
            "first message": "gmail.first_email_at slack.first_message_ts",
        },
    ),
    Concept(
        "last_contact",
        "when the customer was last heard of",
        {"last letter": "gmail.last_email_at", "last contact": "hubspot.last_activity_at"},
    ),
    Concept(
        "updated",
        "when the record last changed",
        {
            "day of change": "confluence.last_updated github.updated_at google_drive.last_modified hubspot.updated_at "
            "jira.updated_at linear.updated_at",
            "last message": "gmail.last_email_at slack.last_message_ts",
        },
    ),
    Concept(
        "creator",
        "who made the record",
        {
            "author": "confluence.author github.author",
            "who opened an issue": "jira.reporter linear.creator",
            "who owns a file": "google_drive.owner",
        },
    ),
    Concept("assignee", "who works on the issue", {"assignee": "jira.assignee linear.assignee"}),
    Concept(
        "responsible",
        "who of the staff answers for the record",
        {
            "of a customer": "fireflies.fennmoor_owner gmail.mailbox_owner hubspot.owner",
            "of a file": "google_drive.owner",
            "of an issue": "jira.assignee linear.assignee",
        },
    ),
    Concept("reviewers", "who looks over the work", {"reviewers": "confluence.reviewers github.reviewers"}),
    Concept(
        "participants",
        "which of the staff took part",
        {
            "in talk with a customer": "fireflies.fennmoor_attendees gmail.participants_internal",
            "among ourselves": "slack.participants",
            "in writing": "google_drive.collaborators",
        },
    ),
    Concept(
        "contributors",
        "who worked on the text",
        {"in writing": "google_drive.collaborators", "reviewers": "confluence.reviewers github.reviewers"},
    ),
    Concept(
        "guests",
        "which of the customer's people took part",
        {"guests": "fireflies.customer_attendees gmail.participants_external"},
    ),
    Concept(
        "customer",
        "name of the customer",
        {
            "customer": "fireflies.customer_company gmail.related_account hubspot.company_name jira.customer_company",
        },
    ),
    Concept("account_id", "key of the account", {"account": "fireflies.crm_account_id hubspot.company_id"}),
    Concept("deal_id", "key of the deal", {"deal": "fireflies.crm_deal_id gmail.deal_id"}),
    Concept("deal_stage", "how far the deal has come", {"stage": "fireflies.deal_stage hubspot.stage"}),
    Concept("region", "where the customer sits", {"region": "gmail.region hubspot.hq_region"}),
    Concept("tier", "size class of the customer", {"size": "hubspot.account_tier", "plan": "jira.customer_tier"}),
    Concept(
        "competitors",
        "who else is in the running",
        {"competitors": "fireflies.competitors_mentioned hubspot.competitors"},
    ),
    Concept(
        "next_step", "what comes next", {"all steps": "fireflies.next_steps", "the next step": "hubspot.next_step"}
    ),
    Concept("occasion", "what occasioned the exchange", {"call": "fireflies.call_type", "mail": "gmail.thread_type"}),
    Concept(
        "status",
        "how far the work has come",
        {
            "of a document": "confluence.status google_drive.status",
            "of an issue": "jira.status linear.status",
            "of a change": "github.state",
        },
    ),
    Concept(
        "labels",
        "short words to find the record by",
        {"any label": "confluence.labels github.labels google_drive.tags jira.labels linear.labels"},
    ),
    Concept(
        "team",
        "the team it belongs to",
        {"owning team": "confluence.owner_team google_drive.team", "planning team": "linear.team"},
    ),
    Concept("queue", "whose work it is", {"desk": "jira.project", "planning team": "linear.team"}),
    Concept(
        "container",
        "the area of the product it is filed under",
        {"space": "confluence.space", "channel": "slack.channel", "repository": "github.repo"},
    ),
    Concept("priority", "how soon it should be done", {"priority": "jira.priority linear.priority"}),
    Concept("impact", "how hard it hits", {"severity": "jira.severity", "impact": "linear.customer_impact"}),
    Concept("due", "until when", {"promised": "jira.sla_due_at", "planned": "linear.due_date"}),
    Concept("comments", "what people said about the issue", {"comments": "jira.comments linear.comments"}),
    Concept("record_id", "key of the issue", {"issue": "jira.key linear.key"}),
    Concept(
        "record_id",
        "identifier of the exchange in its own system",
        {"call": "fireflies.meeting_id", "letters": "gmail.thread_id", "chat": "slack.thread_ts"},
    ),
    Concept(
        "reference",
        "holds the identifiers of calls",
        {"call": "fireflies.meeting_id", "calls": "hubspot.linked_fireflies"},
    ),
    Concept(
        "reference",
        "holds the identifiers of mail threads",
        {"thread": "gmail.thread_id", "threads": "hubspot.linked_gmail_threads"},
    ),
    Concept(
        "reference", "holds the paths of files", {"file": "google_drive.path", "files": "hubspot.linked_drive_docs"}
    ),
    Concept(
        "reference",
        "holds the keys of desk issues",
        {"desk issue": "jira.key", "desk issues": "github.linked_jira hubspot.linked_support_tickets"},
    ),
    Concept("reference", "holds the keys of work items", {"item": "linear.key", "work items": "github.linked_linear"}),
    Concept(
        "reference",
        "holds the numbers of changes",
        {"change": "github.pr_number", "changes": "jira.related_github_prs"},
    ),
    Concept(
        "reference",
        "holds the addresses of pages",
        {"pages": "confluence.related_pages jira.related_confluence_pages"},
    ),
    Concept(
        "reference",
        "other issues of its own kind",
        {"desk issues": "jira.linked_issues", "work items": "linear.dependencies"},
    ),
    Concept(
        "reference",
        "points to records of any system",
        {"any record": "gmail.related_links google_drive.linked_artifacts"},
    ),
)
