// Converts rows of cases to the types of the contract.
import type { Case } from '@veritrace/contract/casework/cases'
import { iso } from '@veritrace/platform/clock'
import type { Casework } from '../deps.ts'
import type { Scope } from '../model/space.ts'
import { type ActivePack, viewTarget } from '../packs/packs.ts'
import { listPinned, type SeenCase } from './list-store.ts'
import type { Fresh } from './staleness-store.ts'

type Deps = Pick<Casework, 'db' | 'clock' | 'corpusSpace' | 'packs' | 'log'>

/** The packs that the cases of a workspace have pinned, with the options that the workspace has set. */
export interface Pinned {
  fresh: Fresh
  packOf(theCase: { pack_id: string; pack_version: string }): ActivePack | undefined
}

/** Call before the transaction that shows a case. `more` is the pack of a case that is being created. */
export async function openPinned(deps: Deps, scope: Scope, more?: ActivePack): Promise<Pinned> {
  const packs = new Map<string, ActivePack>()
  if (more) packs.set(`${more.pack.ref.id}@${more.pack.ref.version}`, more)
  for (const { pack_id, pack_version } of await listPinned(deps.db, scope)) {
    if (packs.has(`${pack_id}@${pack_version}`)) continue
    try {
      packs.set(`${pack_id}@${pack_version}`, await deps.packs.pinned(scope, { id: pack_id, version: pack_version }))
    } catch (error) {
      // Its cases can still be read, but they are stale and cannot run.
      deps.log.warn({ err: error, pack_id, pack_version }, 'pinned pack failed to load')
    }
  }
  const rulesets = [...packs.values()].map(({ pack, revision }) => ({
    pack_id: pack.ref.id,
    pack_version: pack.ref.version,
    revision,
  }))
  return {
    fresh: { now: deps.clock.now(), corpusSpace: deps.corpusSpace, rulesets },
    packOf: ({ pack_id, pack_version }) => packs.get(`${pack_id}@${pack_version}`),
  }
}

export function viewCase(row: SeenCase, pinned: Pinned): Case {
  const active = pinned.packOf(row)
  const profile = active?.pack.targets.find(({ profile_id }) => profile_id === row.target)
  return {
    id: row.id,
    key: row.key,
    project_id: row.project_id,
    pack: { id: row.pack_id, version: row.pack_version, digest: row.pack_digest },
    type_id: row.type_id,
    title: row.title,
    question_md: row.question_md,
    status: row.status,
    phase: row.phase,
    priority: row.priority,
    owner: row.owner,
    participants: row.participants,
    scope: {
      artifact_ids: row.artifact_ids,
      ...(row.selector && { selector: row.selector }),
      resolved_count: row.resolved_count,
    },
    target:
      active && profile
        ? viewTarget(active, profile)
        : { profile_id: row.target, label: row.target, policy: { acceptable: [] } },
    evidence_ids: row.evidence_ids,
    tags: row.tags,
    due_at: iso(row.due_at),
    rollup: row.rollup,
    counters: {
      evidence: row.evidence,
      artifacts: row.resolved_count,
      recommendations_open: row.recommendations_open,
      plans: row.plans,
      reviews_pending: row.reviews_pending,
      deliveries_failed: row.deliveries_failed,
    },
    ...(row.latest_run_id !== null && {
      latest_run: { id: row.latest_run_id, state: row.run_state!, at: row.run_at!.toISOString() },
    }),
    current_plan_id: row.current_plan_id,
    stale: { is: row.stale_reasons.length > 0, reasons: row.stale_reasons },
    duplicated_from: row.duplicated_from,
    ...(row.closed && { closed: row.closed }),
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    version: row.version,
    etag: `"${row.version}"`,
  }
}
