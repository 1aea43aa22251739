// Compares the stored data with the acknowledged writes.
import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '@veritrace/contract'
import type { Database } from '@veritrace/platform/db/open'
import { verifyChain } from '@veritrace/platform/events/verify'
import type { Sender } from './sender.ts'
import type { Kept } from './writers.ts'

const [PROVENANCE, GRAPH, CASEWORK] = [contract.provenance.base, contract.graph.base, contract.casework.base]
const SETTLING_MS = 150_000

export interface Verdict {
  what: string
  checked: number
  faults: string[]
}

export async function judge(sender: Sender, kept: Kept): Promise<Verdict[]> {
  return [
    await pages(sender, kept),
    await cases(sender, kept),
    await plans(sender, kept),
    await ingestions(sender, kept),
    ...(await graph(sender, kept)),
  ]
}

/** Needs exclusive use of the database: call it after the servers have stopped. */
export async function judgeChains({ db }: Pick<Database, 'db'>): Promise<Verdict> {
  const faults: string[] = []
  let checked = 0
  for await (const { tenant, entries, broken } of verifyChain(db)) {
    checked += entries
    if (broken) faults.push(`the chain of ${tenant} is broken at ${broken.sequence}: ${broken.detail}`)
  }
  return { what: 'entries of audit chains', checked, faults }
}

async function pages(sender: Sender, kept: Kept): Promise<Verdict> {
  const found = (await everything(sender, `${PROVENANCE}/app/pages?limit=100`)) as { slug: string; headline: string }[]
  const mine = found.filter(({ slug }) => slug.startsWith('chaos-'))
  return compare(
    'pages',
    kept.pages,
    mine.map(({ slug, headline }) => [slug, headline]),
  )
}

async function cases(sender: Sender, kept: Kept): Promise<Verdict> {
  const found = (await everything(sender, `${CASEWORK}/cases?limit=100`)) as { id: string; title: string }[]
  const mine = found.filter(({ title }) => title.startsWith('Chaos '))
  const held: [string, string][] = []
  for (const { id, title } of mine) {
    const { question_md } = JSON.parse(await sender.read(`${CASEWORK}/cases/${id}`)) as { question_md: string }
    held.push([title, question_md])
  }
  return compare('cases', kept.cases, held)
}

async function plans(sender: Sender, { plans }: Kept): Promise<Verdict> {
  const faults: string[] = []
  for (const key of plans) {
    const text = await sender.read(`${CASEWORK}/plan/versions?key=${key}`)
    const { items } = JSON.parse(text) as { items: unknown[] }
    if (items.length !== 1) faults.push(`the plan ${key} exists ${items.length} times`)
  }
  return { what: 'plans', checked: plans.size, faults }
}

async function ingestions(sender: Sender, { ingestions }: Kept): Promise<Verdict> {
  const faults: string[] = []
  const end = Date.now() + SETTLING_MS
  for (const [id, count] of ingestions)
    for (;;) {
      const record = JSON.parse(await sender.read(`${GRAPH}/ingestions/${id}`))
      if (record.completedAt === null && Date.now() < end) {
        await sleep(500)
        continue
      }
      const { status, received, inserted, duplicates } = record
      if (status !== 'succeeded' || received !== count || inserted + duplicates !== count)
        faults.push(`the ingestion ${id} of ${count}: ${JSON.stringify({ status, received, inserted, duplicates })}`)
      break
    }
  return { what: 'ingestions', checked: ingestions.size, faults }
}

async function graph(sender: Sender, { triples, counted }: Kept): Promise<Verdict[]> {
  const body = 'CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }'
  const accept = 'application/n-triples'
  const type = 'application/sparql-query'
  const text = await sender.read(`${GRAPH}/sparql`, { method: 'POST', body, type, accept })
  const lines = text.split('\n').filter((line) => line !== '')
  const held = new Set(lines.filter((line) => line.startsWith('<http://chaos.test/')))
  const lost = [...triples].filter((line) => !held.has(line)).map((line) => `lost: ${line}`)
  const extra = [...held].filter((line) => !triples.has(line)).map((line) => `never acknowledged: ${line}`)
  const counter = lines.find((line) => line.startsWith('<http://e.test/counter>'))
  const value = Number(/"(\d+)"/.exec(counter ?? '"0"')?.[1])
  return [
    { what: 'statements', checked: triples.size, faults: [...lost, ...extra] },
    {
      what: 'increments of a counter',
      checked: counted,
      faults: value === counted ? [] : [`the counter is ${value} after ${counted} increments`],
    },
  ]
}

function compare(
  what: string,
  kept: ReadonlyMap<string, string>,
  held: readonly (readonly [string, string])[],
): Verdict {
  const faults: string[] = []
  const seen = new Map<string, string>()
  for (const [name, value] of held) {
    if (seen.has(name)) faults.push(`duplicated: ${name}`)
    if (!kept.has(name)) faults.push(`never acknowledged: ${name}`)
    seen.set(name, value)
  }
  for (const [name, value] of kept) {
    if (!seen.has(name)) faults.push(`lost: ${name}`)
    else if (seen.get(name) !== value) faults.push(`partial: ${name} is “${seen.get(name)}” and not “${value}”`)
  }
  return { what, checked: kept.size, faults }
}

async function everything(sender: Sender, path: string): Promise<unknown[]> {
  const all: unknown[] = []
  for (let cursor = ''; ; ) {
    const page = JSON.parse(await sender.read(`${path}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`))
    all.push(...page.items)
    cursor = page.next
    if (!cursor) return all
  }
}
