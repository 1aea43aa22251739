-- Whether an overlay has come or an exemption has ended since the last run is asked of every case that is shown: few of
-- all decisions are of these kinds.
create index decisions_that_end on casework.decisions (tenant_id, workspace_id, pack_id) where kind in ('overlay', 'exemption');
