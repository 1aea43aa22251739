// What the reader extracts from sources: references with their places, technologies, and how much could be parsed.
import { cutText } from '@veritrace/platform/text'
import { type Basis, surer } from '../../estate/certainty.ts'
import type { Access } from '../../estate/estate.ts'
import type { Named } from '../../model/artifacts.ts'
import type { Ground } from './kinds.ts'
import type { SourceTechnology } from './technologies.ts'
import type { NameSource, Unresolved } from './uses/found.ts'

interface Occurrence {
  line: number
  column: number
  length: number
  snippet: string
}

export interface SourceReference extends Named {
  access: Access
  /** The most certain one of its places. */
  basis: Basis
  /** Number of all places. `occurrences` has only the first ones. */
  sites: number
  occurrences: Occurrence[]
}

/** A name in one place, with the kind that was decided for it. */
interface Resolved extends Named {
  access: Access
  /** How the kind was decided, and where the name comes from. */
  ground: Ground
  from: NameSource
  isSap: boolean
  line: number
  column: number
  length: number
}

export interface FileReading {
  filename: string
  resolved: Resolved[]
  /** Names whose owner or kind is unknown, with the reason. */
  unresolved: { name: string; line: number; reason: Unresolved }[]
  technologies: SourceTechnology[]
  /** Other short forms for the object. */
  members: string[]
  lines: number
  statements: number
  /** Number of statements that could not be parsed. */
  unparsed: number
  /** Lines of calls whose target is known only at run time. */
  dynamic: number[]
  macros: number
}

const MOST_OCCURRENCES = 50
const LONGEST_SNIPPET = 200

/** One entry per name and access. References of the object to itself are left out. */
export function referencesOf(
  self: Named,
  files: readonly FileReading[],
  rowsOf: (filename: string) => readonly string[] = () => [],
): SourceReference[] {
  const found = new Map<string, SourceReference>()
  for (const { filename, resolved } of files) {
    const rows = resolved.length > 0 ? rowsOf(filename) : []
    for (const use of resolved) {
      if (use.type === self.type && use.name === self.name) continue
      const key = `${use.type}:${use.name} ${use.access}`
      const { access, type, name } = use
      const basis = basisOf(use)
      const known = found.get(key) ?? { type, name, access, basis, sites: 0, occurrences: [] }
      found.set(key, known)
      known.basis = surer(known.basis, basis)
      known.sites++
      if (known.occurrences.length < MOST_OCCURRENCES) {
        const { line, column, length } = use
        known.occurrences.push({ line, column, length, snippet: snippetOf(rows, line) })
      }
    }
  }
  return [...found.values()]
}

const OF_SOURCE: Readonly<Record<NameSource, Basis>> = {
  grammar: 'grammar',
  description: 'grammar',
  variable: 'grammar',
  literal: 'text',
  constant: 'text',
  macro: 'text',
  native_sql: 'text',
  unparsed: 'unparsed',
}
const OF_GROUND: Readonly<Record<Ground, Basis>> = {
  grammar: 'grammar',
  upload: 'grammar',
  votes: 'elsewhere',
  pattern: 'pattern',
}

/** A use is only as certain as the less certain of its name and its kind. */
function basisOf({ from, ground }: Pick<Resolved, 'from' | 'ground'>): Basis {
  const [name, kind] = [OF_SOURCE[from], OF_GROUND[ground]]
  return surer(name, kind) === name ? kind : name
}

/** Keeps the first place of each kind. */
export function technologiesOf(files: readonly FileReading[]): SourceTechnology[] {
  const found = new Map<string, SourceTechnology>()
  for (const { technologies } of files)
    for (const one of technologies) if (!found.has(one.kind)) found.set(one.kind, one)
  return [...found.values()]
}

export const snippetOf = (rows: readonly string[], line: number): string =>
  cutText((rows[line - 1] ?? '').trim(), LONGEST_SNIPPET)
