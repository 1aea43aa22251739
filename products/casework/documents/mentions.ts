// Artifacts that a text mentions: known to a list or an estate of the workspace, and written like a name.
import type { DocumentDetail } from '@veritrace/contract/casework/documents'
import type { ArtifactRef } from '@veritrace/contract/casework/shapes'
import type { Casework } from '../deps.ts'
import { findEstateHead } from '../estate/store.ts'
import { catalogRef, estateRef } from '../model/artifacts.ts'
import { type Scope, spaceOf } from '../model/space.ts'
import { listCatalogNames, listEstateNames } from './mention-store.ts'
import type { DocumentRow } from './tables.ts'

export type Mention = DocumentDetail['mentions'][number]

/** Below 1 because the name may mean something else in the text. */
const CONFIDENCE = 0.6

type Looking = Pick<Casework, 'db' | 'corpusSpace' | 'packs'>

/** In text order. One name may match several artifacts. */
export async function mentionsIn(
  deps: Looking,
  scope: Scope,
  document: Pick<DocumentRow, 'pack_id' | 'names' | 'named_at'>,
): Promise<Mention[]> {
  if (document.names.length === 0) return []
  const known = await knownNames(deps, scope, document.pack_id, document.names)
  return document.named_at.flatMap(([name, start, end]) =>
    (known.get(name) ?? []).map((artifact) => ({ artifact, start, end, confidence: CONFIDENCE })),
  )
}

/** Keyed by the name in lower case. */
async function knownNames(
  deps: Looking,
  scope: Scope,
  packId: string,
  names: readonly string[],
): Promise<Map<string, ArtifactRef[]>> {
  const spaces = [spaceOf(scope), deps.corpusSpace]
  const { pack } = await deps.packs.of(scope, packId)
  const listed = await listCatalogNames(deps.db, spaces, packId, names)
  // Estates store names in upper case, as systems do.
  const capitals = names.map((name) => name.toUpperCase())
  const owned = await listEstateNames(deps.db, scope, packId, [...names, ...capitals])
  const systems = new Map<string, string>()
  for (const project of new Set(owned.map((one) => one.project_id)))
    systems.set(project, (await findEstateHead(deps.db, scope, project))?.system ?? 'unknown')
  const refs = [
    ...listed.map((one) => catalogRef(pack.naming, one)),
    ...owned.map((one) => estateRef(packId, scope.tenant, systems.get(one.project_id)!, one)),
  ]
  const found = new Map<string, ArtifactRef[]>()
  for (const ref of new Map(refs.map((one) => [one.id, one])).values()) {
    const name = ref.name.toLowerCase()
    found.set(name, [...(found.get(name) ?? []), ref])
  }
  return found
}
