// What the projection records on the server itself, in a graph that no dataset contains. A server that was emptied or
// replaced has lost the record too, and all processes read the same. Values are plain strings, which every server
// preserves.
import { setTimeout as wait } from 'node:timers/promises'
import { BOOKKEEPING, NOTHING, toServerIri } from './names.ts'
import type { Server } from './server.ts'

/** The state of a completely loaded workspace on the server. */
export interface State {
  seq: number
  /** Identifies the load. Another one means that everything was deleted in between. */
  load: string
  statements: number
  /** Distinguishes this history from another one with the same numbers. */
  mark: string
}

export interface WorkspaceRecord {
  state: State | undefined
  /** Every graph that may have statements of the workspace. */
  graphs: ReadonlySet<string>
}

export interface Records {
  read(): Promise<WorkspaceRecord>
  /** Runs the work while no other process works on this workspace. */
  exclusively<T>(work: (record: WorkspaceRecord) => Promise<T>): Promise<T>
  /** Until the next `hold`, the server's statements cannot be relied on. */
  release(): Promise<void>
  hold(state: State): Promise<void>
  addGraphs(graphs: Iterable<string>): Promise<void>
  /** Empties the graphs and removes them from the record. */
  clear(graphs: Iterable<string>): Promise<void>
}

/** Raise this when lines are written differently, so that everything is reloaded. */
const VERSION = '1'
const WORKSPACE = 'urn:veritrace:workspace:'
const HOLDS = '<urn:veritrace:holds>'
const CLAIM = '<urn:veritrace:claim>'
const GRAPH = '<urn:veritrace:graph>'

const BEAT_MS = 4_000
/** A process without a heartbeat for this long is gone. */
const GONE_MS = 20_000
const LOOK_AGAIN_MS = 100

export interface Owner {
  /** This process. It does at most one thing at a time per workspace. */
  owner: string
  /** Overrides how long another process may stay silent before it counts as gone. */
  goneMs?: number | undefined
}

export function openRecords(server: Server, { owner, goneMs = GONE_MS }: Owner, workspace: string): Records {
  const subject = `<${WORKSPACE}${encodeURIComponent(workspace)}>`
  const inRecords = (triples: string): string => `GRAPH <${BOOKKEEPING}> { ${triples} }`
  const graphRows = (graphs: Iterable<string>): string =>
    [...graphs].map((graph) => `${subject} ${GRAPH} "${encodeURIComponent(graph)}" .`).join(' ')
  const forget = (predicate: string): string => `DELETE WHERE { ${inRecords(`${subject} ${predicate} ?any`)} }`
  /** Matches by prefix, so that it also deletes an older claim of ours that could not be deleted in time. */
  const unclaim = `DELETE { ${inRecords(`${subject} ${CLAIM} ?claim`)} } WHERE { ${inRecords(`${subject} ${CLAIM} ?claim`)} FILTER (STRSTARTS(STR(?claim), "${owner} ")) }`
  let beats = 0
  const claimed = (): string => inRecords(`${subject} ${CLAIM} "${owner} ${beats}"`)

  async function read(): Promise<WorkspaceRecord & { others: string[] }> {
    const rows = await server.rows(
      `SELECT ?p ?o FROM <${BOOKKEEPING}> FROM NAMED <${NOTHING}> WHERE { ${subject} ?p ?o }`,
    )
    const valuesOf = (predicate: string) =>
      rows.filter(({ p }) => `<${p!.value}>` === predicate).map(({ o }) => o!.value)
    const states = valuesOf(HOLDS)
    return {
      state: states.length === 1 ? readState(states[0]!) : undefined,
      graphs: new Set(valuesOf(GRAPH).map(decodeURIComponent)),
      others: valuesOf(CLAIM).filter((claim) => !claim.startsWith(`${owner} `)),
    }
  }

  /**
   * Writes its own claim first, then reads: of two processes at least one sees the other, and it then withdraws its
   * claim.
   */
  async function claim(): Promise<WorkspaceRecord> {
    const seen = new Map<string, number>()
    for (;;) {
      await server.update(`INSERT DATA { ${claimed()} }`)
      const { others, ...record } = await read()
      if (others.length === 0) return record
      const gone = others.filter((other) => performance.now() - (seen.get(other) ?? Number.POSITIVE_INFINITY) > goneMs)
      for (const other of others) seen.set(other, seen.get(other) ?? performance.now())
      for (const other of gone) await server.update(`DELETE DATA { ${inRecords(`${subject} ${CLAIM} "${other}"`)} }`)
      await server.update(unclaim)
      await wait(LOOK_AGAIN_MS * (0.5 + Math.random()))
    }
  }

  /** The claim changes with every heartbeat, so that an abandoned one can be recognized. */
  function keepAlive(): () => Promise<void> {
    let beating: Promise<void> = Promise.resolve()
    const beat = async () => {
      const before = claimed()
      beats += 1
      await server.update(`INSERT DATA { ${claimed()} } ; DELETE DATA { ${before} }`).catch(() => undefined)
    }
    const timer = setInterval(() => {
      beating = beating.then(beat)
    }, BEAT_MS)
    return () => {
      clearInterval(timer)
      return beating
    }
  }

  return {
    read,
    async exclusively(work) {
      const record = await claim()
      const stop = keepAlive()
      try {
        return await work(record)
      } finally {
        await stop()
        // If that fails, others will treat the claim as abandoned after a while.
        await server.update(unclaim).catch(() => undefined)
      }
    },
    release: () => server.update(forget(HOLDS)),
    hold: (state) =>
      server.update(`${forget(HOLDS)} ; INSERT DATA { ${inRecords(`${subject} ${HOLDS} "${writeState(state)}"`)} }`),
    async addGraphs(graphs) {
      const rows = graphRows(graphs)
      if (rows !== '') await server.update(`INSERT DATA { ${inRecords(rows)} }`)
    },
    async clear(graphs) {
      for (const graph of graphs) {
        await server.update(`CLEAR SILENT GRAPH <${toServerIri(graph)}>`)
        await server.update(`DELETE DATA { ${inRecords(graphRows([graph]))} }`)
      }
    },
  }
}

/** Servers return only some thousand rows at once. */
const ROWS_AT_ONCE = 1_000

/** All workspaces with a record, in any state. */
export async function listWorkspaces(server: Server): Promise<string[]> {
  const found: string[] = []
  for (let after = WORKSPACE; ; after = WORKSPACE + encodeURIComponent(found.at(-1)!)) {
    const rows = await server.rows(
      `SELECT DISTINCT ?s FROM <${BOOKKEEPING}> FROM NAMED <${NOTHING}> ` +
        `WHERE { ?s ?p ?o FILTER (STR(?s) > "${after}") } ORDER BY STR(?s) LIMIT ${ROWS_AT_ONCE}`,
    )
    found.push(...rows.map(({ s }) => decodeURIComponent(s!.value.slice(WORKSPACE.length))))
    if (rows.length < ROWS_AT_ONCE) return found
  }
}

const writeState = ({ seq, load, statements, mark }: State): string => [VERSION, seq, load, statements, mark].join(' ')

function readState(text: string): State | undefined {
  const [version, seq, load, statements, mark] = text.split(' ')
  if (version !== VERSION || load === undefined || mark === undefined) return undefined
  return { seq: Number(seq), load, statements: Number(statements), mark }
}
