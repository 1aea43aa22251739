// The server of the graph's tests as it is without settings, one for all files: its threads take longer to start than most
// files to run. Tests keep apart by tenant.
import { openTestApp, type TestApp } from '@veritrace/platform/testing/app'
import { atEnd } from '@veritrace/platform/testing/at-end'
import { graph, graphMigrations } from './index.ts'

let shared: Promise<TestApp> | undefined
atEnd(async () => (await shared)?.close())

/** Opened at the first call, closed when all tests are done. */
export function graphApp(): Promise<TestApp> {
  shared ??= openTestApp({ product: 'graph', migrations: [graphMigrations] }, graph)
  return shared
}
