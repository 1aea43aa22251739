// Handlers for the four evidence endpoints (contract/casework/evidence.ts).
import { evidence } from '@veritrace/contract/casework/evidence'
import { notFound } from '@veritrace/platform/errors'
import { implement } from '@veritrace/platform/http/implement'
import type { Casework } from '../deps.ts'
import { scopeOf } from '../model/scope.ts'
import { getProject } from '../projects/get-project.ts'
import { receiveEvidence } from './receive-evidence.ts'
import { findEvidence, listEvidence } from './store.ts'
import { updateItem } from './update-evidence.ts'
import { viewEvidence } from './view.ts'

export const evidenceApi = (deps: Casework) =>
  implement(evidence, {
    list: async ({ params, query }, caller) => {
      const scope = scopeOf(caller)
      await getProject(deps.db, scope, params.id)
      const { items, next, total } = await listEvidence(deps.db, scope, params.id, query)
      return { items: items.map((row) => viewEvidence(row)), next, total }
    },
    upload: ({ params, body, headers }, caller) =>
      receiveEvidence(deps, caller, params.id, { body, contentType: String(headers['content-type']) }),
    get: async ({ params }, caller) => {
      const scope = scopeOf(caller)
      await getProject(deps.db, scope, params.id)
      const row = await findEvidence(deps.db, scope, params.evidenceId)
      return row?.project_id === params.id ? viewEvidence(row) : notFound('evidence', params.evidenceId)
    },
    update: ({ params, body, ifVersion }, caller) => updateItem(deps, caller, params, body, ifVersion),
  })
