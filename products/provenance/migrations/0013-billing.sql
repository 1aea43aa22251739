-- Payments happen elsewhere: here stands what was heard of them, once each, and how recent our picture is.

-- An event of the payment provider names its customer; it must lead to one tenant.
create unique index tenants_payment_customer on platform.tenants (payment_customer_id)
  where payment_customer_id is not null;

create table provenance.payment_events (
  provider_event_id text primary key,
  -- None where the event speaks of nobody we know.
  tenant_id text,
  type text not null,
  -- When it happened there, which is not the order in which we hear of it.
  created_at timestamptz not null,
  received_at timestamptz not null
);
create index payment_events_of_tenant on provenance.payment_events (tenant_id, type, created_at);

create table provenance.subscriptions (
  tenant_id text primary key,
  subscription_id text not null,
  cancel_at_period_end boolean not null,
  -- When the provider was asked: an answer to an earlier question never takes the place of a later one.
  read_at timestamptz not null
);

create table provenance.billing_feedback (
  id text primary key,
  tenant_id text not null,
  reason_code text not null,
  comment text not null default '',
  would_return boolean,
  given_by text not null,
  created_at timestamptz not null
);
create index billing_feedback_of_tenant on provenance.billing_feedback (tenant_id, id);

-- Messages of the e-mail provider that were heard already. They are about addresses, which are nobody's tenant.
create table provenance.email_events (
  message_id text primary key,
  type text not null,
  received_at timestamptz not null
);
create index email_events_by_age on provenance.email_events (received_at);
