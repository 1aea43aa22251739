// The message of a finding. Pure.
import { ownValue } from '@veritrace/platform/names'
import type { Access } from '../estate/estate.ts'
import type { Named } from '../model/artifacts.ts'
import type { Pack } from '../packs/pack.ts'
import type { Successor } from '../rating/known.ts'

const VERBS: Readonly<Record<Access, string>> = {
  read: 'Reads',
  write: 'Writes to',
  call: 'Calls',
  type: 'Uses the type',
  inherit: 'Inherits from',
  implement: 'Implements',
  dynamic: 'Refers dynamically to',
  use: 'Uses',
}
const MOST_NAMED = 3

export function useMessage(
  pack: Pack,
  { type, name, access }: Named & { access: Access },
  level: string,
  successors: readonly Pick<Successor, 'concept' | 'named'>[],
): string {
  const named = successors.slice(0, MOST_NAMED).map(({ concept, named }) => concept ?? named.name)
  const more = successors.length > MOST_NAMED ? ` and ${successors.length - MOST_NAMED} more` : ''
  const after = named.length > 0 ? ` Successor: ${named.join(', ')}${more}.` : ''
  return `${VERBS[access]} ${name} (${type}): ${levelText(pack, level)}.${after}`
}

export function techniqueMessage(pack: Pack, kind: string, level: string): string {
  const techniques = (pack.importers.technologies ?? {}) as Record<string, { title?: string }>
  return `${ownValue(techniques, kind)?.title ?? kind}: ${levelText(pack, level)}.`
}

/** For example `level C (internal to SAP)`. */
const levelText = ({ scheme }: Pack, level: string): string => ownValue(scheme.labels, level) ?? level
