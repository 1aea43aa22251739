// The workspace's own classification as a file: its uploaded lists, overridden by the levels that its members have set.
import { fail } from '@veritrace/platform/errors'
import { ownValue } from '@veritrace/platform/names'
import type { Casework } from '../../deps.ts'
import { shortForm } from '../../model/artifacts.ts'
import { type Scope, spaceOf } from '../../model/space.ts'
import type { Pack } from '../../packs/pack.ts'
import { CLASSIFICATION_STATES } from '../importers/cloudification.ts'
import { listOwnFacts, listOwnLevels, type OwnRow } from './store.ts'
import { type ClassificationFormat, type Classified, type Rating, writeClassification } from './write-classification.ts'

/** Larger than any published list. */
const MAX_OBJECTS = 100_000
/** Levels as states of the published format, which has no state for level A. */
const STATES: Readonly<Record<string, string>> = { B: 'classicAPI', C: 'internalAPI', D: 'noAPI' }
/** Criticality by ATC priority. */
const CRITICALITIES = ['S', 'E', 'W', 'I']

export async function exportClassification(
  deps: Pick<Casework, 'db' | 'clock' | 'packs'>,
  scope: Scope,
  { pack: packId, format }: { pack?: string; format: ClassificationFormat },
) {
  const { pack } = await deps.packs.of(scope, packId)
  const rows = await listOwnFacts(deps.db, spaceOf(scope), pack.ref.id, MAX_OBJECTS + 1)
  if (rows.length > MAX_OBJECTS) fail('unacceptable', `The classification has more than ${MAX_OBJECTS} objects.`)
  const levels = await listOwnLevels(deps.db, scope, pack.ref.id, deps.clock.now())
  const objects = new Map(rows.map((row) => [`${row.type}:${row.key}`, classified(row)]))
  for (const { type, key, level } of levels) {
    const form = shortForm({ type, name: key })
    objects.set(form, { ...(objects.get(form) ?? emptyOf(type, key)), state: stateOf(level, format) })
  }
  const all = [...objects.values()].sort((a, b) => (`${a.type}:${a.key}` < `${b.type}:${b.key}` ? -1 : 1))
  // The published format allows no custom states.
  const exportable = format === 'kernseife' ? all : all.filter(({ state }) => CLASSIFICATION_STATES.has(state))
  return writeClassification(format, { ratings: ratingsOf(pack, rows, levels), objects: exportable })
}

const stateOf = (level: string, format: ClassificationFormat): string =>
  format === 'kernseife' ? level : (ownValue(STATES, level) ?? level)

const classified = ({ attributes: _, ...row }: OwnRow): Classified => row

const emptyOf = (type: string, key: string): Classified => ({
  ...{ type, key, container_type: '', container_name: '', software_component: '', component: '' },
  ...{ state: '', labels: [], successors: [] },
})

/** Ratings from the uploaded lists, plus one for each level in use. */
function ratingsOf(
  { scheme, importers, scoring }: Pack,
  rows: readonly OwnRow[],
  levels: readonly { level: string }[],
) {
  const { priority_of_code: priorities = {} } = (importers.atc ?? {}) as { priority_of_code?: Record<string, number> }
  const ratings = new Map<string, Rating>()
  for (const { state, attributes } of rows) {
    if (!attributes || !('criticality' in attributes)) continue
    const { title = '', criticality = '', score = '' } = attributes as Partial<Rating>
    ratings.set(state, { code: state, title, criticality, score })
  }
  for (const { level } of levels)
    if (!ratings.has(level))
      ratings.set(level, {
        code: level,
        title: ownValue(scheme.labels, level) ?? level,
        criticality: CRITICALITIES[ownValue(priorities, level) ?? 0] ?? 'S',
        score: String(ownValue(scoring.debt, level) ?? 0),
      })
  return [...ratings.values()].sort((a, b) => (a.code < b.code ? -1 : 1))
}
