// A small demo graph: vendors, their subprocessors and certificates, and shapes for this data.

import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { newId } from '@veritrace/platform/ids'
import type { Graph } from '../deps.ts'
import { contextIri } from '../scope/rules.ts'
import { insertShape } from '../shapes/store.ts'
import { changeStatements } from '../statements/change-statements.ts'
import { listContexts } from '../statements/stats-store.ts'
import { SHAPES } from './content.ts'
import { demoLines } from './lines.ts'

const CONTEXT = 'demo'
type Deps = Pick<Graph, 'db' | 'events' | 'clock'>

/** Seeds only once, so that changes to the context survive a restart. */
export async function seedGraph(deps: Deps, caller: Caller): Promise<void> {
  const { tenant, workspace } = caller
  const contexts = await listContexts(deps.db, tenant, workspace, CONTEXT)
  if (contexts.length > 0) return
  const assert = demoLines(contextIri(tenant, workspace, CONTEXT)).map((line) => ({ line }))
  await transact(deps.db, async (tx) => {
    await seedShapes(deps, tx, caller)
    await changeStatements(deps, tx, caller, { assert })
  })
}

/** Inserts the shapes directly, because the threads that validate them are not running yet. */
async function seedShapes({ clock }: Deps, tx: Graph['db'], { tenant, workspace, actor }: Caller): Promise<void> {
  const now = clock.now()
  for (const { name, turtle, targetClass } of SHAPES)
    await insertShape(tx, {
      id: newId('shp'),
      tenant_id: tenant,
      workspace_id: workspace,
      context: CONTEXT,
      name,
      turtle,
      target_classes: [targetClass],
      predicates: null,
      enforced: false,
      created_at: now,
      updated_at: now,
      created_by: actor.id,
    })
}
