// Cases and their records: the endpoints of contract/casework/cases.ts and case-records.ts.
import { caseRecords } from '@veritrace/contract/casework/case-records'
import { cases } from '@veritrace/contract/casework/cases'
import { answer } from '@veritrace/platform/answer'
import { implement } from '@veritrace/platform/implement'
import { idsOf } from '../artifacts/find-artifact.ts'
import type { CopyPlan } from '../case-plans/copy-plan.ts'
import { createCase, showCase } from '../cases/create-case.ts'
import { listFeedback } from '../cases/decision-store.ts'
import { deleteCase } from '../cases/delete-case.ts'
import { listCaseEvidence } from '../cases/evidence-store.ts'
import { followAfter, followEvents, wantsEvents } from '../cases/follow-events.ts'
import { getCase } from '../cases/get-case.ts'
import { countSeen, listSeen } from '../cases/list-store.ts'
import { readAudit } from '../cases/read-audit.ts'
import { countEvents, listEvents } from '../cases/record-store.ts'
import { type CasePorts, updateCase } from '../cases/update-case.ts'
import { openPinned, viewCase } from '../cases/view.ts'
import { viewEvent, viewEvidence, viewFeedback } from '../cases/view-records.ts'
import type { Casework } from '../deps.ts'
import { scopeOf } from '../model/scope.ts'
import { duplicateCase } from './duplicate-case.ts'
import { readSummary } from './read-summary.ts'

export const casesApi = (deps: Casework, ports: CasePorts & { copyPlan: CopyPlan }) => [
  ...implement(cases, {
    list: async ({ query }, caller) => {
      const scope = scopeOf(caller)
      const pinned = await openPinned(deps, scope)
      const asked = query.owner === 'me' ? { ...query, owner: caller.actor.id } : query
      const { items, next } = await listSeen(deps.db, scope, pinned.fresh, asked)
      const counted = await countSeen(deps.db, scope, asked)
      return { items: items.map((row) => viewCase(row, pinned)), next, ...counted }
    },
    create: ({ body }, caller) => createCase(deps, caller, body),
    get: async ({ params }, caller) => {
      const scope = scopeOf(caller)
      const { id } = await getCase(deps.db, scope, params.id)
      return showCase(deps.db, scope, await openPinned(deps, scope), id)
    },
    update: ({ params, body, ifVersion }, caller) => updateCase(deps, ports, caller, params.id, body, ifVersion),
    remove: ({ params, ifVersion }, caller) => deleteCase(deps, caller, params.id, ifVersion),
    duplicate: ({ params, body }, caller) => duplicateCase(deps, ports, caller, params.id, body ?? {}),
    summary: ({ params }, caller) => readSummary(deps, scopeOf(caller), params.id),
  }),
  ...implement(caseRecords, {
    events: async ({ params, query, headers, signal }, caller) => {
      const scope = scopeOf(caller)
      const theCase = await getCase(deps.db, scope, params.id)
      const { after = 0, type, limit } = query
      const asked = { ...(type !== undefined && { type }) }
      if (wantsEvents(headers.accept)) {
        const from = followAfter(headers['last-event-id'], query.after) ?? theCase.event_seq
        return answer(followEvents(deps, theCase, { ...asked, after: from, signal }), {})
      }
      const rows = await listEvents(deps.db, scope, theCase.id, { ...asked, after, limit: limit + 1 })
      const items = rows.slice(0, limit).map(viewEvent)
      const next = rows.length > limit ? String(items.at(-1)!.seq) : ''
      return {
        items,
        next,
        total: type === undefined ? theCase.event_seq : await countEvents(deps.db, scope, theCase.id, type),
      }
    },
    evidence: async ({ params, query }, caller) => {
      const scope = scopeOf(caller)
      const { id, project_id } = await getCase(deps.db, scope, params.id)
      const { artifact_id: one, ...rest } = query
      const about = one === undefined || project_id === null ? one && [one] : await idsOf(deps, scope, one, project_id)
      const asked = { ...rest, ...(about && { artifact_ids: about }) }
      const { items, next, total } = await listCaseEvidence(deps.db, scope, id, asked, deps.clock.now())
      return { items: items.map(viewEvidence), next, total }
    },
    feedback: async ({ params, query }, caller) => {
      const scope = scopeOf(caller)
      const { id } = await getCase(deps.db, scope, params.id)
      const { items, next, total } = await listFeedback(deps.db, scope, id, query)
      return { items: items.map(viewFeedback), next, total }
    },
    audit: async ({ params, query }, caller) => {
      const scope = scopeOf(caller)
      return readAudit(deps.db, scope, await getCase(deps.db, scope, params.id), query)
    },
  }),
]
