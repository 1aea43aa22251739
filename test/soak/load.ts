// A steady load on the three products: a fixed rate of requests for existing things, so that nothing should grow.
import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '@veritrace/contract'

const [PROVENANCE, GRAPH, CASEWORK] = [contract.provenance.base, contract.graph.base, contract.casework.base]
const THINGS = 20
const NODES = 2_000
/** A server that falls behind does not get more requests. */
const MOST_IN_FLIGHT = 32
const ANSWER_MS = 30_000

export interface Load {
  sent(): number
  /** Requests that were skipped because too many others were pending. */
  leftOut(): number
  /** Requests that were rate limited. */
  refused(): number
  failures(): ReadonlyMap<string, number>
  stop(): Promise<void>
}

interface Request {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  body?: string
  type?: string
}

type Send = (request: Request) => Promise<{ status: number; text: string }>

export async function startLoad(url: string, headers: Record<string, string>, rate: number): Promise<Load> {
  const send: Send = async ({ method, path, body, type = 'application/json' }) => {
    const response = await fetch(url + path, {
      ...{ method, signal: AbortSignal.timeout(ANSWER_MS) },
      headers: { ...headers, ...(body !== undefined && { 'content-type': type }) },
      ...(body !== undefined && { body }),
    })
    return { status: response.status, text: await response.text() }
  }
  const requests = requestsOn(await prepare(send))
  const failures = new Map<string, number>()
  const inFlight = new Set<Promise<void>>()
  const over = new AbortController()
  let [sent, leftOut, refused] = [0, 0, 0]

  async function one(request: Request): Promise<void> {
    const status = await send(request).then(
      (answer) => answer.status,
      (error: Error) => error.name,
    )
    if (typeof status === 'number' && status < 300) return
    if (status === 429 || status === 503) refused += 1
    else note(`${request.method} ${request.path.split('?')[0]}: ${status}`)
  }

  function note(what: string): void {
    failures.set(what, (failures.get(what) ?? 0) + 1)
  }

  async function sendSteadily(): Promise<void> {
    for (let due = performance.now(), n = 0; !over.signal.aborted; due += 1_000 / rate, n++) {
      const wait = due - performance.now()
      if (wait > 0) await sleep(wait, undefined, over).catch(() => {})
      if (inFlight.size >= MOST_IN_FLIGHT) leftOut += 1
      else {
        sent += 1
        const work: Promise<void> = one(requests[n % requests.length]!(n)).finally(() => inFlight.delete(work))
        inFlight.add(work)
      }
    }
  }
  const sending = sendSteadily()
  return {
    sent: () => sent,
    leftOut: () => leftOut,
    refused: () => refused,
    failures: () => failures,
    async stop() {
      over.abort()
      await sending
      await Promise.all(inFlight)
    },
  }
}

interface Things {
  slugs: string[]
  cases: string[]
}

const node = (n: number): string => `<http://soak.test/n${n % NODES}>`
const SAYS = '<http://soak.test/says>'

async function prepare(send: Send): Promise<Things> {
  const post = async (path: string, body: unknown, type?: string): Promise<string> => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const answer = await send({ method: 'POST', path, body: text, ...(type && { type }) })
    if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.status} ${answer.text.slice(0, 300)}`)
    return answer.text
  }
  const slugs = Array.from({ length: THINGS }, (_, n) => `soak-${n}`)
  for (const slug of slugs) await post(`${PROVENANCE}/app/pages`, { slug, display_name: slug })
  const cases: string[] = []
  for (const slug of slugs) {
    const body = { title: slug, question_md: 'first', scope: { artifact_ids: ['TABL:VBAK'] } }
    cases.push((JSON.parse(await post(`${CASEWORK}/cases`, body)) as { id: string }).id)
  }
  const lines = Array.from({ length: NODES }, (_, n) => `${node(n)} ${SAYS} ${n} .`)
  await post(`${GRAPH}/sparql/update`, `INSERT DATA { ${lines.join('\n')} }`, 'application/sparql-update')
  return { slugs, cases }
}

/** Used in turn; `n` selects the thing. */
function requestsOn({ slugs, cases }: Things): ((n: number) => Request)[] {
  const get = (path: string): Request => ({ method: 'GET', path })
  const patch = (path: string, body: object): Request => ({ method: 'PATCH', path, body: JSON.stringify(body) })
  const query = (body: string): Request => {
    return { method: 'POST', path: `${GRAPH}/sparql`, body, type: 'application/sparql-query' }
  }
  const change = (n: number): string =>
    `DELETE { ${node(n)} ${SAYS} ?old } INSERT { ${node(n)} ${SAYS} ${n} } WHERE { ${node(n)} ${SAYS} ?old }`
  const plan = { key: 'soak', title: 'Soak', scope: { artifact_ids: ['TABL:VBAK'] } }
  return [
    (n) => get(`${PROVENANCE}/app/pages/${slugs[n % THINGS]}`),
    (n) => query(`SELECT ?o { ${node(n)} ${SAYS} ?o }`),
    (n) => get(`${CASEWORK}/cases/${cases[n % THINGS]}`),
    (n) => patch(`${PROVENANCE}/app/pages/${slugs[n % THINGS]}`, { headline: `The ${n}th` }),
    () => query(`SELECT (COUNT(*) AS ?all) { ?s ${SAYS} ?o }`),
    (n) => patch(`${CASEWORK}/cases/${cases[n % THINGS]}`, { question_md: `The ${n}th?` }),
    () => get(`${PROVENANCE}/app/pages`),
    (n) => ({ method: 'POST', path: `${GRAPH}/sparql/update`, body: change(n), type: 'application/sparql-update' }),
    () => get(`${CASEWORK}/cases?limit=20`),
    () => get(`${GRAPH}/search?q=soak&limit=20`),
    () => ({ method: 'POST', path: `${CASEWORK}/plan?preview=true`, body: JSON.stringify(plan) }),
  ]
}
