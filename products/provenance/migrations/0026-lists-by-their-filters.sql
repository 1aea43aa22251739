-- A page of a list takes time in proportion to the page, whatever the filter: each filter has an index in the order of its list.
create index pages_by_published on provenance.pages (tenant_id, published, id);
create index disclosures_by_status on provenance.disclosures (tenant_id, status, id);
create index disclosures_by_kind on provenance.disclosures (tenant_id, kind, id);
create index evidence_by_kind on provenance.evidence (tenant_id, kind, id);
create index evidence_by_review on provenance.evidence (tenant_id, review_status, id);
create index evidence_by_visibility on provenance.evidence (tenant_id, visibility, id);
alter table provenance.evidence add column marks int[] generated always as (platform.scoped(tenant_id, tags)) stored;
create index evidence_by_tag on provenance.evidence using gin (marks);
create index cleanup_runs_by_policy on provenance.cleanup_runs (tenant_id, policy_id, id);
create index requests_by_status on provenance.requests (tenant_id, status, id);
create index requests_by_kind on provenance.requests (tenant_id, kind, id);
create index requests_by_direction on provenance.requests (tenant_id, direction, id);
create index requests_by_page on provenance.requests (tenant_id, page_slug, id) where page_slug is not null;
create index requests_at_risk on provenance.requests (tenant_id, at_risk_at) where closed_at is null;
create index requests_by_time_kept on provenance.requests (tenant_id, (case when closed_at >= due_at then 'breached'
  when closed_at >= at_risk_at then 'at_risk' else 'on_track' end), id) where closed_at is not null;
create index requests_due on provenance.requests (tenant_id, due_at) where closed_at is null;
create index statements_by_status on provenance.statements (tenant_id, status, id);
create index statements_by_kind on provenance.statements (tenant_id, kind, id);
create index statements_by_request on provenance.statements (tenant_id, request_id, id) where request_id is not null;
create index statements_waiting on provenance.statements (tenant_id, sign_by) where status in ('sent', 'viewed');
create index profile_claims_by_status on provenance.profile_claims (tenant_id, status, id);
create index pinned_vendors_by_tier on provenance.pinned_vendors (tenant_id, tier, id);
create index pinned_vendors_by_status on provenance.pinned_vendors (tenant_id, status, id);

create index change_events_of_type on provenance.change_events (vendor_id, event_type, observed_at desc, id desc)
  where not hidden;
create index change_events_of_severity on provenance.change_events (vendor_id, severity, observed_at desc, id desc)
  where not hidden;
create index crawl_jobs_by_status on provenance.crawl_jobs (status, created_at desc, id desc);
create index crawl_jobs_by_error on provenance.crawl_jobs (error_class, created_at desc, id desc) where error_class <> '';
