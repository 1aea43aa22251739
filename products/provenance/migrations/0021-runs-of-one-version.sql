-- A run uses the policy version that was current when the run was requested. Null for older runs, which are not checked.
alter table provenance.cleanup_runs add column policy_version integer;
