// npm run vendors: adds vendors to the directory.
import { createReadStream } from 'node:fs'
import { systemClock } from '@veritrace/platform/clock'
import { type Command, DATA_DIR, readWords, usageOf, WrongWords } from '@veritrace/platform/command-line'
import { ConfigError } from '@veritrace/platform/config/env'
import { DataFolderInUse } from '@veritrace/platform/db/lock'
import type { Database } from '@veritrace/platform/db/open'
import { builtInVendors, importVendors, loadVendors, type Provenance, UnusableFile } from '@veritrace/provenance'
import { type Call, fromShell, showsHelp } from './command.ts'
import { withDatabase } from './with-database.ts'

const COMMAND = {
  name: 'npm run vendors',
  words: 'load | import FILE.csv',
  about: `“load” adds the list of well-known vendors that comes with the product; “import” adds vendors from a CSV file, which
docs/directory.md describes.`,
  options: {
    'dry-run': { type: 'boolean', default: false, help: 'say what would be added, and store nothing' },
    'data-dir': DATA_DIR,
  },
  notes: ['Exits 1 if some rows failed, 2 if nothing could be done.'],
  examples: ['npm run vendors -- load --dry-run', 'npm run vendors -- import vendors.csv'],
} as const satisfies Command

if (import.meta.main) process.exitCode = await vendors(fromShell())

export async function vendors(call: Call): Promise<number> {
  if (showsHelp(COMMAND, call)) return 0
  return run(call).catch((error: unknown) => {
    call.complain(explain(error))
    return 2
  })
}

/** 0 if everything succeeded, 1 if some rows failed, 2 if nothing could be done. */
async function run(call: Call): Promise<number> {
  const { positionals, values } = readWords(COMMAND, call.words)
  const [command, file] = positionals
  const dryRun = values['dry-run']
  if (command === 'load' && positionals.length === 1)
    return withDatabase(call, (database) => load(call, depsOf(database), dryRun))
  if (command === 'import' && file && positionals.length === 2)
    return withDatabase(call, (database) => importFile(call, depsOf(database), file, dryRun))
  call.complain(usageOf(COMMAND))
  return 2
}

type Deps = Pick<Provenance, 'db' | 'clock'>

function depsOf({ db }: Database): Deps {
  return { db: db as Deps['db'], clock: systemClock }
}

async function load({ say, complain }: Call, deps: Deps, dryRun: boolean): Promise<number> {
  const { added, known, sources, refused } = await loadVendors(deps, builtInVendors(), { dryRun })
  for (const { listing, reason } of refused) complain(`${listing.name}: ${reason}.`)
  say(sentence({ added, known, sources, problems: refused.length }, dryRun))
  return refused.length === 0 ? 0 : 1
}

async function importFile({ say, complain }: Call, deps: Deps, file: string, dryRun: boolean): Promise<number> {
  const imported = await importVendors(deps, createReadStream(file), {
    dryRun,
    onProblem: (line, problem) => complain(`line ${line}: ${problem}.`),
  })
  say(sentence(imported, dryRun))
  return imported.problems === 0 ? 0 : 1
}

interface Sums {
  added: number
  known: number
  sources: number
  problems: number
}

function sentence({ added, known, sources, problems }: Sums, dryRun: boolean): string {
  const parts = [
    `${count(added, 'vendor')} ${dryRun ? 'to add' : 'added'}`,
    `${known} already known`,
    `${count(sources, 'source')} ${dryRun ? 'to add' : 'added'}`,
    ...(problems > 0 ? [`${count(problems, 'row')} skipped`] : []),
  ]
  const next = added + sources > 0 && !dryRun ? ' The running server crawls them one after the other.' : ''
  return `${parts.join(', ')}.${dryRun ? ' This was a dry run: nothing was stored.' : next}`
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

function explain(error: unknown): string {
  const { code, message } =
    error instanceof Error ? (error as NodeJS.ErrnoException) : { code: '', message: `${error}` }
  if (error instanceof DataFolderInUse)
    return `The server is running and uses the embedded database. Stop it, run this again, and start it. ${message}`
  if ([ConfigError, UnusableFile, WrongWords].some((known) => error instanceof known)) return message
  if (code === '42P01' || code === '42703' || code === '3F000')
    return 'This database has no directory yet, or an older one. Run "npm run migrate" or start the server once.'
  if (code === 'ENOENT') return `There is no such file: ${message.replace(/^.*open /, '')}`
  if (code === 'EISDIR') return 'That is a folder, not a file.'
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
    return 'The file is not UTF-8 from here on. Save it as "CSV UTF-8" and run this again; the rows before are imported.'
  return `The vendors could not be loaded: ${message}`
}
