-- A server that reads a workspace often may do so for a moment without asking each time whether it has changed.

-- Who may, and until when: nobody else's change is committed before.
alter table graph.workspaces add column reader text collate "C";
alter table graph.workspaces add column reader_until timestamptz;
-- Somebody else has changed it: until then nobody may.
alter table graph.workspaces add column shared_until timestamptz;
