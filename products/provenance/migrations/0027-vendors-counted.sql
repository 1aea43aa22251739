-- Vendor counts for every filter: each page of the list shows the total without counting rows. Triggers maintain them in the
-- statement that changes vendors; rows are locked in a fixed order, so that two such statements cannot deadlock.
create table provenance.vendor_tallies (
  verified boolean not null,
  ai_act text not null,
  readiness text not null,
  source_status text not null,
  vendors bigint not null,
  primary key (verified, ai_act, readiness, source_status)
);

insert into provenance.vendor_tallies (verified, ai_act, readiness, source_status, vendors)
select verified, ai_act, readiness, source_status, count(*) from provenance.vendors group by 1, 2, 3, 4;

create function provenance.vendors_came() returns trigger language plpgsql as $$
begin
  insert into provenance.vendor_tallies as tally (verified, ai_act, readiness, source_status, vendors)
  select verified, ai_act, readiness, source_status, count(*) from new_rows group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (verified, ai_act, readiness, source_status) do update set vendors = tally.vendors + excluded.vendors;
  return null;
end
$$;
create function provenance.vendors_changed() returns trigger language plpgsql as $$
begin
  insert into provenance.vendor_tallies as tally (verified, ai_act, readiness, source_status, vendors)
  select verified, ai_act, readiness, source_status, sum(change)
  from (
    select verified, ai_act, readiness, source_status, 1 as change from new_rows
    union all
    select verified, ai_act, readiness, source_status, -1 from old_rows) as changes
  group by 1, 2, 3, 4 having sum(change) <> 0 order by 1, 2, 3, 4
  on conflict (verified, ai_act, readiness, source_status) do update set vendors = tally.vendors + excluded.vendors;
  return null;
end
$$;
create function provenance.vendors_went() returns trigger language plpgsql as $$
begin
  insert into provenance.vendor_tallies as tally (verified, ai_act, readiness, source_status, vendors)
  select verified, ai_act, readiness, source_status, -count(*) from old_rows group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (verified, ai_act, readiness, source_status) do update set vendors = tally.vendors + excluded.vendors;
  return null;
end
$$;
create trigger vendors_came after insert on provenance.vendors
  referencing new table as new_rows for each statement execute function provenance.vendors_came();
create trigger vendors_changed after update on provenance.vendors
  referencing new table as new_rows old table as old_rows for each statement execute function provenance.vendors_changed();
create trigger vendors_went after delete on provenance.vendors
  referencing old table as old_rows for each statement execute function provenance.vendors_went();
