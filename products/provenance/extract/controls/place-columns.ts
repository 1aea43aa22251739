// Tables of data locations: "Region | Where", "Data | Stored in". The header says which columns contain places.
import type { Reading } from '../clauses/reading.ts'
import type { Scanned } from '../clauses/scanned.ts'
import { type Place, placesAt } from '../language/places.ts'
import type { Block } from '../types.ts'

const LONGEST_CELL = 120
/** Such columns indicate a list of suppliers or offices instead. */
const OTHERS: ReadonlySet<string> = new Set(['name', 'purpose', 'seat', 'safeguard'])

export function byColumn(reading: Reading, { text, language }: Scanned, block: Block, header: Block): Place[] {
  const heads = header.cells.map((cell) => reading.scanBeside(cell.text, language))
  if (heads.length < 2 || heads.some(isOfOthers)) return []
  const sites = heads.map(({ hits }) => hits.any(['place_topic', 'place_heading']))
  return block.cells.flatMap(({ start, end }, at) => {
    const head = heads[at]
    if (!head || end - start > LONGEST_CELL || !isPlaces(head, sites, at)) return []
    return placesAt(text, start, end)
  })
}

function isOfOthers({ hits }: Scanned): boolean {
  if (hits.any(['office', 'subprocessor', 'suppliers', 'abroad', 'support'])) return true
  return hits.all('label').some(({ value }) => OTHERS.has(value))
}

/** "Stored in", or "Where" next to "Region". */
function isPlaces({ hits }: Scanned, sites: readonly boolean[], at: number): boolean {
  if (hits.has('stored') || namesPlace(hits)) return true
  const isWhere = sites[at] || hits.all('label').some(({ value }) => value === 'location')
  return isWhere && sites.some((isSite, other) => isSite && other !== at)
}

/** "Data location", not just "Regions". */
const namesPlace = (hits: Scanned['hits']): boolean =>
  hits.all('place_heading').some(({ start, end }) => {
    const topic = hits.first('place_topic', start, end)
    return !topic || topic.end - topic.start < end - start
  })
