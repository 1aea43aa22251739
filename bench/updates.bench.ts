// SPARQL updates while others write to the same workspace: neither may block the other.
import { openAsking } from './ask.ts'
import type { Bench, Result } from './benches.ts'
import { type GraphServer, startGraph } from './graph-client.ts'
import { median } from './measure.ts'

const ROUNDS = 5
const SECONDS = 3
const WARM_UP_SECONDS = 6
/** Statements per request. */
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
  const compared = (what: string, target: number, [whose, who, floor]: Compared) => ({
    what: `${name}: ${what}`,
    ratio: median(told.map((each) => each[whose][who] / each[floor][who])),
    target,
    detail: `${rate(told, whose, who)}/s against ${rate(told, floor, who)}/s, the longest wait ${longest(told, whose, who)} ms`,
  })
  const lost = told.flatMap((each) => Object.values(each)).flatMap((each) => each.lost)
  return [
    compared(`one updater beside a writer of statements and one of batches of ${BATCH} / alone`, 0.5, [
      'beside',
      'updates',
      'alone',
    ]),
    compared('four writers beside four updaters / alone', 0.5, ['all', 'statements', 'writers']),
    compared('four updaters beside four writers / alone', 0.25, ['all', 'updates', 'updaters']),
    {
      what: `${name}: successful requests / all`,
      ratio: lost.length === 0 ? 1 : 0,
      target: 1,
      detail: lost.length === 0 ? 'none lost' : `${lost.length} lost, the first with ${lost[0]}`,
    },
  ]
}

/** The situation, the kind of client that is measured, and the situation that is its floor. */
type Compared = [whose: keyof Round, who: Who, floor: keyof Round]

const rate = (told: readonly Round[], whose: keyof Round, who: Who): string =>
  median(told.map((each) => each[whose][who])).toFixed(0)
const longest = (told: readonly Round[], whose: keyof Round, who: Who): string =>
  Math.max(...told.map((each) => each[whose].longest[who])).toFixed(0)

/** The repeated request of a client. */
type Sending = (number: number) => { path: string; type: string; body: string }
const WHO = ['updates', 'statements', 'batches'] as const
type Who = (typeof WHO)[number]
interface Told extends Record<Who, number> {
  longest: Record<Who, number>
  /** Failed responses. */
  lost: string[]
}

let count = 0

/** This many clients in parallel, each with one request after another; returns their rates. */
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
