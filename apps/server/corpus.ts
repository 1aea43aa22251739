// npm run corpus: loads newer lists of released objects, and builds the files of the lists that ship.
import { resolve } from 'node:path'
import { caseworkMigrations, loadPublishedLists, packPublished } from '@veritrace/casework'
import { type Command, DATA_DIR, readWords } from '@veritrace/platform/command-line'
import { readConfig } from '@veritrace/platform/config/config'
import { wasServed } from '@veritrace/platform/db/embedded'
import { DataFolderInUse } from '@veritrace/platform/db/lock'
import { openLog } from '@veritrace/platform/log'
import { openPlatform } from '@veritrace/platform/open'
import { type Call, exitCodeOf, fromShell, refuse } from './command.ts'

const IN_USE =
  'The server is running and uses the embedded database. Use “Fetch newer lists” under Operate → Corpus, or stop it first.'

const COMMAND = {
  name: 'npm run corpus',
  words: 'load | pack',
  about: `“load” loads newer lists of released objects, online or from a folder. “pack” builds the files of the lists that
ship with the product.`,
  options: {
    from: { type: 'string', value: 'FOLDER', help: 'the folder of the lists; “load” fetches them without it' },
    commit: { type: 'string', value: 'ID', help: 'pack: the commit that the lists are from' },
    date: { type: 'string', value: 'DAY', help: 'pack: the day of that commit, such as 2026-08-18' },
    'data-dir': DATA_DIR,
  },
  notes: ['Exits 1 if a list could not be read.'],
  examples: [
    'npm run corpus -- load',
    'npm run corpus -- load --from ../lists',
    'npm run corpus -- pack --from ../lists --commit dc15c8b --date 2026-08-18',
  ],
} as const satisfies Command

if (import.meta.main) process.exitCode = await corpus(fromShell())

export function corpus(call: Call): Promise<number> {
  return exitCodeOf(COMMAND, 'corpus', call, () => run(call))
}

async function run(call: Call): Promise<number> {
  const { values, positionals } = readWords(COMMAND, call.words)
  const [verb] = positionals
  if (verb === 'load') return load(call, values.from, values['data-dir'])
  if (verb !== 'pack') refuse(`“${verb ?? ''}” is not a command; the commands are load and pack.`)
  const { from, commit, date } = values
  if (!from || !commit || !date || !/^\d{4}-\d\d-\d\d$/.test(date))
    refuse('Name the folder of the lists, their commit and its date: --from <folder> --commit <id> --date 2026-08-18.')
  const { lists } = await packPublished({ folder: from, commit, date, say: call.say })
  call.say(`${lists.length} lists were packed.`)
  return 0
}

async function load(call: Call, from: string | undefined, dataDir: string | undefined): Promise<number> {
  const config = readConfig(dataDir ? ['--data-dir', dataDir] : [], call.env)
  // A misspelled folder must not become a new, empty installation.
  if (!config.database.url && !wasServed(config.dataDir))
    refuse(
      `There is no database in ${config.dataDir}. Start the server with it once, or name another folder with --data-dir.`,
    )
  const url = config.http.publicUrl ?? `http://localhost:${config.http.port}`
  const migrations = [caseworkMigrations]
  const platform = await openPlatform({
    config,
    publicUrl: url,
    localUrl: url,
    migrations,
    log: openLog('silent'),
  }).catch((error) => (error instanceof DataFolderInUse ? refuse(IN_USE) : Promise.reject(error)))
  const stop = new AbortController()
  const interrupt = (): void => stop.abort(new Error('Stopped. Everything read so far is stored.'))
  process.once('SIGINT', interrupt)
  try {
    const { changed, failed, missing } = await loadPublishedLists(platform, {
      ...(from && { folder: resolve(from) }),
      signal: stop.signal,
      report: (done, total, name, { error, changed }) =>
        call.say(`${done} of ${total}  ${name}: ${error ? error.detail : changed > 0 ? 'new' : 'unchanged'}`),
    })
    call.say(`${changed} changed, ${failed} failed, ${missing} not in the folder.`)
    return failed > 0 ? 1 : 0
  } finally {
    process.removeListener('SIGINT', interrupt)
    await platform.safeFetch.close()
    await platform.close()
  }
}
