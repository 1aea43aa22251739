// What the query page calls: operations of the API that a workspace session opens too, below an address of their own.
import { type Endpoint, endpoint } from '../endpoint.ts'
import { shapes } from './shapes.ts'
import { sparql } from './sparql.ts'
import { statements } from './statements.ts'

const HEADERS = {
  'X-Workspace-ID': 'A workspace of the tenant; the tenant’s own if it is left out',
  'X-Context-ID': 'The context, as its name or its IRI',
  'X-Graph-Scope': '`workspace`: all contexts of the workspace; `context`, the one of X-Context-ID, else',
}

const forSession = <E extends Endpoint>({ method, path, spec }: E) =>
  endpoint(`${method} /console${path}`, {
    ...spec,
    summary: `${spec.summary} (query page)`,
    auth: 'session',
    headers: { ...HEADERS, ...spec.headers },
    errors: [...(spec.errors ?? []), 'missing_header', 'scope_denied'],
  })

/** The operations themselves, which ask for a token. */
export const behindQueryPage = {
  query: sparql.query,
  update: sparql.update,
  stats: statements.stats,
  shapes: shapes.list,
}

export const queryPage = {
  query: forSession(behindQueryPage.query),
  update: forSession(behindQueryPage.update),
  stats: forSession(behindQueryPage.stats),
  shapes: forSession(behindQueryPage.shapes),
}
