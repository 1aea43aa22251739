-- A list version that the last finished run of a case is based on keeps its facts. Every import asks which versions
-- those are.
create index case_runs_catalog_entries on casework.case_runs using gin (catalog_entries);
