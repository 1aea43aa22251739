-- A claim rests on a snapshot, and goes with it. That the snapshot's source and vendor exist is known from the snapshot: to
-- look for them again at every claim took a quarter of the time in which claims are written.
create index evidence_claims_by_snapshot on provenance.evidence_claims (snapshot_id);
alter table provenance.evidence_claims
  drop constraint evidence_claims_vendor_id_fkey,
  drop constraint evidence_claims_source_id_fkey;
