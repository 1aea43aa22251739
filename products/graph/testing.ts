// The server of the graph's tests as it is without settings, one for all files: its threads take longer to start than
// most files to run. Tests keep apart by tenant.
import { type Clock, fakeClock } from '@veritrace/platform/clock'
import { openTestApp, type TestApp } from '@veritrace/platform/testing/app'
import { atEnd } from '@veritrace/platform/testing/at-end'
import type { Engine } from './engine/engine.ts'
import { openOxigraph } from './engine/oxigraph/open.ts'
import { graph, graphMigrations } from './index.ts'
import { statementSource } from './sparql/statement-source.ts'

export interface ClockedApp {
  app: TestApp
  /** All who share it may move it on. */
  clock: Clock & { advance(ms: number): void }
}

/** One of its own, which whoever opens it closes. */
export const openGraphApp = (options: { env?: Record<string, string>; clock?: Clock } = {}): Promise<TestApp> =>
  openTestApp({ ...options, product: 'graph', migrations: [graphMigrations], workspaces: ['elsewhere'] }, graph)

/** Opened at the first call, closed when all tests are done. */
export function clockedGraphApp(): Promise<ClockedApp> {
  shared ??= openClocked()
  return shared
}

/** The same, for tests that do not tell the time. */
export const graphApp = async (): Promise<TestApp> => (await clockedGraphApp()).app

async function openClocked(): Promise<ClockedApp> {
  const clock = fakeClock(new Date())
  return { app: await openGraphApp({ clock }), clock }
}

/** On the same database, as another server has one; closed when all tests are done. */
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
