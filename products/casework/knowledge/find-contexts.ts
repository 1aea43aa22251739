// Which named graphs should exist, according to the tables.

import { transact } from '@veritrace/platform/db/transact'
import type { Casework } from '../deps.ts'
import { digestOf } from '../model/digest.ts'
import { estateContext, type GraphContext } from '../model/graph-contexts.ts'
import type { Scope } from '../model/space.ts'
import { isProjected } from './entry-context.ts'
import { findOwn, listProjected } from './fact-store.ts'
import { dueContext } from './outbox-store.ts'
import { packText } from './pack-texts.ts'
import { packContext } from './projections.ts'
import { contextIri, decisionsContext, entryContext, placeOfSpace, spaceOfPlace } from './rules.ts'
import { listContexts } from './store.ts'

type Deps = Pick<Casework, 'db' | 'packs' | 'corpusSpace'>

/** The graphs that a workspace sees: its own and the shared ones. */
export const placesOf = ({ corpusSpace }: Pick<Casework, 'corpusSpace'>, { tenant, workspace }: Scope) => [
  { tenant, workspace },
  placeOfSpace(corpusSpace),
]

/** The graphs that should exist, and those that do. */
export async function findContexts(deps: Deps, scope: Scope): Promise<GraphContext[]> {
  const { projects, hasDecisions } = await findOwn(deps.db, scope)
  const known = await listContexts(deps.db, placesOf(deps, scope))
  const all = [
    ...known.map(({ tenant_id, workspace_id, name }) => ({ tenant: tenant_id, workspace: workspace_id, name })),
    ...projects.map((id) => estateContext(scope.tenant, scope.workspace, id)),
    ...(hasDecisions ? [decisionsContext(scope)] : []),
    ...(await entryContexts(deps, scope)),
    ...(await sharedContexts(deps)),
  ]
  return [...new Map(all.map((context) => [contextIri(context), context])).values()]
}

/**
 * At server start, queues data from before a graph was configured and data shipped with a new version of the product.
 */
export async function dueAtStart(deps: Deps & Pick<Casework, 'clock'>): Promise<void> {
  const known = await listContexts(deps.db, [placeOfSpace(deps.corpusSpace)])
  const digests = new Map(known.map(({ name, digest }) => [name, digest]))
  const place = placeOfSpace(deps.corpusSpace)
  const changed = deps.packs
    .builtIn()
    .filter((pack) => pack.ontology && digests.get(packContext(place, pack).name) !== digestOf(packText(pack)))
    .map((pack) => packContext(place, pack))
  const missing = [...changed, ...(await entryContexts(deps, place)).filter(({ name }) => !digests.has(name))]
  await transact(deps.db, async (tx) => {
    for (const context of missing) await dueContext(tx, context, deps.clock.now())
  })
}

async function sharedContexts(deps: Deps): Promise<GraphContext[]> {
  const place = placeOfSpace(deps.corpusSpace)
  const packs = deps.packs.builtIn().filter(({ ontology }) => ontology)
  return [...packs.map((pack) => packContext(place, pack)), ...(await entryContexts(deps, place))]
}

async function entryContexts({ db, packs }: Deps, place: Scope): Promise<GraphContext[]> {
  const entries = await listProjected(db, spaceOfPlace(place))
  const used = new Map((await packs.all(place)).map(({ pack }) => [pack.ref.id, pack]))
  return entries.flatMap((entry) => {
    const pack = used.get(entry.pack_id)
    return pack && isProjected(pack, entry) ? [entryContext(entry, pack.naming.iriBase)] : []
  })
}
