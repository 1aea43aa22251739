// The shared server of the graph tests, with default settings. One for all files, because its threads take longer to
// start than most files take to run. Tests are separated by tenant.
import { type Clock, fakeClock } from '@veritrace/platform/clock'
import { openTestApp, type TestApp } from '@veritrace/platform/testing/app'
import { atEnd } from '@veritrace/platform/testing/at-end'
import type { Engine } from './engine/engine.ts'
import { openOxigraph } from './engine/oxigraph/open.ts'
import { graph, graphMigrations } from './index.ts'
import { statementSource } from './sparql/statement-source.ts'

export interface ClockedApp {
  app: TestApp
  /** Shared by all tests, and any of them may advance it. */
  clock: Clock & { advance(ms: number): void }
}

/** A separate server, which the caller must close. */
export const openGraphApp = (options: { env?: Record<string, string>; clock?: Clock } = {}): Promise<TestApp> =>
  openTestApp({ ...options, product: 'graph', migrations: [graphMigrations], workspaces: ['elsewhere'] }, graph)

/** Starts with the first call, and closes when all tests are done. */
export function clockedGraphApp(): Promise<ClockedApp> {
  shared ??= openClocked()
  return shared
}

/** The shared server, for tests that do not need the clock. */
export const graphApp = async (): Promise<TestApp> => (await clockedGraphApp()).app

async function openClocked(): Promise<ClockedApp> {
  const clock = fakeClock(new Date())
  return { app: await openGraphApp({ clock }), clock }
}

/** A second engine on the same database, as on another server. Closes when all tests are done. */
export function anotherEngine(): Promise<Engine> {
  another ??= openAnother()
  return another
}

async function openAnother(): Promise<Engine> {
  const { db, log } = (await graphApp()).platform
  return openOxigraph({ source: statementSource(db), log, workers: 1 })
}

let shared: Promise<ClockedApp> | undefined
let another: Promise<Engine> | undefined
atEnd(async () => {
  await (await another)?.close()
  await (await shared)?.app.close()
})
