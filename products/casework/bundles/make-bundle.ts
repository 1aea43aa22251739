// Seals the current state of a case under its own permalink.

import type { Bundle, BundleRequest } from '@veritrace/contract/casework/bundles'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { newId } from '@veritrace/platform/ids'
import { getCase, getLockedCase } from '../cases/get-case.ts'
import { recordCase } from '../cases/record.ts'
import type { Casework } from '../deps.ts'
import { actorOf } from '../model/actors.ts'
import { counted } from '../model/counted.ts'
import { digestOf } from '../model/digest.ts'
import { scopeOf } from '../model/scope.ts'
import { targetOf, viewTarget } from '../packs/packs.ts'
import { insertGeneration } from '../studio/generations/store.ts'
import { collectContent } from './collect.ts'
import { openSeal } from './seal.ts'
import { type BundleOutput, countBundles } from './store.ts'
import { viewBundle } from './view.ts'

export async function makeBundle(deps: Casework, caller: Caller, id: string, asked: BundleRequest): Promise<Bundle> {
  const scope = scopeOf(caller)
  const theCase = await getCase(deps.db, scope, id)
  const active = await deps.packs.pinned(scope, { id: theCase.pack_id, version: theCase.pack_version })
  const content = await collectContent(deps, scope, theCase, asked)
  const digest = digestOf(content)
  const signature = (await openSeal(deps.db))(digest)
  return transact(deps.db, async (tx) => {
    const locked = await getLockedCase(tx, scope, theCase.id)
    const n = (await countBundles(tx, scope, theCase.id)) + 1
    const title = asked.title?.trim() ?? `${theCase.key} ${content.case.title}, bundle ${n}`
    const output: BundleOutput = {
      ...{ case_id: theCase.id, n, digest, size: Buffer.byteLength(JSON.stringify(content)) },
      ...{ signature, content },
    }
    const row = await insertGeneration(tx, {
      ...{ id: newId('gen'), tenant_id: scope.tenant, workspace_id: scope.workspace, kind: 'bundle', title },
      state: 'ready',
      pack: JSON.stringify({ id: theCase.pack_id, version: theCase.pack_version, digest: theCase.pack_digest }),
      target: JSON.stringify(viewTarget(active, targetOf(active, theCase.target))),
      input_summary: `${theCase.key}, ${counted(theCase.resolved_count, 'object')}`,
      input_digest: digest,
      input: null,
      output: JSON.stringify(output),
      steps: null,
      ...{ project_id: theCase.project_id, case_id: theCase.id },
      created_by: JSON.stringify(actorOf(caller)),
      created_at: deps.clock.now(),
      expires_at: null,
      immutable: true,
    })
    await recordCase(deps, tx, caller, locked, {
      type: 'bundle.created',
      subject: { kind: 'bundle', id: row.id, label: title },
      message: `${theCase.key} was bundled as ${digest}.`,
      data: { bundle_id: row.id, n, digest },
      audit: { action: 'bundle.create', after: { id: row.id, digest } },
    })
    const { id: rowId, created_by, created_at } = row
    return { ...viewBundle({ id: rowId, title, created_by, created_at, ...output }), content }
  })
}
