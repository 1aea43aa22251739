// Guidance with its origin: the workspace's own passages, then the pack's items, then the shared corpus.
import type { Guidance } from '@veritrace/contract/casework/guidance'
import type { Casework } from '../deps.ts'
import { matchItems } from '../documents/match-guidance.ts'
import type { Named } from '../model/artifacts.ts'
import type { Scope } from '../model/space.ts'
import type { ActivePack } from '../packs/packs.ts'
import { corpusItems } from './corpus-items.ts'
import { viewPackItems } from './pack-items.ts'
import { inOrder } from './rules.ts'

export interface Wanted {
  code?: string | undefined
  /** Further codes that are relevant. */
  codes?: readonly string[]
  actionId?: string | undefined
  /** Further actions that are possible. */
  alternatives?: readonly string[]
  artifact?: Named | undefined
  intent?: string | undefined
  phase?: string | undefined
  q?: string | undefined
  limit: number
}

export async function guidanceFor(
  deps: Pick<Casework, 'db' | 'corpusSpace' | 'packs'>,
  scope: Scope,
  { pack }: ActivePack,
  { code, codes = [], actionId, alternatives = [], artifact, intent, phase, q, limit }: Wanted,
): Promise<Guidance[]> {
  const about = {
    codes: [...(code === undefined ? [] : [code]), ...codes],
    actions: [...(actionId === undefined ? [] : [actionId]), ...alternatives],
    type: artifact?.type,
    name: artifact?.name,
    intent,
    phase,
    q,
  }
  const own = await viewPackItems(deps, pack, matchItems(pack, about))
  return inOrder([...own, ...(await corpusItems(deps, scope, pack, about))]).slice(0, limit)
}
