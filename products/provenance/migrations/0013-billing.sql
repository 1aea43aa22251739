-- Payments happen at the provider: these tables record each of its events once, and how current our data is.

-- An event of the payment provider names its customer, which must map to a single tenant.
create unique index tenants_payment_customer on platform.tenants (payment_customer_id)
  where payment_customer_id is not null;

create table provenance.payment_events (
  provider_event_id text primary key,
  -- Null if the event is about an unknown customer.
  tenant_id text,
  type text not null,
  -- When it happened at the provider; events do not arrive in this order.
  created_at timestamptz not null,
  received_at timestamptz not null
);
create index payment_events_of_tenant on provenance.payment_events (tenant_id, type, created_at);

create table provenance.subscriptions (
  tenant_id text primary key,
  subscription_id text not null,
  cancel_at_period_end boolean not null,
  -- When the provider was asked: an answer to an earlier query never replaces that of a later one.
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

-- Events of the email provider that were already processed. They are about addresses and belong to no tenant.
create table provenance.email_events (
  message_id text primary key,
  type text not null,
  received_at timestamptz not null
);
create index email_events_by_age on provenance.email_events (received_at);
