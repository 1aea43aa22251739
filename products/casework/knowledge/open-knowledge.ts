// The projection with everything it needs, and the questions that other slices ask about it.

import type { Casework } from '../deps.ts'
import type { Scope } from '../model/space.ts'
import { askHealth } from './graph-client.ts'
import { openGraphs } from './graphs.ts'
import type { Projection } from './projection.ts'
import { ownProjections } from './projections.ts'
import { openPresent, type Present, readStatus } from './read-status.ts'
import { SYSTEM_TENANT } from './rules.ts'
import type { Knowledge } from './run-outbox.ts'

const PING_MS = 2_000

export interface OpenKnowledge {
  deps: Casework & Knowledge
  present: Present
  facts: { drift(scope: Scope): Promise<number | undefined> }
  /** Throws if a graph is configured but does not respond. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** `others` are projections of slices above this one. */
export function openKnowledge(casework: Casework, others: readonly Projection[]): OpenKnowledge {
  const graphs = openGraphs(casework)
  const deps = {
    ...casework,
    graphs,
    projections: [...ownProjections(casework), ...others],
  }
  const present = openPresent(deps)
  return {
    deps,
    present,
    facts: { drift: (scope) => driftOf(deps, present, scope) },
    async ping() {
      const access = await graphs.of(SYSTEM_TENANT)
      if (access) await askHealth(access, AbortSignal.timeout(PING_MS))
    },
    close: graphs.close,
  }
}

/** Undefined if the graph does not respond or part of it was never synced, because the drift is then unknown. */
async function driftOf(deps: Knowledge, present: Present, scope: Scope): Promise<number | undefined> {
  const { reachable, contexts, shapes } = await readStatus(deps, present, scope)
  if (!reachable || contexts.some(({ drift, built_at }) => drift === null || built_at === null)) return undefined
  const violations = shapes.reduce((sum, shape) => sum + shape.violations, 0)
  return contexts.reduce((sum, { drift }) => sum + Math.abs(drift!), violations)
}
