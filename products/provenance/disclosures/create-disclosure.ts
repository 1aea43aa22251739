// Creates a disclosure as a draft, which only the workspace can see.
import type { Disclosure, NewDisclosure } from '@veritrace/contract/provenance/disclosures'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { newId } from '@veritrace/platform/ids'
import type { Provenance } from '../deps.ts'
import { contentColumns } from './content.ts'
import { findDisclosure, insertDisclosure } from './store.ts'
import { viewDisclosure } from './view.ts'

export function createDisclosure(deps: Provenance, caller: Caller, body: NewDisclosure): Promise<Disclosure> {
  return transact(deps.db, async (tx) => {
    const id = newId('dis')
    const now = deps.clock.now()
    await insertDisclosure(tx, {
      ...(await contentColumns({ db: tx }, caller, body)),
      kind: body.kind,
      title: body.title,
      id,
      tenant_id: caller.tenant,
      author_id: caller.actor.id,
      created_at: now,
      updated_at: now,
    })
    await deps.events.record(tx, caller, {
      action: 'disclosure.create',
      resource: { type: 'disclosure', id, label: body.title },
      data: { kind: body.kind },
    })
    return viewDisclosure((await findDisclosure(tx, caller.tenant, id))!)
  })
}
