-- The catalog entry of one of our named graphs, so that others can find out what it is, who owns it, and its
-- license.
alter table casework.contexts add column dataset_id text;
