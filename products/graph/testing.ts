// The server of the graph's tests as it is without settings, one for all files: its threads take longer to start than most
// files to run. Tests keep apart by tenant.
import { type Clock, fakeClock } from '@veritrace/platform/clock'
import type { Product } from '@veritrace/platform/product'
import { openTestApp, type TestApp } from '@veritrace/platform/testing/app'
import { atEnd } from '@veritrace/platform/testing/at-end'
import { graph, graphMigrations } from './index.ts'

export interface GraphApp extends TestApp {
  product: Product
}

export interface ClockedApp {
  app: GraphApp
  /** All who share it may move it on. */
  clock: Clock & { advance(ms: number): void }
}

/** One of its own, which whoever opens it closes. */
export async function openGraphApp(options: { env?: Record<string, string>; clock?: Clock } = {}): Promise<GraphApp> {
  let product: Product | undefined
  const app = await openTestApp(
    { ...options, product: 'graph', migrations: [graphMigrations] },
    async (platform) => (product = await graph(platform)),
  )
  return { ...app, product: product! }
}

/** Opened at the first call, closed when all tests are done. */
export function graphApp(): Promise<GraphApp> {
  shared ??= openGraphApp()
  return shared
}

/** The same, for tests that tell the time. */
export function clockedGraphApp(): Promise<ClockedApp> {
  clocked ??= openClocked()
  return clocked
}

async function openClocked(): Promise<ClockedApp> {
  const clock = fakeClock(new Date())
  return { app: await openGraphApp({ clock }), clock }
}

let shared: Promise<GraphApp> | undefined
let clocked: Promise<ClockedApp> | undefined
atEnd(async () => {
  await (await shared)?.close()
  await (await clocked)?.app.close()
})
