-- A run does what its policy said when the run was asked for; those from before are not asked.
alter table provenance.cleanup_runs add column policy_version integer;
