// What is found in one source, collected.

import { cutText } from '@veritrace/platform/text'
import type { Access } from '../../estate/estate.ts'
import type { Named } from '../../model/artifacts.ts'
import type { Token } from './statements.ts'

interface Occurrence {
  line: number
  column: number
  length: number
  snippet: string
}

export interface SourceReference extends Named {
  access: Access
  /** All of them; `occurrences` are the first. */
  sites: number
  occurrences: Occurrence[]
}

export interface SourceTechnology {
  kind: string
  line: number
}

export interface Extraction {
  references: Map<string, SourceReference>
  technologies: Map<string, SourceTechnology>
  dynamic: { line: number; text: string }[]
  macros: number
}

const MOST_OCCURRENCES = 50
const LONGEST_SNIPPET = 200

export const newExtraction = (): Extraction => ({
  references: new Map(),
  technologies: new Map(),
  dynamic: [],
  macros: 0,
})

/** Rows of the source are looked up for the snippet only when one is kept. */
export function addReference(
  found: Extraction,
  rows: readonly string[],
  named: Named,
  access: Access,
  token: Token,
): void {
  const key = `${named.type}:${named.name} ${access}`
  const known = found.references.get(key) ?? { ...named, access, sites: 0, occurrences: [] }
  found.references.set(key, known)
  known.sites++
  if (known.occurrences.length < MOST_OCCURRENCES)
    known.occurrences.push({
      line: token.line,
      column: token.column,
      length: token.text.length,
      snippet: cutText((rows[token.line - 1] ?? '').trim(), LONGEST_SNIPPET),
    })
}

/** The first of each kind tells where to look. */
export function addTechnology(found: Extraction, kind: string, line: number): void {
  if (!found.technologies.has(kind)) found.technologies.set(kind, { kind, line })
}

export function addDynamic(found: Extraction, rows: readonly string[], token: Token): void {
  found.dynamic.push({ line: token.line, text: cutText((rows[token.line - 1] ?? '').trim(), LONGEST_SNIPPET) })
}
