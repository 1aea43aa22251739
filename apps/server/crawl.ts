// npm run crawl -- <domain or slug> [--json] [--data-dir <folder>] [--url <server>]: reads one vendor, and says what it found.
// Exits 0 when a page was read, 1 when none was, 2 when nothing was tried.
import { parseArgs } from 'node:util'
import { type Config, readConfig } from '@veritrace/platform/config/config'
import { ConfigError } from '@veritrace/platform/config/env'
import { DataFolderInUse } from '@veritrace/platform/db/lock'
import { openLog } from '@veritrace/platform/log'
import { openPlatform } from '@veritrace/platform/open'
import { crawlByName, openProvenance, UnknownVendor } from '@veritrace/provenance'
import { openLine, report } from './crawl-report.ts'
import { crawlThroughServer, NotThroughServer } from './crawl-through-server.ts'
import { MIGRATIONS } from './start.ts'

const USAGE = 'Usage: npm run crawl -- <domain or slug> [--json] [--data-dir <folder>] [--url <server>]'

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false }, 'data-dir': { type: 'string' }, url: { type: 'string' } },
  })
  const [name] = positionals
  if (!name || positionals.length > 1) throw new UnknownVendor(USAGE)
  process.exitCode = await crawl(readConfig(process.argv.slice(2)), name, values.json, values.url)
} catch (error) {
  console.error(explain(error))
  process.exitCode = 2
}

async function crawl(config: Config, name: string, json: boolean, server?: string): Promise<number> {
  const local = `http://localhost:${config.http.port}`
  try {
    if (!server) return await crawlHere(config, config.http.publicUrl ?? local, name, json)
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error
    console.error('The server is running and holds the embedded database; asking it to crawl.')
  }
  return crawlThroughServer(server ?? config.http.publicUrl ?? local, name, json)
}

async function crawlHere(config: Config, url: string, name: string, json: boolean): Promise<number> {
  const log = openLog(config.logLevel === 'info' ? 'warn' : config.logLevel)
  const platform = await openPlatform({ config, publicUrl: url, localUrl: url, migrations: MIGRATIONS, log })
  const deps = openProvenance(platform)
  const line = openLine(process.stderr, json)
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort(new Error('Stopped. What was read is kept.')))
  try {
    const found = await crawlByName(deps, name, line.tell, stop.signal)
    line.end()
    console.log(json ? JSON.stringify(found, null, 2) : report(found, process.stdout.columns ?? 100))
    return found.status === 'succeeded' ? 0 : 1
  } finally {
    line.end()
    await deps.extractors.close()
    await platform.safeFetch.close()
    await platform.close()
  }
}

function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof UnknownVendor || error instanceof NotThroughServer)
    return error.message
  if ((error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')) return `${(error as Error).message}\n${USAGE}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
