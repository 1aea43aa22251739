// The workspace's own classification as a file: its lists, and over them the levels that its people have set.
import { fail } from '@veritrace/platform/errors'
import { ownValue } from '@veritrace/platform/names'
import type { Casework } from '../../deps.ts'
import { shortForm } from '../../model/artifacts.ts'
import { type Scope, spaceOf } from '../../model/space.ts'
import type { Pack } from '../../packs/pack.ts'
import { CLASSIFICATION_STATES } from '../importers/cloudification.ts'
import { listOwnFacts, listOwnLevels, type OwnRow } from './store.ts'
import { type ClassificationFormat, type Classified, type Rating, writeClassification } from './write-classification.ts'

/** More than any list that is published. */
const MOST = 100_000
/** What a level is in the published format; the best has no word there. */
const STATES: Readonly<Record<string, string>> = { B: 'classicAPI', C: 'internalAPI', D: 'noAPI' }
/** By priority: as what ATC tells it. */
const CRITICALITIES = ['S', 'E', 'W', 'I']

export async function exportClassification(
  deps: Pick<Casework, 'db' | 'clock' | 'packs'>,
  scope: Scope,
  { pack: packId, format }: { pack?: string; format: ClassificationFormat },
) {
  const { pack } = await deps.packs.of(scope, packId)
  const rows = await listOwnFacts(deps.db, spaceOf(scope), pack.ref.id, MOST + 1)
  if (rows.length > MOST) fail('unacceptable', `The classification has more than ${MOST} objects.`)
  const levels = await listOwnLevels(deps.db, scope, pack.ref.id, deps.clock.now())
  const objects = new Map(rows.map((row) => [`${row.type}:${row.key}`, classified(row)]))
  for (const { type, key, level } of levels) {
    const form = shortForm({ type, name: key })
    objects.set(form, { ...(objects.get(form) ?? emptyOf(type, key)), state: stateOf(level, format) })
  }
  const all = [...objects.values()].sort((a, b) => (`${a.type}:${a.key}` < `${b.type}:${b.key}` ? -1 : 1))
  // The published format has no words of one's own.
  const told = format === 'kernseife' ? all : all.filter(({ state }) => CLASSIFICATION_STATES.has(state))
  return writeClassification(format, { ratings: ratingsOf(pack, rows, levels), objects: told })
}

const stateOf = (level: string, format: ClassificationFormat): string =>
  format === 'kernseife' ? level : (ownValue(STATES, level) ?? level)

const classified = ({ attributes: _, ...row }: OwnRow): Classified => row

const emptyOf = (type: string, key: string): Classified => ({
  ...{ type, key, container_type: '', container_name: '', software_component: '', component: '' },
  ...{ state: '', labels: [], successors: [] },
})

/** Those that the lists have brought, and those of the levels that are used. */
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
