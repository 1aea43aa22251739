// Runs `npm run crawl`: in this process, or through the server that uses the database.
import type { WriteStream } from 'node:tty'
import type { Config } from '@veritrace/platform/config/config'
import { ConfigError } from '@veritrace/platform/config/env'
import { DataFolderInUse } from '@veritrace/platform/db/lock'
import { openLog } from '@veritrace/platform/log'
import { openPlatform } from '@veritrace/platform/open'
import { crawlByName, openProvenance, provenanceMigrations, UnknownVendor } from '@veritrace/provenance'
import { openLine, report } from './crawl-report.ts'
import { crawlThroughServer, NotThroughServer } from './crawl-through-server.ts'

export interface Order {
  name: string
  json: boolean
  /** Crawl through this server, if given. */
  server: string | undefined
}

export interface Terminal {
  out: WriteStream
  err: WriteStream
}

/** Returns the exit code. */
export async function runCrawl(
  readSettings: () => Config,
  order: Order,
  terminal: Terminal = { out: process.stdout, err: process.stderr },
): Promise<number> {
  try {
    return await crawl(readSettings(), order, terminal)
  } catch (error) {
    terminal.err.write(`${explain(error)}\n`)
    return 2
  }
}

async function crawl(config: Config, order: Order, terminal: Terminal): Promise<number> {
  const { name, json, server } = order
  const local = `http://localhost:${config.http.port}`
  try {
    if (!server) return await crawlHere(config, config.http.publicUrl ?? local, order, terminal)
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error
    terminal.err.write('The server is running and uses the embedded database; crawling through it.\n')
  }
  return crawlThroughServer(server ?? config.http.publicUrl ?? local, name, json)
}

/** Other products create their tables when a server starts on this database. */
async function crawlHere(config: Config, url: string, { name, json }: Order, terminal: Terminal): Promise<number> {
  const log = openLog(config.logLevel === 'info' ? 'warn' : config.logLevel)
  const migrations = [provenanceMigrations]
  const platform = await openPlatform({ config, publicUrl: url, localUrl: url, migrations, log })
  const deps = openProvenance(platform)
  const line = openLine(terminal.err, json)
  const stop = new AbortController()
  const interrupt = (): void => stop.abort(new Error('Stopped. Everything read so far is stored.'))
  process.once('SIGINT', interrupt)
  try {
    const found = await crawlByName(deps, name, line.tell, stop.signal)
    line.end()
    terminal.out.write(`${json ? JSON.stringify(found, null, 2) : report(found, terminal.out.columns ?? 100)}\n`)
    return found.status === 'succeeded' ? 0 : 1
  } finally {
    process.removeListener('SIGINT', interrupt)
    line.end()
    await deps.extractors.close()
    await deps.browser?.close()
    await platform.safeFetch.close()
    await platform.close()
  }
}

function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof UnknownVendor || error instanceof NotThroughServer)
    return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
