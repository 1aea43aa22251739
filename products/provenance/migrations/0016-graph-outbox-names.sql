-- The outbox of the graph refers to the changed rows instead of storing statements: these are created when they are sent.

alter table provenance.graph_outbox
  -- Claims that a reading added and ended. `assert` and `retract` are filled when an attempt fails, so that the next
  -- attempt sends the same statements.
  add column added text[] not null default '{}',
  add column ended text[] not null default '{}',
  -- The version of the extractor that read them.
  add column extractor text not null default '',
  -- The vendor's names before they were changed or the vendor was deleted.
  add column was jsonb,
  -- A deletion must be sent after the vendor is gone.
  drop constraint graph_outbox_vendor_id_fkey;

-- A vendor's name may be changed by anyone with access to the table. The graph knows only vendors that have ever had a
-- claim. The change locks the vendor's row, so the rows written here are in commit order.
create function provenance.tell_graph_of_vendor() returns trigger language plpgsql as $$
begin
  if exists (select from provenance.evidence_claims where vendor_id = old.id) then
    insert into provenance.graph_outbox (id, vendor_id, was, next_attempt_at, created_at)
    values ('gob_' || replace(gen_random_uuid()::text, '-', ''), old.id,
      jsonb_build_object('display_name', old.display_name, 'primary_domain', old.primary_domain, 'aliases', old.aliases),
      -- Due immediately, whatever the sender's clock says.
      to_timestamp(0), now());
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
create trigger vendors_renamed before update of display_name, primary_domain, aliases on provenance.vendors
  for each row
  when ((old.display_name, old.primary_domain, old.aliases) is distinct from (new.display_name, new.primary_domain, new.aliases))
  execute function provenance.tell_graph_of_vendor();
-- Before its claims are deleted with it.
create trigger vendors_deleted before delete on provenance.vendors
  for each row execute function provenance.tell_graph_of_vendor();
