-- What the payment provider's meters are told: written down first, sent afterwards, so that a kill in between loses and doubles nothing.

create table provenance.usage_reports (
  -- The name of the event at the provider, which takes it once. It follows from what is told: the day, and from where on.
  id text primary key,
  tenant_id text not null,
  meter text not null,
  day date not null,
  -- What reports before this one have told of that day.
  units_before bigint not null,
  units bigint not null check (units > 0),
  occurred_at timestamptz not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  last_error text,
  unique (tenant_id, meter, day, units_before)
);
create index usage_reports_unsent on provenance.usage_reports (created_at, id) where sent_at is null;
