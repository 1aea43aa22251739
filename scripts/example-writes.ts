// Calls that the reference shows and that no list leads to, in an order in which each finds what it needs.

interface Write {
  id: string
  /** With a query, or with ids of the demo. */
  path?: string
  /** Text is SPARQL. */
  body?: unknown
}

const GRAPH = '/graph'
const CASEWORK = '/api/casework'

export const WRITES: readonly Write[] = [
  {
    id: 'graph.statements.create',
    body: {
      subject: 'urn:example:veritrace',
      predicate: 'urn:example:runsOn',
      object: 'PostgreSQL',
      objectType: 'literal',
    },
  },
  {
    id: 'graph.statements.createBatch',
    body: {
      statements: [
        { subject: 'urn:example:ada', predicate: 'urn:example:knows', object: 'urn:example:ben', objectType: 'iri' },
        { subject: 'urn:example:ben', predicate: 'urn:example:knows', object: 'urn:example:cleo', objectType: 'iri' },
      ],
    },
  },
  { id: 'graph.sparql.query', body: 'SELECT ?s ?o WHERE { ?s <urn:example:runsOn> ?o }' },
  { id: 'graph.traversal.walk', body: { start: 'urn:example:ada', depth: 2 } },
  { id: 'graph.search.find', path: `${GRAPH}/search?q=postgresql` },
  { id: 'provenance.workspaceSearch.search', path: '/api/provenance/v1/app/search?q=northwind' },
  { id: 'casework.resolve.one', path: `${CASEWORK}/resolve?q=VBAK` },
  { id: 'casework.resolve.many', body: { items: [{ q: 'VBAK' }, { type: 'FUNC', name: 'BAPI_SALESORDER_CHANGE' }] } },
]
