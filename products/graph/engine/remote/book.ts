// What the projection remembers on the server itself, in a graph that no dataset contains: so a server that was emptied or
// replaced has forgotten it too, and several processes read the same. Values are plain texts, which no server changes.
import { setTimeout as wait } from 'node:timers/promises'
import { BOOKKEEPING, iriThere, NOTHING } from './names.ts'
import type { Server } from './server.ts'

/** What the server holds of a workspace, whole. */
export interface State {
  seq: number
  /** Which load it goes back to; another one means that everything was taken away in between. */
  load: string
  statements: number
  /** Tells this history from another with the same numbers. */
  mark: string
}

export interface Page {
  state: State | undefined
  /** Every graph that may hold statements of the workspace. */
  graphs: ReadonlySet<string>
}

export interface Book {
  look(): Promise<Page>
  /** Does the work while nobody else, in whatever process, does any for this workspace. */
  alone<T>(work: (page: Page) => Promise<T>): Promise<T>
  /** From here to `hold` the server holds nothing that can be relied on. */
  release(): Promise<void>
  hold(state: State): Promise<void>
  addGraphs(graphs: Iterable<string>): Promise<void>
  /** Empties the graphs and takes them off the page. */
  clear(graphs: Iterable<string>): Promise<void>
}

/** Another number whenever lines are written otherwise: then everything is loaded anew. */
const VERSION = '1'
const WORKSPACE = 'urn:veritrace:workspace:'
const HOLDS = '<urn:veritrace:holds>'
const CLAIM = '<urn:veritrace:claim>'
const GRAPH = '<urn:veritrace:graph>'

const BEAT_MS = 4_000
/** Who has not shown a sign of life for so long is gone. */
const GONE_MS = 20_000
const LOOK_AGAIN_MS = 100

export interface Owner {
  /** This process; in it, nothing is done twice at a time for one workspace. */
  owner: string
  /** After so long without a sign of life others count as gone. */
  goneMs?: number | undefined
}

export function openBook(server: Server, { owner, goneMs = GONE_MS }: Owner, workspace: string): Book {
  const subject = `<${WORKSPACE}${encodeURIComponent(workspace)}>`
  const inBook = (triples: string): string => `GRAPH <${BOOKKEEPING}> { ${triples} }`
  const graphRows = (graphs: Iterable<string>): string =>
    [...graphs].map((graph) => `${subject} ${GRAPH} "${encodeURIComponent(graph)}" .`).join(' ')
  const forget = (predicate: string): string => `DELETE WHERE { ${inBook(`${subject} ${predicate} ?any`)} }`
  /** By its beginning: one that could not be deleted in time is ours too. */
  const unclaim = `DELETE { ${inBook(`${subject} ${CLAIM} ?claim`)} } WHERE { ${inBook(`${subject} ${CLAIM} ?claim`)} FILTER (STRSTARTS(STR(?claim), "${owner} ")) }`
  let beats = 0
  const claimed = (): string => inBook(`${subject} ${CLAIM} "${owner} ${beats}"`)

  async function read(): Promise<Page & { others: string[] }> {
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

  /** Each writes its claim first and looks then: of two, at least one sees the other, and who sees another steps back. */
  async function claim(): Promise<Page> {
    const seen = new Map<string, number>()
    for (;;) {
      await server.update(`INSERT DATA { ${claimed()} }`)
      const { others, ...page } = await read()
      if (others.length === 0) return page
      const gone = others.filter((other) => performance.now() - (seen.get(other) ?? Number.POSITIVE_INFINITY) > goneMs)
      for (const other of others) seen.set(other, seen.get(other) ?? performance.now())
      for (const other of gone) await server.update(`DELETE DATA { ${inBook(`${subject} ${CLAIM} "${other}"`)} }`)
      await server.update(unclaim)
      await wait(LOOK_AGAIN_MS * (0.5 + Math.random()))
    }
  }

  /** The claim changes all the while, so that it can be told from one that was left behind. */
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
    look: read,
    async alone(work) {
      const page = await claim()
      const stop = keepAlive()
      try {
        return await work(page)
      } finally {
        await stop()
        // If that fails, others find it left behind after a while.
        await server.update(unclaim).catch(() => undefined)
      }
    },
    release: () => server.update(forget(HOLDS)),
    hold: (state) =>
      server.update(`${forget(HOLDS)} ; INSERT DATA { ${inBook(`${subject} ${HOLDS} "${writeState(state)}"`)} }`),
    async addGraphs(graphs) {
      const rows = graphRows(graphs)
      if (rows !== '') await server.update(`INSERT DATA { ${inBook(rows)} }`)
    },
    async clear(graphs) {
      for (const graph of graphs) {
        await server.update(`CLEAR SILENT GRAPH <${iriThere(graph)}>`)
        await server.update(`DELETE DATA { ${inBook(graphRows([graph]))} }`)
      }
    },
  }
}

/** Servers give no more than some thousands of rows at once. */
const PAGES_AT_ONCE = 1_000

/** All that have a page, in whatever state. */
export async function listWorkspaces(server: Server): Promise<string[]> {
  const found: string[] = []
  for (let after = WORKSPACE; ; after = WORKSPACE + encodeURIComponent(found.at(-1)!)) {
    const rows = await server.rows(
      `SELECT DISTINCT ?s FROM <${BOOKKEEPING}> FROM NAMED <${NOTHING}> ` +
        `WHERE { ?s ?p ?o FILTER (STR(?s) > "${after}") } ORDER BY STR(?s) LIMIT ${PAGES_AT_ONCE}`,
    )
    found.push(...rows.map(({ s }) => decodeURIComponent(s!.value.slice(WORKSPACE.length))))
    if (rows.length < PAGES_AT_ONCE) return found
  }
}

const writeState = ({ seq, load, statements, mark }: State): string => [VERSION, seq, load, statements, mark].join(' ')

function readState(text: string): State | undefined {
  const [version, seq, load, statements, mark] = text.split(' ')
  if (version !== VERSION || load === undefined || mark === undefined) return undefined
  return { seq: Number(seq), load, statements: Number(statements), mark }
}
