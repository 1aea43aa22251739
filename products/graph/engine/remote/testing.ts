// A real Virtuoso for tests and benches, if it is installed: on loopback, on free ports, in a temporary folder.
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '@veritrace/platform/ports'

const SERVER = 'virtuoso-t'
const CLIENT = 'isql-vt'
const isInstalled = [SERVER, CLIENT].every((name) => !spawnSync(name, ['-?']).error)
/** For the `skip` of a test: the reason, or false. */
export const noVirtuoso = isInstalled ? false : 'Virtuoso (virtuoso-t, isql-vt) is not installed here'

export interface Virtuoso {
  url: string
  /** The endpoint that requires a user and a password, with Digest. */
  authUrl: string
  /** Kills it, like a crash. */
  kill(): Promise<void>
  /** Starts it again with the data on disk. */
  restart(): Promise<void>
  stop(): Promise<void>
}

export interface VirtuosoOptions {
  /** Number of 8 kB pages in memory; the default holds about 100,000 statements, enough for tests. */
  buffers?: number
  /** Row limit of a result. */
  maxRows?: number
  /** An N-Quads file to start with; this process's user must be able to read it. */
  nquads?: string
}

let shared: Promise<Virtuoso> | undefined
let users = 0

/** One server for all files of a run, because starting it takes seconds. */
export async function useVirtuoso(): Promise<Virtuoso> {
  users += 1
  shared ??= startVirtuoso()
  return shared
}

export async function releaseVirtuoso(): Promise<void> {
  users -= 1
  if (users > 0) return
  await (await shared)?.stop()
  shared = undefined
}

export async function startVirtuoso(options: VirtuosoOptions = {}): Promise<Virtuoso> {
  const folder = await mkdtemp(join(tmpdir(), 'virtuoso-'))
  const [sql, http] = [await freePort(), await freePort()]
  await writeFile(join(folder, 'virtuoso.ini'), settings(sql, http, options))
  const base = `http://127.0.0.1:${http}`
  let child: ChildProcess | undefined
  const start = async () => {
    child = spawn(SERVER, ['-f', '-c', 'virtuoso.ini'], { cwd: folder, stdio: 'ignore' })
    await untilReady(base, child)
  }
  const end = async () => {
    const ending = child
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const gone = new Promise((resolve) => ending.once('exit', resolve))
    ending.kill('SIGKILL')
    await gone
    await rm(join(folder, 'virtuoso.lck'), { force: true })
  }
  await start()
  await runStatement(sql, 'GRANT SPARQL_UPDATE TO "SPARQL"')
  if (options.nquads) {
    await symlink(options.nquads, join(folder, 'lines.nq'))
    for (const step of ["ld_dir('.', 'lines.nq', 'urn:none')", 'rdf_loader_run()', 'checkpoint'])
      await runStatement(sql, step)
  }
  return {
    url: `${base}/sparql`,
    authUrl: `${base}/sparql-auth`,
    kill: end,
    restart: start,
    async stop() {
      await end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function runStatement(port: number, statement: string): Promise<void> {
  const { stdout } = await promisify(execFile)(CLIENT, [`127.0.0.1:${port}`, 'dba', 'dba', `EXEC=${statement}`])
  if (/^\*\*\* Error/m.test(stdout)) throw new Error(`Virtuoso: ${stdout}`)
}

async function untilReady(base: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null) throw new Error(`Virtuoso exited with ${child.exitCode}.`)
    const answer = await fetch(`${base}/sparql?query=ASK%7B%7D`).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.ok) return
    await wait(100)
  }
  throw new Error('Virtuoso did not start.')
}

const settings = (
  sql: number,
  http: number,
  { buffers = 10_000, maxRows = 100_000 }: VirtuosoOptions,
): string => `[Database]
DatabaseFile = ./virtuoso.db
ErrorLogFile = ./virtuoso.log
LockFile = ./virtuoso.lck
TransactionFile = ./virtuoso.trx
xa_persistent_file = ./virtuoso.pxa
FileExtend = 200
MaxCheckpointRemap = 2000
Striping = 0
TempStorage = TempDatabase
[TempDatabase]
DatabaseFile = ./virtuoso-temp.db
TransactionFile = ./virtuoso-temp.trx
MaxCheckpointRemap = 2000
Striping = 0
[Parameters]
ServerPort = 127.0.0.1:${sql}
LiteMode = 0
DisableUnixSocket = 1
ServerThreads = 20
CheckpointInterval = 60
NumberOfBuffers = ${buffers}
MaxDirtyBuffers = ${Math.floor(buffers * 0.6)}
CaseMode = 2
CheckpointAuditTrail = 0
AllowOSCalls = 0
DirsAllowed = .
[HTTPServer]
ServerPort = 127.0.0.1:${http}
ServerRoot = .
MaxClientConnections = 20
HTTPProxyEnabled = 0
MaxKeepAlives = 20
KeepAliveTimeout = 10
Charset = UTF-8
[SPARQL]
ResultSetMaxRows = ${maxRows}
MaxQueryCostEstimationTime = 4000
MaxQueryExecutionTime = 600
`
