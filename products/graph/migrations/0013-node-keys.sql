-- One number instead of a hash and two texts: to write an entry takes less, and those of a workspace lie side by side, however
-- many others there are. 24 bits tell workspaces apart and 40 their nodes; queries compare the texts too.
create function graph.node_key(tenant text, workspace text, node text) returns bigint
  language sql immutable parallel safe
  return (hashtextextended(workspace, hashtextextended(tenant, 0)) & -1099511627776)
    | (hashtextextended(node, 0) & 1099511627775);

drop index graph.statements_by_subject, graph.statements_by_object;
create index statements_by_subject on graph.statements (graph.node_key(tenant_id, workspace_id, subject));
create index statements_by_object on graph.statements (graph.node_key(tenant_id, workspace_id, object));
