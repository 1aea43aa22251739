// The lists that today's lists are compared with: those of a date, of a run, or of another target.
import { fail, notFound } from '@veritrace/platform/errors'
import type { Casework } from '../deps.ts'
import type { Scope } from '../model/space.ts'
import type { TargetProfile } from '../packs/pack.ts'
import { type ActivePack, targetOf } from '../packs/packs.ts'
import { type Catalog, catalogOf } from '../rating/lists.ts'
import { catalogAt, catalogOfEntries } from './catalog-then.ts'
import type { ReadinessPorts } from './ports.ts'

export interface Baseline {
  target: TargetProfile
  catalog: Catalog
}

type Deps = Pick<Casework, 'db' | 'clock' | 'corpusSpace'>

export async function baselineOf(
  deps: Deps,
  ports: ReadinessPorts,
  scope: Scope,
  { active, target }: { active: ActivePack; target: TargetProfile },
  text: string,
): Promise<Baseline> {
  const day = momentOf(text)
  if (day) return { target, catalog: await catalogAt(deps, scope, active, day) }
  if (text.startsWith('run_')) {
    const run = (await ports.inputsOfRun(scope, text)) ?? notFound('run', text)
    return { target: targetOf(active, run.target), catalog: await catalogOfEntries(deps, scope, run.catalogEntries) }
  }
  if (active.pack.targets.some(({ profile_id }) => profile_id === text))
    return { target: targetOf(active, text), catalog: await catalogOf(deps, scope, active) }
  return fail('unacceptable', '`baseline` must be a date, a run or a target of the pack.')
}

const DATE = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2}))?$/
const END_OF_DAY = 'T23:59:59.999Z'

/** A date means the end of that day. Undefined for an invalid date, such as February 30. */
export function momentOf(text: string): Date | undefined {
  if (!DATE.test(text) || !isDay(text.slice(0, 10))) return undefined
  const moment = new Date(text.length === 10 ? `${text}${END_OF_DAY}` : text)
  return Number.isNaN(moment.getTime()) ? undefined : moment
}

/** `Date` turns an invalid day of a month into a day of the next month. */
const isDay = (text: string): boolean => {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
