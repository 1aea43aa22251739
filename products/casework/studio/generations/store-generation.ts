// Stores a result, and records who made it.

import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { newId } from '@veritrace/platform/ids'
import { cutText } from '@veritrace/platform/text'
import type { Casework } from '../../deps.ts'
import { actorOf } from '../../model/actors.ts'
import { digestOf } from '../../model/digest.ts'
import { scopeOf } from '../../model/scope.ts'
import type { TargetProfile } from '../../packs/pack.ts'
import { type ActivePack, viewTarget } from '../../packs/packs.ts'
import type { GenerationRow } from '../tables.ts'
import { insertGeneration, type NewGenerationRow } from './store.ts'

type Deps = Pick<Casework, 'db' | 'clock' | 'events'>

interface Made<T> {
  kind: GenerationRow['kind']
  title: string
  active: ActivePack
  target: TargetProfile
  input: object
  summary: string
  output: T
  project_id?: string | null
  case_id?: string | null
}

/** Returns the result with the id of its generation. */
export async function storeGeneration<T extends object>(
  deps: Deps,
  caller: Caller,
  made: Made<T>,
): Promise<T & { generation_id: string }> {
  const row = rowOf(deps, caller, made)
  const output = { ...made.output, generation_id: row.id }
  return transact(deps.db, async (tx) => {
    await insertGeneration(tx, { ...row, output: JSON.stringify(output) })
    await recordGeneration(deps, tx, caller, row)
    return output
  })
}

export function rowOf({ clock }: Pick<Deps, 'clock'>, caller: Caller, made: Made<object>): NewGenerationRow {
  const { tenant, workspace } = scopeOf(caller)
  return {
    id: newId('gen'),
    tenant_id: tenant,
    workspace_id: workspace,
    kind: made.kind,
    title: cutText(made.title.trim(), 200),
    state: 'ready',
    pack: JSON.stringify(made.active.pack.ref),
    target: JSON.stringify(viewTarget(made.active, made.target)),
    input_summary: made.summary,
    input_digest: digestOf(made.input),
    input: JSON.stringify(made.input),
    output: JSON.stringify(made.output),
    project_id: made.project_id ?? null,
    case_id: made.case_id ?? null,
    created_by: JSON.stringify(actorOf(caller)),
    created_at: clock.now(),
    expires_at: null,
  }
}

export const recordGeneration = (
  { events }: Pick<Deps, 'events'>,
  tx: Parameters<Casework['events']['record']>[0],
  caller: Caller,
  { id, title, kind }: Pick<NewGenerationRow, 'id' | 'title' | 'kind'>,
  verb: 'create' | 'update' | 'delete' = 'create',
): Promise<void> =>
  events.record(tx, caller, {
    action: `generation.${verb}`,
    resource: { type: 'generation', id, label: title },
    data: { kind },
  })
