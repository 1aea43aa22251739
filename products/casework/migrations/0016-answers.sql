-- Answers, with the events that produced them, so that an interrupted stream can resume; and feedback on them.
create table casework.answers (
  id text primary key,
  tenant_id text not null,
  workspace_id text not null,
  conversation_id text not null,
  request jsonb not null,
  pack_id text not null,
  -- The question in normalized form: lower case, single spaces.
  question_key text not null,
  -- The subject of the question, for the next question of the conversation.
  subject text,
  intent_id text,
  status text not null check (status in ('running', 'complete', 'insufficient_evidence', 'refused', 'truncated', 'failed')),
  -- Written once, when the answer is complete.
  events jsonb,
  -- The idempotency key of the request, if it had one: the same key returns the same answer.
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
  -- The intended meaning, if the author gave one: the newest applies to the question in this workspace.
  intent_id text,
  pack_id text not null,
  question_key text not null,
  author jsonb not null,
  at timestamptz not null
);
create index answer_feedback_of_answer on casework.answer_feedback (tenant_id, workspace_id, answer_id, at);
create index answer_feedback_intents on casework.answer_feedback (tenant_id, workspace_id, pack_id, question_key, at)
  where intent_id is not null;
