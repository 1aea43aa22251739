// Computes what a transport would contain, and which planned objects would still be in no transport.
import type { NewTransport, Transport } from '@veritrace/contract/casework/plan-transports'
import type { Db } from '@veritrace/platform/db/db'
import { notFound } from '@veritrace/platform/errors'
import { listItems } from '../case-plans/item-store.ts'
import type { Opened } from '../case-plans/read-plan.ts'
import { listTransports } from '../case-plans/transport-store.ts'
import { digestOf } from '../model/digest.ts'
import type { Pack } from '../packs/pack.ts'
import type { Tables } from '../tables.ts'
import { checkListOf, manifestObjects, type ObjectNames, uncovered } from './rules.ts'

export type Prepared = Pick<Transport, 'manifest' | 'item_ids' | 'scope_check'>

export const namesOf = ({ importers }: Pick<Pack, 'importers'>): ObjectNames =>
  (importers.transport ?? {}) as ObjectNames

export async function prepareTransport(
  db: Db<Tables>,
  { scope, plan, body }: Opened,
  names: ObjectNames,
  { item_ids }: NewTransport,
): Promise<Prepared> {
  const states = await listItems(db, scope, [plan.id])
  const open = new Set(states.filter(({ state }) => state !== 'waived').map((row) => row.item_id))
  for (const id of item_ids ?? []) if (!states.some((row) => row.item_id === id)) notFound('plan_item', id)
  const chosen = body.items.filter(({ id }) => (item_ids ? item_ids.includes(id) : open.has(id)))
  const objectsOf = (ids: readonly string[]) =>
    manifestObjects(
      names,
      ids.flatMap((id) => body.details[id]?.objects ?? []),
    )
  const objects = objectsOf(chosen.map(({ id }) => id))
  const others = (await listTransports(db, scope, plan.id)).filter(({ status }) => status !== 'cancelled')
  const covered = [...objects, ...others.flatMap(({ manifest }) => manifest.objects)]
  return {
    manifest: { objects, digest: digestOf(objects), asset_id: null, check_list: checkListOf(chosen) },
    item_ids: chosen.map(({ id }) => id),
    scope_check: { extra: [], missing: uncovered(objectsOf([...open]), covered) },
  }
}
