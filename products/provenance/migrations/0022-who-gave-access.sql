-- A document link ends with the membership of the person who granted it, unless it is transferred. Links granted by people who
-- left before this release have no owner and expire on their date, as promised to the recipients.
alter table provenance.grants add column given_by text;
update provenance.grants given set given_by = (
  select stage.completed_by from provenance.request_stages stage
    join platform.members member on member.tenant_id = stage.tenant_id and member.user_id = stage.completed_by
  where stage.tenant_id = given.tenant_id and stage.request_id = given.request_id
  order by stage.completed_at desc limit 1);
create index grants_by_giver on provenance.grants (tenant_id, given_by) where revoked_at is null and given_by is not null;
