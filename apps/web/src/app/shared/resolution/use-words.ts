import { usePack } from '../use-pack.ts'

/** What lists call the kinds of what comes after. */
const SUCCESSORS: Readonly<Record<string, string>> = { oneObject: 'successor', multipleObjects: 'successors' }

/** How the pack calls types, states and targets; what it does not know is said as it stands. */
export function useWordsOfPack(packId?: string) {
  const { pack } = usePack(packId)
  const ui = (pack?.ui ?? {}) as { types?: Record<string, string>; states?: Record<string, string> }
  return {
    type: (type: string): string => ui.types?.[type] ?? type,
    state: (state: string): string => ui.states?.[state] ?? state,
    /** A record of a list that stands in one line. */
    record: (line: string): string =>
      line.replace(/\b[a-z]+[A-Z]\w*\b/g, (word) => ui.states?.[word] ?? SUCCESSORS[word] ?? word),
    target: (id: string): string => pack?.targets.find(({ profile_id }) => profile_id === id)?.label ?? id,
    action: (id: string): string => pack?.actions.find((action) => action.id === id)?.title ?? id,
    relation: (id: string): string => pack?.relations.find((relation) => relation.id === id)?.label ?? id,
  }
}
