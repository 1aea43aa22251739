// Which guidance of the pack is about a thing, the closest first. Answers come in the thousands and ask for a few dozen
// combinations, so each is matched once. Pure.
import { matchItems } from '../guidance/match-items.ts'
import type { Pack } from '../packs/pack.ts'

interface About {
  code: string
  /** The rules' choice first. */
  actions: readonly string[]
  type: string
  name: string
  intent?: string
}

const MOST_REMEMBERED = 2_000

interface Remembered {
  /** Names that some item speaks of, in lower case. */
  names: ReadonlySet<string>
  ids: Map<string, readonly string[]>
}
const remembered = new WeakMap<Pack, Remembered>()

export function guidanceIds(pack: Pack, { code, actions, type, name, intent }: About): readonly string[] {
  const { names, ids } = memoryOf(pack)
  const told = names.has(name.toLowerCase()) ? name : undefined
  const key = [code, type, told, intent, ...actions].join('|')
  const known = ids.get(key)
  if (known) return known
  const found = matchItems(pack, { codes: [code], actions, type, name: told, intent })
    .toSorted((a, b) => b.score - a.score || (a.item.id < b.item.id ? -1 : 1))
    .map(({ item }) => item.id)
  if (ids.size >= MOST_REMEMBERED) ids.clear()
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
