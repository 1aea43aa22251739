// The graph projection: the endpoints of contract/casework/graph.ts.
import { graphProjection } from '@veritrace/contract/casework/graph'
import { implement } from '@veritrace/platform/implement'
import type { Casework } from '../deps.ts'
import { scopeOf } from '../model/scope.ts'
import { type Present, readStatus } from './read-status.ts'
import { requestRebuild } from './request-rebuild.ts'
import type { Knowledge } from './run-outbox.ts'

export const knowledgeApi = (deps: Casework & Knowledge, present: Present) =>
  implement(graphProjection, {
    status: (_, caller) => readStatus(deps, present, scopeOf(caller)),
    rebuild: ({ body }, caller) => requestRebuild(deps, present, caller, body),
  })
