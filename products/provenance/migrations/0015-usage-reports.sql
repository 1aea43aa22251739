-- Usage for the payment provider's meters: stored first and sent afterwards, so that a crash loses or doubles nothing.

create table provenance.usage_reports (
  -- The event id at the provider, which accepts it once. Derived from the day and from units_before.
  id text primary key,
  tenant_id text not null,
  meter text not null,
  day date not null,
  -- Units of that day in earlier reports.
  units_before bigint not null,
  units bigint not null check (units > 0),
  occurred_at timestamptz not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  last_error text,
  unique (tenant_id, meter, day, units_before)
);
create index usage_reports_unsent on provenance.usage_reports (created_at, id) where sent_at is null;
