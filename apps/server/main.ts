// npm start. Reads the configuration, starts the server, prints its URL, and shuts down on a signal.
import '@veritrace/platform/fast-imports'
import { asksForHelp, usageOf } from '@veritrace/platform/command-line'
import { readConfig, refuseOtherFlags } from '@veritrace/platform/config/config'
import { platformMigrations } from '@veritrace/platform/db/migrate'
import { openDatabase } from '@veritrace/platform/db/open'
import { seedOf } from '@veritrace/platform/db/seeds'
import { openLog } from '@veritrace/platform/log'
import { ensureWebBuilt } from '../web/ensure-built.ts'
import { banner } from './banner.ts'
import { AFTER_REQUESTS_MS, endWithin } from './end.ts'
import { MIGRATIONS } from './products.ts'
import { reasonOf } from './reason.ts'
import { logStrayErrors } from './stray-errors.ts'
import { openTerminal } from './terminal.ts'
import { START } from './usage.ts'

const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(
    `Veritrace needs Node 24, but ${process.version} is running. Use \`npm start\`, which uses the project’s own Node.`,
  )
  process.exit(1)
}

if (asksForHelp(process.argv.slice(2))) {
  console.log(usageOf(START))
  process.exit(0)
}

let host: string | undefined
try {
  refuseOtherFlags(process.argv.slice(2))
  const config = readConfig(process.argv.slice(2))
  host = config.http.host
  const terminal =
    process.stdout.isTTY && !config.production
      ? openTerminal(process.stdout, ['trace', 'debug'].includes(config.logLevel))
      : undefined
  const log = openLog(config.logLevel, terminal?.log)
  logStrayErrors(log)
  if (!config.http.publicUrl && ['0.0.0.0', '::', '[::]'].includes(config.http.host))
    log.warn('PUBLIC_URL is not set: links, redirects and cookies use HOST, which browsers cannot reach.')
  // The embedded database starts in its thread while this one loads the rest of the program.
  const seed = () => seedOf([platformMigrations, ...MIGRATIONS])
  const waking = Promise.withResolvers<void>()
  const opening = openDatabase(config, log, { seedOf: seed, begun: waking.resolve })
  await Promise.race([waking.promise, opening])
  // Errors are reported below, when the promise is awaited.
  opening.catch(() => undefined)
  // Another process builds the web files in parallel, if needed.
  const building = config.roles.includes('web') ? ensureWebBuilt() : undefined
  const { startServer } = await import('./start.ts')
  const server = await startServer(config, { log, opening, building, progress: terminal?.progress })
  const problem = await building
  if (problem) console.error(`\n${problem}\n`)
  // Log collectors expect only JSON lines.
  if (terminal) terminal.print(banner(config, server.url))
  else log.info({ url: server.url, products: config.products, roles: config.roles }, 'running')
  const end = async () => process.exit(await endWithin(config.http.shutdownMs + AFTER_REQUESTS_MS, server.close, log))
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
} catch (error) {
  const reason = reasonOf(error, host)
  console.error(reason ? `\n${reason}\n` : error)
  process.exit(1)
}
