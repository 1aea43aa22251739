// Text that tries to reach a graph outside the scope. `g` is that graph; `own` is the context of the call. Each attack
// works if `g` is a graph of the caller, and the tests verify that.

interface Aim {
  g: string
  own: string
}
type Attack = (aim: Aim) => string

/** The graph name as \\u escapes, character by character. */
const escaped = (text: string): string =>
  [...text].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
const wide = (text: string): string =>
  [...text].map((char) => `\\U${char.charCodeAt(0).toString(16).padStart(8, '0')}`).join('')
/** The start of a graph name, up to its last colon. */
const start = (g: string): string => g.slice(0, g.lastIndexOf(':') + 1)
const rest = (g: string): string => g.slice(g.lastIndexOf(':') + 1)

/** Queries that would return statements of `g`. */
export const READS: Readonly<Record<string, Attack>> = {
  FROM: ({ g }) => `SELECT * FROM <${g}> { ?s ?p ?o }`,
  'FROM beside the own graph': ({ g, own }) => `SELECT * FROM <${own}> FROM <${g}> { ?s ?p ?o }`,
  'FROM NAMED': ({ g }) => `SELECT * FROM NAMED <${g}> { GRAPH ?x { ?s ?p ?o } }`,
  GRAPH: ({ g }) => `SELECT * { GRAPH <${g}> { ?s ?p ?o } }`,
  'GRAPH in GRAPH': ({ g, own }) => `SELECT * { GRAPH <${own}> { GRAPH <${g}> { ?s ?p ?o } } }`,
  'GRAPH in GRAPH with a variable': ({ g }) => `SELECT * { GRAPH ?x { GRAPH <${g}> { ?s ?p ?o } } }`,
  'a graph variable': () => 'SELECT * { GRAPH ?x { ?s ?p ?o } }',
  'VALUES for the graph': ({ g }) => `SELECT * { VALUES ?x { <${g}> } GRAPH ?x { ?s ?p ?o } }`,
  'VALUES after the query': ({ g }) => `SELECT * { GRAPH ?x { ?s ?p ?o } } VALUES ?x { <${g}> }`,
  'BIND for the graph': ({ g }) => `SELECT * { BIND(<${g}> AS ?x) GRAPH ?x { ?s ?p ?o } }`,
  'a computed graph': ({ g }) => `SELECT * { BIND(IRI("${g}") AS ?x) GRAPH ?x { ?s ?p ?o } }`,
  'a graph in two pieces': ({ g }) =>
    `SELECT * { BIND(IRI(CONCAT("${start(g)}", "${rest(g)}")) AS ?x) GRAPH ?x { ?s ?p ?o } }`,
  'a filter on the graph': ({ g }) => `SELECT * { GRAPH ?x { ?s ?p ?o } FILTER(?x = <${g}>) }`,
  'a property path': ({ g }) => `SELECT * { GRAPH <${g}> { ?s (<x:x>|!<x:x>)* ?o } }`,
  'a property path over a variable': () => 'SELECT * { GRAPH ?x { ?s !(<x:x>|^<x:x>) ?o } }',
  OPTIONAL: ({ g }) => `SELECT * { OPTIONAL { GRAPH <${g}> { ?s ?p ?o } } }`,
  UNION: ({ g }) => `SELECT * { { ?s ?p ?o } UNION { GRAPH <${g}> { ?s ?p ?o } } }`,
  'a sub-select': ({ g }) => `SELECT * { { SELECT ?o { GRAPH <${g}> { ?s ?p ?o } } } }`,
  'a sub-select in a sub-select': ({ g }) =>
    `SELECT * { { SELECT * { { SELECT (GROUP_CONCAT(STR(?y)) AS ?o) { GRAPH <${g}> { ?s ?p ?y } } GROUP BY ?s } } } }`,
  'an aggregate': ({ g }) => `SELECT (GROUP_CONCAT(STR(?o)) AS ?all) { GRAPH <${g}> { ?s ?p ?o } }`,
  CONSTRUCT: ({ g }) => `CONSTRUCT { ?s ?p ?o } FROM <${g}> { ?s ?p ?o }`,
  'CONSTRUCT WHERE': ({ g }) => `CONSTRUCT FROM <${g}> WHERE { ?s ?p ?o }`,
  'CONSTRUCT from GRAPH': ({ g }) => `CONSTRUCT { ?s ?p ?o } { GRAPH <${g}> { ?s ?p ?o } }`,
  'DESCRIBE of a known name': () => 'DESCRIBE <urn:known>',
  'DESCRIBE FROM': ({ g }) => `DESCRIBE ?s FROM <${g}> { ?s ?p ?o }`,
  'DESCRIBE from GRAPH': ({ g }) => `DESCRIBE ?s { GRAPH <${g}> { ?s ?p ?o } }`,
  'a prefix': ({ g }) => `PREFIX v: <${start(g)}> SELECT * { GRAPH v:${rest(g)} { ?s ?p ?o } }`,
  'a prefix that is the graph': ({ g }) => `PREFIX v: <${g}> SELECT * FROM v: { ?s ?p ?o }`,
  'the empty prefix': ({ g }) => `PREFIX : <${start(g)}> SELECT * FROM :${rest(g)} { ?s ?p ?o }`,
  'a prefix that was another': ({ g, own }) => `PREFIX v: <${own}> PREFIX v: <${g}> SELECT * { GRAPH v: { ?s ?p ?o } }`,
  'a base': ({ g }) => `BASE <${g}> SELECT * FROM <> { ?s ?p ?o }`,
  'a base under a prefix': ({ g }) => `BASE <${g}> PREFIX v: <> SELECT * { GRAPH v: { ?s ?p ?o } }`,
  'escapes in the IRI': ({ g }) => `SELECT * { GRAPH <${escaped(g)}> { ?s ?p ?o } }`,
  'long escapes in the IRI': ({ g }) => `SELECT * FROM <${wide(g)}> { ?s ?p ?o }`,
  'escapes in a prefix': ({ g }) => `PREFIX v: <${escaped(start(g))}> SELECT * { GRAPH v:${rest(g)} { ?s ?p ?o } }`,
  'an escaped line end in a comment': ({ g }) => `SELECT * # \\u000A FROM <${g}>\n { ?s ?p ?o }`,
  'a carriage return in a comment': ({ g }) => `SELECT * #\rFROM <${g}>\n { ?s ?p ?o }`,
  'a comment before the graph': ({ g }) => `SELECT * { GRAPH # <${g}> {}\n<${g}> { ?s ?p ?o } }`,
  'a string that ends early': ({ g }) =>
    `SELECT * { BIND('''' # ''' AS ?z) GRAPH <${g}> { ?s ?p ?o } BIND(''' ''' AS ?y) }`,
  'words in other cases': ({ g }) => `select * fRoM nAmEd <${g}> { gRaPh ?x { ?s ?p ?o } }`,
}

