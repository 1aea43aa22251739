-- A claim depends on its snapshot and is deleted with it. The snapshot guarantees that the source and the vendor exist:
-- checking both for every claim took a quarter of the write time.
create index evidence_claims_by_snapshot on provenance.evidence_claims (snapshot_id);
alter table provenance.evidence_claims
  drop constraint evidence_claims_vendor_id_fkey,
  drop constraint evidence_claims_source_id_fkey;
