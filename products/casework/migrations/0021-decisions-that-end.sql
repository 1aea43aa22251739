-- Every case that is shown checks whether an overlay was added or an exemption ended since its last run. Few decisions are
-- of these kinds.
create index decisions_that_end on casework.decisions (tenant_id, workspace_id, pack_id) where kind in ('overlay', 'exemption');
