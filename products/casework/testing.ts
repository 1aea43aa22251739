// A whole server with casework alone, for its tests.

import { type Clock, fakeClock } from '@veritrace/platform/clock'
import { newId } from '@veritrace/platform/ids'
import type { Job } from '@veritrace/platform/jobs/job'
import { openTestApp, type TestApp } from '@veritrace/platform/testing/app'
import { atEnd } from '@veritrace/platform/testing/at-end'
import { jobRun } from '@veritrace/platform/testing/job-run'
import { sql } from 'kysely'
import type { Casework, CaseworkParts } from './deps.ts'
import { casework, caseworkMigrations } from './index.ts'
import { SHARED } from './model/scope.ts'
import { openCasework } from './open-casework.ts'

interface Options extends Partial<Pick<CaseworkParts, 'clock' | 'corpusSpace' | 'safeFetch'>> {
  env?: Record<string, string>
  /** As they are, the samples say nothing about what they leave out; most tests take them for whole lists. */
  samples?: 'as whole lists' | 'as they are'
}

export interface CaseworkApp extends TestApp {
  /** Does one job of the product here and now. */
  work(name: string, data: object): Promise<void>
}

/** `corpusSpace: ownCorpus()` for tests that bring lists: they do not disturb those that read the sample. */
export async function openCaseworkApp({
  env,
  samples = 'as whole lists',
  ...parts
}: Options = {}): Promise<CaseworkApp> {
  const { clock } = parts
  const options = {
    migrations: [caseworkMigrations],
    workspaces: ['main', 'other', 'elsewhere'],
    // Tests read the samples: nobody waits for forty thousand objects.
    env: { CASEWORK_SHIPPED_LISTS: 'false', ...env },
    ...(clock && { clock }),
  }
  const app = await openTestApp({ ...options, product: 'casework' }, (platform) => casework({ ...platform, ...parts }))
  if (samples === 'as whole lists') await takeForWhole(app, parts.corpusSpace ?? SHARED)
  const work = async (name: string, data: object): Promise<void> => {
    const job = app.product.jobs.find((one) => one.name === name) as Job<object> | undefined
    await job!.handle(data, jobRun({ log: app.platform.log }))
  }
  return { ...app, work }
}

/** What these lists do not name counts as not released, however little they hold. */
export const takeForWhole = ({ platform }: TestApp, corpusSpace: string): Promise<unknown> =>
  sql`update casework.entries set completeness = 'complete'
    where space = ${corpusSpace} and is_current and list_id is not null and completeness <> 'complete'`.execute(
    platform.db,
  )

/** The one that tests without settings share: its threads take longer to start than most files to run. */
export function caseworkApp(): Promise<CaseworkApp> {
  shared ??= openCaseworkApp()
  return shared
}

export interface ClockedApp {
  app: CaseworkApp
  /** All who share it may move it on. */
  clock: Clock & { advance(ms: number): void }
}

/** One that stands at that time, or at the present, for all tests that want it so. */
export function clockedCaseworkApp(start = 'now'): Promise<ClockedApp> {
  const clock = fakeClock(start === 'now' ? new Date() : new Date(start))
  const known = clocked.get(start) ?? openCaseworkApp({ clock }).then((app) => ({ app, clock }))
  clocked.set(start, known)
  return known
}

let shared: Promise<CaseworkApp> | undefined
const clocked = new Map<string, Promise<ClockedApp>>()
atEnd(async () => {
  await (await shared)?.close()
  for (const one of clocked.values()) await (await one).app.close()
})

/** What slices share, opened once more beside the server, for tests that call verbs themselves. */
export async function openBeside(
  { platform }: TestApp,
  corpusSpace: string,
): Promise<{ deps: Casework; close(): Promise<void> }> {
  const deps = await openCasework({ ...platform, corpusSpace })
  const close = async () => {
    await deps.packs.close()
    await deps.documentReaders.close()
  }
  return { deps, close }
}

/** A name for a corpus that nobody else has. */
export const ownCorpus = (): string => newId('corpus')
