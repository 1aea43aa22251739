-- A server that reads a workspace often may skip the check for changes for a short time.

-- The server that may, and when its lease expires: changes by other servers are not committed before.
alter table graph.workspaces add column reader text collate "C";
alter table graph.workspaces add column reader_until timestamptz;
-- Another server has changed the workspace: no lease is given until then.
alter table graph.workspaces add column shared_until timestamptz;
