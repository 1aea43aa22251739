-- Answers with the events that made them, so that a cut stream goes on; and what people said about them.
create table casework.answers (
  id text primary key,
  tenant_id text not null,
  workspace_id text not null,
  conversation_id text not null,
  request jsonb not null,
  pack_id text not null,
  -- The question as it is compared: small letters, single spaces.
  question_key text not null,
  -- What it was about, for the next question of the conversation.
  subject text,
  intent_id text,
  status text not null check (status in ('running', 'complete', 'insufficient_evidence', 'refused', 'truncated', 'failed')),
  -- Written once, when the answer is whole.
  events jsonb,
  -- Of the request that asked, where it had one: the same key is answered by the same answer.
  request_key text,
  asked_by jsonb not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  unique (tenant_id, workspace_id, request_key)
);
create index answers_of_conversation on casework.answers (tenant_id, workspace_id, conversation_id, created_at, id);
create index answers_with_events on casework.answers (tenant_id, workspace_id, created_at) where events is not null;

create table casework.answer_feedback (
  id text primary key,
  tenant_id text not null,
  workspace_id text not null,
  answer_id text not null references casework.answers (id) on delete cascade,
  rating integer not null,
  tags jsonb not null,
  comment text not null,
  -- What was meant, where somebody said so: the newest counts for the question in this workspace.
  intent_id text,
  pack_id text not null,
  question_key text not null,
  author jsonb not null,
  at timestamptz not null
);
create index answer_feedback_of_answer on casework.answer_feedback (tenant_id, workspace_id, answer_id, at);
create index answer_feedback_intents on casework.answer_feedback (tenant_id, workspace_id, pack_id, question_key, at)
  where intent_id is not null;
