// SPARQL updates while others write to the same workspace: neither may keep the other waiting.
import { openAsking } from './ask.ts'
import { type GraphServer, startGraph } from './graph-client.ts'
import { median } from './measure.ts'
import type { Bench, Result } from './run.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 7)
const SECONDS = 3
const WARM_UP_SECONDS = 6
/** Statements of one request. */
const BATCH = 20

export const updatesBench: Bench = {
  name: 'updates',
  run: async ({ databaseUrl }) => {
    const server = await startGraph(databaseUrl, 'web')
    try {
      const results: Result[] = []
      for (const kind of KINDS) results.push(...(await measure(server, kind)))
      return results
    } finally {
      await server.stop()
    }
  },
}

type Round = Record<'alone' | 'beside' | 'writers' | 'updaters' | 'all', Told>

async function measure(server: GraphServer, { name, update }: Kind): Promise<Result[]> {
  const alone = { updates: [update] }
  const beside = { ...alone, statements: [statement], batches: [batch] }
  const writers = { statements: Array.from({ length: 4 }, () => statement) }
  const updaters = { updates: Array.from({ length: 4 }, () => update) }
  await round(server, { ...beside, ...updaters }, WARM_UP_SECONDS)
  const told: Round[] = []
  for (let i = 0; i < ROUNDS; i++)
    told.push({
      alone: await round(server, alone),
      beside: await round(server, beside),
      writers: await round(server, writers),
      updaters: await round(server, updaters),
      all: await round(server, { ...writers, ...updaters }),
    })
  const of = (one: (told: Round) => number): number => median(told.map(one))
  const worst = (one: (told: Round) => number): number => Math.max(...told.map(one))
  const rates = (one: (told: Round) => number, floor: (told: Round) => number) =>
    `${of(one).toFixed(0)}/s against ${of(floor).toFixed(0)}/s`
  const lost = told.flatMap((each) => Object.values(each)).flatMap((each) => each.lost)
  return [
    {
      what: `${name}: an updater beside a statement writer and a batch writer / alone`,
      ratio: of(({ beside, alone }) => beside.updates / alone.updates),
      target: 0.5,
      detail: `${rates(
        (t) => t.beside.updates,
        (t) => t.alone.updates,
      )}, longest ${worst((t) => t.beside.longest.updates).toFixed(0)} ms; statements ${of((t) => t.beside.statements).toFixed(0)}/s, batches ${of((t) => t.beside.batches).toFixed(0)}/s`,
    },
    {
      what: `${name}: four statement writers beside four updaters / alone`,
      ratio: of(({ all, writers }) => all.statements / writers.statements),
      target: 0.5,
      detail: `${rates(
        (t) => t.all.statements,
        (t) => t.writers.statements,
      )}, longest ${worst((t) => t.all.longest.statements).toFixed(0)} ms`,
    },
    {
      what: `${name}: four updaters beside four statement writers / alone`,
      ratio: of(({ all, updaters }) => all.updates / updaters.updates),
      target: 0.25,
      detail: `${rates(
        (t) => t.all.updates,
        (t) => t.updaters.updates,
      )}, longest ${worst((t) => t.all.longest.updates).toFixed(0)} ms`,
    },
    {
      what: `${name}: requests of all rounds that were answered`,
      ratio: lost.length === 0 ? 1 : 0,
      target: 1,
      detail: lost.length === 0 ? 'none lost' : `${lost.length} lost, the first with ${lost[0]}`,
    },
  ]
}

/** What a client sends, over and over. */
type Sending = (number: number) => { path: string; type: string; body: string }
const WHO = ['updates', 'statements', 'batches'] as const
type Who = (typeof WHO)[number]
interface Told extends Record<Who, number> {
  longest: Record<Who, number>
  /** What was answered instead. */
  lost: string[]
}

let count = 0

/** So many at once, each one request after another; their rates. */
async function round(
  { url, headers }: GraphServer,
  crowd: Partial<Record<Who, Sending[]>>,
  seconds = SECONDS,
): Promise<Told> {
  const told: Told = {
    updates: 0,
    statements: 0,
    batches: 0,
    longest: { updates: 0, statements: 0, batches: 0 },
    lost: [],
  }
  const end = performance.now() + seconds * 1000
  const client = async (who: Who, sending: Sending): Promise<void> => {
    const asking = openAsking(url)
    while (performance.now() < end) {
      const began = performance.now()
      const { path, type, body } = sending(count++)
      const post = asking.to(new URL(url).pathname + path, { ...headers, 'content-type': type })
      const isAnswered = await post(body).then(
        () => true,
        (error: Error) => {
          told.lost.push(error.message.split('\r\n', 1)[0]!)
          return false
        },
      )
      if (isAnswered) told[who] += 1 / seconds
      told.longest[who] = Math.max(told.longest[who], performance.now() - began)
    }
    asking.close()
  }
  await Promise.all(WHO.flatMap((who) => (crowd[who] ?? []).map((sending) => client(who, sending))))
  return told
}

interface Kind {
  name: string
  update: Sending
}

const updateOf = (body: string) => ({ path: '/sparql/update', type: 'application/sparql-update', body })
const COUNTER = (number: number): string => `<http://ex.org/counter/${number % 100}> <http://ex.org/n>`
const WHERE_FORMS: ((number: number) => string)[] = [
  (number) =>
    `DELETE { ${COUNTER(number)} ?o } INSERT { ${COUNTER(number)} ?n } WHERE { OPTIONAL { ${COUNTER(number)} ?o } BIND(COALESCE(?o, 0) + 1 AS ?n) }`,
  (number) =>
    `INSERT { <http://ex.org/copy/${number % 100}> <http://ex.org/had> ?o } WHERE { ${COUNTER(number + 1)} ?o }`,
  (number) => `DELETE WHERE { <http://ex.org/copy/${(number + 50) % 100}> ?p ?o }`,
]
const KINDS: Kind[] = [
  {
    name: 'INSERT DATA',
    update: (number) => updateOf(`INSERT DATA { <http://ex.org/fresh/${number}> <http://ex.org/n> ${number} }`),
  },
  { name: 'DELETE and INSERT WHERE', update: (number) => updateOf(WHERE_FORMS[number % 3]!(number)) },
]

const stated = (number: number, which = 0) => ({
  subject: `http://ex.org/feed/${number}/${which}`,
  predicate: 'http://ex.org/says',
  object: `${number}`,
  objectType: 'literal',
})
const statement: Sending = (number) => ({
  path: '/statements',
  type: 'application/json',
  body: JSON.stringify(stated(number)),
})
const batch: Sending = (number) => ({
  path: '/statements/batch',
  type: 'application/json',
  body: JSON.stringify({ statements: Array.from({ length: BATCH }, (_, which) => stated(number, which)) }),
})