/** Queries whose boolean or count would reveal something about `g`. */
export const GUESSES: Readonly<Record<string, Attack>> = {
  'ASK FROM': ({ g }) => `ASK FROM <${g}> { ?s ?p ?o }`,
  'ASK GRAPH': ({ g }) => `ASK { GRAPH <${g}> { ?s ?p ?o } }`,
  EXISTS: ({ g }) => `ASK { FILTER EXISTS { GRAPH <${g}> { ?s ?p ?o } } }`,
  'NOT NOT EXISTS': ({ g }) => `ASK { FILTER(! NOT EXISTS { GRAPH <${g}> { ?s ?p ?o } }) }`,
  'EXISTS in an expression': ({ g }) => `ASK { BIND(EXISTS { GRAPH <${g}> { ?s ?p ?o } } AS ?b) FILTER(?b) }`,
  'EXISTS with a bound graph': ({ g }) => `ASK { VALUES ?x { <${g}> } FILTER EXISTS { GRAPH ?x { ?s ?p ?o } } }`,
  'the names of graphs': ({ g }) => `ASK { GRAPH ?x {} FILTER(?x = <${g}>) }`,
  'MINUS of a guess': ({ g }) =>
    `ASK { OPTIONAL { VALUES ?s { <urn:known> } MINUS { GRAPH <${g}> { ?s ?p ?o } } } FILTER(!BOUND(?s)) }`,
  COUNT: ({ g }) => `ASK { { SELECT (COUNT(*) AS ?n) { GRAPH <${g}> { ?s ?p ?o } } } FILTER(?n > 0) }`,
}

