// Finds the guidance of the pack for an artifact, best match first. Answers come in thousands but need only a few dozen
// combinations, so each combination is matched once. Pure.
import { matchItems } from '../documents/match-guidance.ts'
import type { Pack } from '../packs/pack.ts'

interface About {
  code: string
  /** The action chosen by the rules comes first. */
  actions: readonly string[]
  type: string
  name: string
  intent?: string
}

const MAX_REMEMBERED = 2_000

interface Remembered {
  /** Names that some guidance item mentions, in lower case. */
  names: ReadonlySet<string>
  ids: Map<string, readonly string[]>
}
const remembered = new WeakMap<Pack, Remembered>()

export function guidanceIds(pack: Pack, { code, actions, type, name, intent }: About): readonly string[] {
  const { names, ids } = memoryOf(pack)
  const mentioned = names.has(name.toLowerCase()) ? name : undefined
  const key = [code, type, mentioned, intent, ...actions].join('|')
  const known = ids.get(key)
  if (known) return known
  const found = matchItems(pack, { codes: [code], actions, type, name: mentioned, intent })
    .toSorted((a, b) => b.score - a.score || (a.item.id < b.item.id ? -1 : 1))
    .map(({ item }) => item.id)
  if (ids.size >= MAX_REMEMBERED) ids.clear()
  ids.set(key, found)
  return found
}

function memoryOf(pack: Pack): Remembered {
  const known = remembered.get(pack)
  if (known) return known
  const names = new Set(pack.guidance.flatMap(({ match }) => match.names ?? []).map((name) => name.toLowerCase()))
  const memory = { names, ids: new Map<string, readonly string[]>() }
  remembered.set(pack, memory)
  return memory
}
