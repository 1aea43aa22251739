// A complete server with casework only, for tests.

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
  /** `as they are`: the samples are incomplete lists. By default, tests treat them as complete. */
  samples?: 'as whole lists' | 'as they are'
}

export interface CaseworkApp extends TestApp {
  /** Runs one job of the product immediately. */
  work(name: string, data: object): Promise<void>
}

/** Pass `corpusSpace: ownCorpus()` if a test imports lists, so that it does not affect tests that read the sample. */
export async function openCaseworkApp({
  env,
  samples = 'as whole lists',
  ...parts
}: Options = {}): Promise<CaseworkApp> {
  const { clock } = parts
  const options = {
    migrations: [caseworkMigrations],
    workspaces: ['main', 'other', 'elsewhere'],
    // Tests use the sample lists, because importing 40,000 objects would take too long.
    env: { CASEWORK_SHIPPED_LISTS: 'false', ...env },
    ...(clock && { clock }),
  }
  const app = await openTestApp({ ...options, product: 'casework' }, (platform) => casework({ ...platform, ...parts }))
  if (samples === 'as whole lists') await markComplete(app, parts.corpusSpace ?? SHARED)
  const work = async (name: string, data: object): Promise<void> => {
    const job = app.product.jobs.find((one) => one.name === name) as Job<object> | undefined
    await job!.handle(data, jobRun({ log: app.platform.log }))
  }
  return { ...app, work }
}

/** Marks lists as complete: objects that they do not name then count as not released. */
export const markComplete = ({ platform }: TestApp, corpusSpace: string): Promise<unknown> =>
  sql`update casework.entries set completeness = 'complete'
    where space = ${corpusSpace} and is_current and list_id is not null and completeness <> 'complete'`.execute(
    platform.db,
  )

/**
 * The server shared by tests without special settings, because starting its threads takes longer than most test files.
 */
export function caseworkApp(): Promise<CaseworkApp> {
  shared ??= openCaseworkApp()
  return shared
}

export interface ClockedApp {
  app: CaseworkApp
  /** Advances for all tests that share the clock. */
  clock: Clock & { advance(ms: number): void }
}

/** A server whose clock is fixed at this time, shared by all tests that use the same start time. */
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

/** Opens dependencies in addition to those of the server, for tests that call functions directly. */
export async function openTestDeps(
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

/** A unique name for a corpus. */
export const ownCorpus = (): string => newId('corpus')
