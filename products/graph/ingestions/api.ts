// Ingestions: the four endpoints of contract/graph/ingestions.ts.
import { ingestions } from '@veritrace/contract/graph/ingestions'
import { notFound } from '@veritrace/platform/errors'
import { implement } from '@veritrace/platform/implement'
import type { Graph } from '../deps.ts'
import { onlyContext, scopeOf } from '../scope/scope.ts'
import { cancelIngestion } from './cancel-ingestion.ts'
import { receiveDocument } from './receive-document.ts'
import { findIngestion, listIngestions } from './store.ts'
import { viewIngestion } from './view.ts'

export const ingestionsApi = (deps: Graph) =>
  implement(ingestions, {
    create: ({ body, query, headers }, caller) =>
      receiveDocument(deps, caller, scopeOf(caller, headers), {
        bytes: body,
        contentType: String(headers['content-type']),
        source: query.source ?? null,
        mode: query.mode ?? 'add',
      }),
    list: async ({ query, headers }, caller) => {
      const scope = scopeOf(caller, headers)
      const { items, next } = await listIngestions(deps.db, scope.tenant, scope.workspace, onlyContext(scope), query)
      return { items: items.map(viewIngestion), next }
    },
    get: async ({ params, headers }, caller) => {
      const scope = scopeOf(caller, headers)
      const row = await findIngestion(deps.db, scope.tenant, scope.workspace, params.id, onlyContext(scope))
      return viewIngestion(row ?? notFound('ingestion', params.id))
    },
    cancel: ({ params, headers }, caller) => cancelIngestion(deps, caller, scopeOf(caller, headers), params.id),
  })
