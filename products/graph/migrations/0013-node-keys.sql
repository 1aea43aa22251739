-- One number instead of a hash and two texts: entries are cheaper to write, and those of a workspace are adjacent, however
-- many other workspaces there are. 24 bits identify the workspace and 40 the node; queries also compare the texts.
create function graph.node_key(tenant text, workspace text, node text) returns bigint
  language sql immutable parallel safe
  return (hashtextextended(workspace, hashtextextended(tenant, 0)) & -1099511627776)
    | (hashtextextended(node, 0) & 1099511627775);

drop index graph.statements_by_subject, graph.statements_by_object;
create index statements_by_subject on graph.statements (graph.node_key(tenant_id, workspace_id, subject));
create index statements_by_object on graph.statements (graph.node_key(tenant_id, workspace_id, object));
