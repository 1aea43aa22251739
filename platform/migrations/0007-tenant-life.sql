-- A tenant's profile is edited by people and changed by payments: every write is a new version. And a deleted tenant ends.
alter table platform.tenants
  add column version integer not null default 1,
  -- Since then nothing is left of the tenant but its id, which nobody else may get.
  add column purged_at timestamptz;
create index tenants_to_purge on platform.tenants (deleted_at) where deleted_at is not null and purged_at is null;

create function platform.raise_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;
create trigger tenants_version before update on platform.tenants
  for each row execute function platform.raise_version();
