// How complete and fresh the corpus is, with recommendations.

import type { CorpusStatus } from '@veritrace/contract/casework/corpus'
import { iso } from '@veritrace/platform/clock'
import { sumByName } from '@veritrace/platform/names'
import type { Casework } from '../deps.ts'
import type { Scope } from '../model/space.ts'
import { viewWork } from '../work/view.ts'
import { listWork } from '../work/work-store.ts'
import { ageOf, recommend, SAMPLE_VERSION } from './rules.ts'
import { modeOf } from './sources.ts'
import { spacesOf } from './spaces.ts'
import { countEntries, countIndex, type Group } from './status-store.ts'

const SHOWN_JOBS = 10

export async function corpusStatus(deps: Casework, scope: Scope): Promise<CorpusStatus> {
  const groups = await countEntries(deps.db, spacesOf(deps, scope), deps.clock.now())
  const index = await countIndex(deps.db, spacesOf(deps, scope))
  const current = groups.filter(({ is_current }) => is_current)
  const catalog = current.filter(({ kind }) => kind === 'catalog')
  const total = (field: 'documents' | 'artifacts' | 'statements' | 'rejected'): number =>
    current.reduce((sum, group) => sum + group[field], 0)
  const aged = (freshness: string): number =>
    countOf(current.filter(({ age_days }) => age_days !== null && ageOf(age_days) === freshness))
  const oldest = catalog
    .filter(({ age_days }) => age_days !== null)
    .toSorted((a, b) => b.age_days! - a.age_days! || (a.oldest_id < b.oldest_id ? -1 : 1))[0]
  return {
    entries: { by_status: tally(groups, 'status'), by_kind: tally(groups, 'kind') },
    documents: total('documents'),
    artifacts: total('artifacts'),
    statements: total('statements'),
    rejected: total('rejected'),
    index: {
      lexical: { ...index, built_at: iso(index.built_at) },
      vector: { enabled: false, dims: 0, documents: 0 },
    },
    freshness: { fresh: aged('fresh'), recent: aged('recent'), stale: aged('stale') },
    oldest_catalog: oldest ? { entry_id: oldest.oldest_id, age_days: oldest.age_days! } : null,
    jobs: (await listWork(deps.db, { scope, kinds: ['extract', 'rebuild'], limit: SHOWN_JOBS })).map(viewWork),
    licences: tally(current, 'license'),
    recommendations: recommend({
      has_catalog: catalog.length > 0,
      only_samples: catalog.every(({ version_label }) => version_label === SAMPLE_VERSION),
      stale: countOf(catalog.filter(({ age_days }) => age_days !== null && ageOf(age_days) === 'stale')),
      partial: countOf(catalog.filter(({ completeness }) => completeness === 'partial')),
      degraded: countOf(current.filter(({ status }) => status === 'degraded')),
      failed: countOf(groups.filter(({ status }) => status === 'failed')),
      mode: modeOf(deps),
    }),
  }
}

const countOf = (groups: readonly Group[]): number => groups.reduce((sum, { entries }) => sum + entries, 0)

const tally = (groups: readonly Group[], field: 'status' | 'kind' | 'license'): Record<string, number> =>
  sumByName(groups.map((group) => [group[field], group.entries]))