/** Updates that would read or change `g`. All can be repeated. */
export const CHANGES: Readonly<Record<string, Attack>> = {
  'INSERT DATA': ({ g }) => `INSERT DATA { GRAPH <${g}> { <a:a> <a:b> 1 } }`,
  'DELETE DATA of a guess': ({ g }) => `DELETE DATA { GRAPH <${g}> { <urn:known> <urn:is> <urn:there> } }`,
  'DELETE WHERE': ({ g }) => `DELETE WHERE { GRAPH <${g}> { ?s ?p ?o } }`,
  'DELETE WHERE with a graph variable': () => 'DELETE WHERE { GRAPH ?x { ?s ?p ?o } }',
  'INSERT from GRAPH': ({ g }) => `INSERT { ?s ?p ?o } WHERE { GRAPH <${g}> { ?s ?p ?o } }`,
  'INSERT from a graph variable': ({ own }) =>
    `INSERT { ?s ?p ?o } WHERE { GRAPH ?x { ?s ?p ?o } FILTER(?x != <${own}>) }`,
  USING: ({ g }) => `INSERT { ?s ?p ?o } USING <${g}> WHERE { ?s ?p ?o }`,
  'USING NAMED': ({ g }) => `INSERT { ?s ?p ?o } USING NAMED <${g}> WHERE { GRAPH ?x { ?s ?p ?o } }`,
  'WITH DELETE': ({ g }) => `WITH <${g}> DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }`,
  'WITH INSERT': ({ g }) => `WITH <${g}> INSERT { <a:a> <a:b> 1 } WHERE {}`,
  'WITH beside USING': ({ g, own }) => `WITH <${g}> DELETE { ?s ?p ?o } USING <${own}> WHERE { ?s ?p ?o }`,
  'a template graph': ({ g }) => `INSERT { GRAPH <${g}> { <a:a> <a:b> 1 } } WHERE {}`,
  'a bound template graph': ({ g }) => `INSERT { GRAPH ?x { <a:a> <a:b> 1 } } WHERE { BIND(<${g}> AS ?x) }`,
  'a computed template graph': ({ g }) =>
    `INSERT { GRAPH ?x { <a:a> <a:b> 1 } } WHERE { BIND(IRI(CONCAT("${start(g)}", "${rest(g)}")) AS ?x) }`,
  'a deleted guess in a bound graph': ({ g }) =>
    `DELETE { GRAPH ?x { <urn:known> <urn:is> <urn:there> } } WHERE { VALUES ?x { <${g}> } }`,
  'CLEAR GRAPH': ({ g }) => `CLEAR GRAPH <${g}>`,
  'CLEAR SILENT GRAPH': ({ g }) => `CLEAR SILENT GRAPH <${g}>`,
  'DROP GRAPH': ({ g }) => `DROP GRAPH <${g}>`,
  'DROP SILENT GRAPH': ({ g }) => `DROP SILENT GRAPH <${g}>`,
  'CREATE and write': ({ g }) => `CREATE SILENT GRAPH <${g}> ; INSERT DATA { GRAPH <${g}> { <a:a> <a:b> 1 } }`,
  'COPY from': ({ g }) => `COPY <${g}> TO DEFAULT`,
  'COPY SILENT from': ({ g, own }) => `COPY SILENT GRAPH <${g}> TO GRAPH <${own}>`,
  'COPY to': ({ g }) => `COPY DEFAULT TO <${g}>`,
  'MOVE from': ({ g }) => `MOVE <${g}> TO DEFAULT`,
  'MOVE to': ({ g }) => `MOVE DEFAULT TO GRAPH <${g}>`,
  'ADD from': ({ g, own }) => `ADD GRAPH <${g}> TO <${own}>`,
  'ADD SILENT to': ({ g }) => `ADD SILENT DEFAULT TO <${g}>`,
  'LOAD of a graph': ({ g }) => `LOAD SILENT <${g}>`,
  'LOAD into a graph': ({ g }) => `LOAD SILENT <http://127.0.0.1:1/> INTO GRAPH <${g}>`,
  'a prefix that changes': ({ g, own }) => `PREFIX v: <${own}> CLEAR GRAPH v: ; PREFIX v: <${g}> CLEAR GRAPH v:`,
  'a base that changes': ({ g, own }) => `BASE <${own}> CLEAR GRAPH <> ; BASE <${g}> CLEAR GRAPH <>`,
  'a second operation in a comment': ({ g }) => `INSERT DATA {} #\r; DROP GRAPH <${g}>\n`,
  'an escaped second operation': ({ g }) => `INSERT DATA {} # \\u000D ; DROP GRAPH <${g}>`,
  'escapes in the IRI': ({ g }) => `DROP GRAPH <${escaped(g)}>`,
  'a write, then a read': ({ g }) => `INSERT DATA { <a:a> <a:b> 1 } ; ADD <${g}> TO DEFAULT`,
  'everything dropped': () => 'DROP ALL',
  'everything cleared': () => 'CLEAR ALL ; CLEAR NAMED ; CLEAR DEFAULT ; DROP NAMED ; DROP DEFAULT',
}

