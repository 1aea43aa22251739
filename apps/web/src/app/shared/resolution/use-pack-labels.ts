import { usePack } from '../use-pack.ts'

/** Labels for the successor kinds of the lists. */
const SUCCESSORS: Readonly<Record<string, string>> = { oneObject: 'successor', multipleObjects: 'successors' }

/** The pack's labels for types, states, targets, actions and relations. Unknown codes are returned unchanged. */
export function usePackLabels(packId?: string) {
  const { pack } = usePack(packId)
  const ui = (pack?.ui ?? {}) as { types?: Record<string, string>; states?: Record<string, string> }
  return {
    type: (type: string): string => ui.types?.[type] ?? type,
    state: (state: string): string => ui.states?.[state] ?? state,
    /** Replaces the codes in a record that is written in one line. */
    record: (line: string): string =>
      line.replace(/\b[a-z]+[A-Z]\w*\b/g, (word) => ui.states?.[word] ?? SUCCESSORS[word] ?? word),
    target: (id: string): string => pack?.targets.find(({ profile_id }) => profile_id === id)?.label ?? id,
    action: (id: string): string => pack?.actions.find((action) => action.id === id)?.title ?? id,
    relation: (id: string): string => pack?.relations.find((relation) => relation.id === id)?.label ?? id,
  }
}
