-- Notification preferences of each person in a workspace.
create table provenance.notification_preferences (
  tenant_id text not null references platform.tenants (id) on delete cascade,
  user_id text not null,
  settings jsonb not null,
  version integer not null default 0,
  updated_at timestamptz not null,
  primary key (tenant_id, user_id)
);
