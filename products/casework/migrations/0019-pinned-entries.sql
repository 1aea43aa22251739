-- A version of a list that the last finished run of a case rests on keeps what it says: which those are is asked with
-- every import.
create index case_runs_catalog_entries on casework.case_runs using gin (catalog_entries);
