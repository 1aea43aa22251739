// Finds the artifacts that a text names, with the positions.
import { fail } from '@veritrace/platform/errors'
import { cutText } from '@veritrace/platform/text'
import { listCatalogNames } from '../../documents/mention-store.ts'
import { namesIn } from '../../documents/read/identifiers.ts'
import { type Scope, spaceOf } from '../../model/space.ts'
import type { ActivePack } from '../../packs/packs.ts'
import type { Studio } from '../deps.ts'
import { type Found, type FoundReference, fullCoverage } from './found.ts'

const MOST_OCCURRENCES = 50
/** Different names. No text that people write has more. */
const MOST_NAMES = 20_000
const LONGEST_SNIPPET = 200

export async function readText(
  deps: Studio,
  scope: Scope,
  { pack }: ActivePack,
  { text, filename }: { text: string; filename: string | undefined },
): Promise<Found> {
  const named = namesIn(text)
  const spaces = [spaceOf(scope), deps.corpusSpace]
  const names = [...new Set(named.map(([name]) => name))].slice(0, MOST_NAMES)
  const known = names.length > 0 ? await listCatalogNames(deps.db, spaces, pack.ref.id, names) : []
  if (known.length === 0) fail('unparseable', 'No name in the text is in a list.')
  const places = Map.groupBy(named, ([name]) => name)
  const at = openPlaces(text)
  const references = known.map(({ type, name }): FoundReference => {
    const found = places.get(name.toLowerCase())!
    return {
      type,
      name,
      access: 'use',
      sites: found.length,
      occurrences: found.slice(0, MOST_OCCURRENCES).map(([, start, end]) => ({ ...at(start), length: end - start })),
    }
  })
  return {
    language: 'text',
    objects: [
      // A text may leave out some of what is used.
      { type: 'TEXT', name: filename ?? 'Text', isListed: false, references, technologies: [], isComplete: false },
    ],
    coverage: fullCoverage(text.split('\n').length),
    warnings: ['A text only names artifacts. How they are used is not known.'],
  }
}

function openPlaces(text: string): (start: number) => { line: number; column: number; snippet: string } {
  const rows = text.split('\n')
  const starts: number[] = []
  let next = 0
  for (const row of rows) {
    starts.push(next)
    next += row.length + 1
  }
  return (start) => {
    let line = 0
    for (let above = starts.length; above - line > 1; ) {
      const middle = (line + above) >> 1
      if (starts[middle]! <= start) line = middle
      else above = middle
    }
    return { line: line + 1, column: start - starts[line]! + 1, snippet: cutText(rows[line]!.trim(), LONGEST_SNIPPET) }
  }
}
