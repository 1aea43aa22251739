// SPARQL: query and update, as ordinary clients speak them.
import { sparql } from '@veritrace/contract/graph/sparql'
import { implement } from '@veritrace/platform/http/implement'
import type { Graph } from '../deps.ts'
import { readProtocol } from './rules.ts'
import { runQuery } from './run-query.ts'
import { runUpdate } from './run-update.ts'

export const sparqlApi = (deps: Graph) =>
  implement(sparql, {
    query: ({ body, query, headers, signal }, caller) =>
      runQuery(deps, caller, readProtocol('query', typeOf(headers), body, query), { headers, signal }),
    queryByAddress: ({ query: { query: text, ...query }, headers, signal }, caller) =>
      runQuery(deps, caller, readProtocol('query', '', text, query), { headers, signal }),
    update: ({ body, headers }, caller) =>
      runUpdate(deps, caller, readProtocol('update', typeOf(headers), body, {}).text, headers),
  })

const typeOf = (headers: Readonly<Record<string, string | string[] | undefined>>): string =>
  String(headers['content-type'] ?? '')
