-- The outbox of the graph names what is to be said instead of holding it: statements are made when they are sent.

alter table provenance.graph_outbox
  -- Claims that a reading has begun and ended. `assert` and `retract` are filled when a try has failed, so that the next
  -- one says the same again.
  add column added text[] not null default '{}',
  add column ended text[] not null default '{}',
  -- The version of the extractor that read them.
  add column extractor text not null default '',
  -- What a vendor was called before it was called otherwise, or was no more.
  add column was jsonb,
  -- That a vendor is no more must be said after it is gone.
  drop constraint graph_outbox_vendor_id_fkey;

-- A vendor's name may be changed by anyone with access to the table. The graph has heard of those that ever claimed
-- something. The row of the vendor is locked by the change, so what is written here stands in the order of the commits.
create function provenance.tell_graph_of_vendor() returns trigger language plpgsql as $$
begin
  if exists (select from provenance.evidence_claims where vendor_id = old.id) then
    insert into provenance.graph_outbox (id, vendor_id, was, next_attempt_at, created_at)
    values ('gob_' || replace(gen_random_uuid()::text, '-', ''), old.id,
      jsonb_build_object('display_name', old.display_name, 'primary_domain', old.primary_domain, 'aliases', old.aliases),
      -- Due at once, by whatever clock the sender has.
      to_timestamp(0), now());
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
create trigger vendors_renamed before update of display_name, primary_domain, aliases on provenance.vendors
  for each row
  when ((old.display_name, old.primary_domain, old.aliases) is distinct from (new.display_name, new.primary_domain, new.aliases))
  execute function provenance.tell_graph_of_vendor();
-- Before its claims go with it.
create trigger vendors_deleted before delete on provenance.vendors
  for each row execute function provenance.tell_graph_of_vendor();