/** Variants of a graph name that must not be taken for that graph. */
export const SPELLINGS: Readonly<Record<string, (g: string) => string>> = {
  'upper case': (g) => g.toUpperCase(),
  'an uppercase scheme': (g) => g.replace('urn:', 'URN:'),
  'an uppercase name': (g) => start(g) + rest(g).toUpperCase(),
  'a percent-encoded colon': (g) => g.replaceAll(':', '%3A').replace('%3A', ':'),
  'a percent-encoded letter': (g) => `${start(g)}%${rest(g).charCodeAt(0).toString(16)}${rest(g).slice(1)}`,
  'a trailing dot': (g) => `${g}.`,
  'a trailing slash': (g) => `${g}/`,
  'a fragment': (g) => `${g}#`,
  'a query': (g) => `${g}?`,
  'a dot segment': (g) => `${g}/.`,
  'its metadata': (g) => `${g}/meta`,
  'the metadata of its metadata': (g) => `${g}/meta/meta`,
  'two slashes and metadata': (g) => `${g}//meta`,
  'only the start': start,
}

/** Text that is not SPARQL 1.1, or not supported here: rejected before anything runs. */
export const FOREIGN_SYNTAX: Readonly<Record<string, Attack>> = {
  'a blank node as graph': () => 'SELECT * { GRAPH _:b { ?s ?p ?o } }',
  'an anonymous graph': () => 'SELECT * { GRAPH [] { ?s ?p ?o } }',
  'a literal as graph': ({ g }) => `SELECT * { GRAPH "${g}" { ?s ?p ?o } }`,
  LATERAL: ({ g }) => `SELECT * { LATERAL { GRAPH <${g}> { ?s ?p ?o } } }`,
  VERSION: ({ g }) => `VERSION "1.2" SELECT * FROM <${g}> { ?s ?p ?o }`,
  'a triple term': ({ g }) => `SELECT * { GRAPH <${g}> { ?r ?q <<( ?s ?p ?o )>> } }`,
  'a reifier': ({ g }) => `SELECT * { GRAPH <${g}> { << ?s ?p ?o >> ?q ?r } }`,
  'an annotation': ({ g }) => `SELECT * { GRAPH <${g}> { ?s ?p ?o {| ?q ?r |} } }`,
  'a pragma': ({ g }) => `DEFINE input:default-graph-uri <${g}> SELECT * { ?s ?p ?o }`,
  'a second query': ({ g }) => `SELECT * {} ; SELECT * FROM <${g}> { ?s ?p ?o }`,
  'an update behind a query': ({ g }) => `SELECT * {} ; DROP GRAPH <${g}>`,
  'a graph in a prefixed name with a second colon': ({ g }) =>
    `PREFIX v: <${start(g).slice(0, -1)}> SELECT * { GRAPH v::${rest(g)} { ?s ?p ?o } FILTER }`,
}
