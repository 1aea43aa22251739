// A new disclosure begins as a draft: nobody outside the workspace sees it.
import type { Disclosure, NewDisclosure } from '@veritrace/contract/provenance/disclosures'
import { transact } from '@veritrace/platform/db/transact'
import type { Caller } from '@veritrace/platform/identity/caller'
import { newId } from '@veritrace/platform/ids'
import type { Provenance } from '../deps.ts'
import { findDisclosure, insertDisclosure } from './store.ts'
import { viewDisclosure } from './view.ts'
import { wordsAsColumns } from './words.ts'

export function createDisclosure(deps: Provenance, caller: Caller, body: NewDisclosure): Promise<Disclosure> {
  return transact(deps.db, async (tx) => {
    const id = newId('dis')
    const now = deps.clock.now()
    await insertDisclosure(tx, {
      ...(await wordsAsColumns({ db: tx }, caller, body)),
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
