// The operations of the query page: operations of the API that also accept a browser session, under a separate path.
import { type Endpoint, endpoint } from '../endpoint.ts'
import { shapes } from './shapes.ts'
import { sparql } from './sparql.ts'
import { statements } from './statements.ts'

const HEADERS = {
  'X-Workspace-ID': 'A workspace of the tenant. Default: the tenant’s own workspace',
  'X-Context-ID': 'The context, as its name or its IRI',
  'X-Graph-Scope': '`workspace` for all contexts of the workspace. Default: `context`, the one in X-Context-ID',
}

const forSession = <E extends Endpoint>({ method, path, spec }: E) =>
  endpoint(`${method} /console${path}`, {
    ...spec,
    summary: `${spec.summary} (query page)`,
    auth: 'session',
    headers: { ...HEADERS, ...spec.headers },
    errors: [...(spec.errors ?? []), 'missing_header', 'scope_denied'],
  })

/** The corresponding API operations, which need a token. */
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
