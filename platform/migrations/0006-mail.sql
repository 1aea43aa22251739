-- Email is written in the transaction that causes it and sent afterwards, so that neither exists without the other.

create table platform.mail_outbox (
  id text primary key,
  tenant_id text,
  kind text not null,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text,
  status text not null check (status in ('queued', 'kept', 'sent', 'bounced', 'failed', 'suppressed')),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index mail_outbox_of_tenant on platform.mail_outbox (tenant_id, id);
create index mail_outbox_by_age on platform.mail_outbox (created_at);

-- Addresses that bounced or complained, in lower case. They get no more email.
create table platform.mail_suppressions (
  address text primary key,
  reason text not null check (reason in ('bounce', 'complaint')),
  at timestamptz not null
);
