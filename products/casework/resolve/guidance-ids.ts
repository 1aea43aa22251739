// Which guidance of the pack is about a thing: by its level, what to do about it, its type or its name. Pure.
import type { GuidanceItem, Pack } from '../packs/pack.ts'

interface About {
  code: string
  actions: readonly string[]
  type: string
  name: string
  intent: string
}

const MOST = 8

/** The closest first: the name, then the action, the type, the level, the intent. */
export const guidanceIds = ({ guidance }: Pack, about: About): string[] =>
  guidance
    .map((item) => ({ id: item.id, score: scoreOf(item, about) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, MOST)
    .map(({ id }) => id)

function scoreOf({ match }: GuidanceItem, { code, actions, type, name, intent }: About): number {
  const action = actions.findIndex((id) => match.actions?.includes(id))
  return (
    (match.names?.includes(name) ? 16 : 0) +
    (action < 0 ? 0 : action === 0 ? 8 : 2) +
    (match.types?.includes(type) ? 4 : 0) +
    (match.codes?.includes(code) ? 2 : 0) +
    (match.intents?.includes(intent) ? 1 : 0)
  )
}
