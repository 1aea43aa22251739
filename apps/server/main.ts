// npm start. Reads the configuration, starts, says where, and ends in order when told to.
import { readConfig, refuseOtherFlags } from '@veritrace/platform/config/config'
import { ConfigError } from '@veritrace/platform/config/env'
import { DataFolderInUse } from '@veritrace/platform/db/lock'
import { platformMigrations } from '@veritrace/platform/db/migrate'
import { openDatabase } from '@veritrace/platform/db/open'
import { seedOf } from '@veritrace/platform/db/seeds'
import { openLog } from '@veritrace/platform/log'
import { ensureWebBuilt } from '../web/ensure-built.ts'
import { banner } from './banner.ts'
import { MIGRATIONS } from './products.ts'

const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(
    `This needs Node 24; ${process.version} runs. Start it with \`npm start\`, which uses the Node of this project.`,
  )
  process.exit(1)
}

try {
  refuseOtherFlags(process.argv.slice(2))
  const config = readConfig(process.argv.slice(2))
  const log = openLog(config.logLevel)
  // The embedded database wakes in its thread while this one loads the rest of the program, which leaves no time between.
  const seed = () => seedOf([platformMigrations, ...MIGRATIONS])
  const waking = Promise.withResolvers<void>()
  const opening = openDatabase(config, log, { seedOf: seed, begun: waking.resolve })
  await Promise.race([waking.promise, opening])
  // Told below, where it is waited for.
  opening.catch(() => undefined)
  // Where the web files have to be built, another process does it meanwhile.
  const building = config.roles.includes('web') ? ensureWebBuilt() : undefined
  const { startServer } = await import('./start.ts')
  const server = await startServer(config, { log, opening, building })
  const problem = await building
  if (problem) console.error(`\n${problem}\n`)
  console.log(banner(config, server.url))
  const end = async () => {
    await server.close()
    process.exit(0)
  }
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
} catch (error) {
  const reason = reasonOf(error)
  console.error(reason ? `\n${reason}\n` : error)
  process.exit(1)
}

/** In a sentence, for what a person can change; everything else is told as it is. */
function reasonOf(error: unknown): string | undefined {
  const { code = '', syscall, message } = error as NodeJS.ErrnoException
  if (error instanceof ConfigError || error instanceof DataFolderInUse) return message
  if (code === 'EADDRINUSE') return 'The port is in use. Choose another one with PORT.'
  if (syscall === 'mkdir') return `The folder DATA_DIR cannot be made: ${message}.`
  // An address that has several forms fails with one error for each, and no message of its own.
  const unreached = /^(?:ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOSTUNREACH)/.test(code)
  if (unreached) return `PostgreSQL at DATABASE_URL cannot be reached: ${message || code}.`
  // SQLSTATE classes 28 and 3D: who connects, and to which database.
  if (/^(?:28|3D)...$/.test(code)) return `PostgreSQL at DATABASE_URL refuses: ${message}.`
  return undefined
}
