// The server of the graph's tests as it is without settings, one for all files: its threads take longer to start than most
// files to run. Tests keep apart by tenant.
import { type Clock, fakeClock } from '@veritrace/platform/clock'
import { openTestApp, type TestApp } from '@veritrace/platform/testing/app'
import { atEnd } from '@veritrace/platform/testing/at-end'
import { graph, graphMigrations } from './index.ts'

export interface ClockedApp {
  app: TestApp
  /** All who share it may move it on. */
  clock: Clock & { advance(ms: number): void }
}

/** One of its own, which whoever opens it closes. */
export const openGraphApp = (options: { env?: Record<string, string>; clock?: Clock } = {}): Promise<TestApp> =>
  openTestApp({ ...options, product: 'graph', migrations: [graphMigrations] }, graph)

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

let shared: Promise<ClockedApp> | undefined
atEnd(async () => (await shared)?.app.close())
