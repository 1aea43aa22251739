-- Where the catalog of the graph has a named graph of ours, so that others find out what it is, whose and under which
-- licence.
alter table casework.contexts add column dataset_id text;
