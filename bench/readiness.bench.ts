// Readiness of estates with ten dependencies per object, over HTTP and as the computation alone, at two sizes. The time
// per object must not grow with their number. The floor of the computation is a sum over the same arrays.
import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import type { Readiness } from '@veritrace/contract/casework/readiness'
import type { Estate } from '../products/casework/estate/estate.ts'
import { shortForm } from '../products/casework/model/artifacts.ts'
import { loadBuiltIn } from '../products/casework/packs/built-in.ts'
import { type ActivePack, effectiveOptions, targetOf } from '../products/casework/packs/packs.ts'
import { measure } from '../products/casework/readiness/measure.ts'
import { estateOf, knownAs } from '../products/casework/readiness/testing.ts'
import type { Bench, Result } from './benches.ts'
import { median, startPeer } from './measure.ts'

const SMALL = 5_000
const LARGE = 20_000
const USES = 10
/** The time per object may grow by 30%, because larger arrays fit the caches less well. */
const LINEAR = 1 / 1.3

export const readinessBench: Bench = {
  name: 'readiness',
  run: async ({ databaseUrl }) => [...(await passes()), ...(await answers(databaseUrl))],
}

/** Microseconds per object, and for the floor. */
async function passes(): Promise<Result[]> {
  const [pack] = await loadBuiltIn()
  const active: ActivePack = { pack: pack!, options: effectiveOptions(pack!, {}), revision: '1' }
  const target = targetOf(active)
  const [small, large] = [SMALL, LARGE].map((size) => {
    const estate = estateOf(usesOf(size))
    const known = new Map(
      estate.references.map((named, at) => {
        const [form, one] = knownAs(shortForm(named), 'AABCD'[at % 5]!)
        return [form, { ...one, acceptable: target.acceptable.includes(one.rating.code) }]
      }),
    )
    const ours = () => measure(estate, known, active, target).totals.objects
    return {
      size,
      works: { ours, floor: () => sumOf(estate) },
      cost: { ours: Number.POSITIVE_INFINITY, floor: Number.POSITIVE_INFINITY },
    }
  }) as [Sized, Sized]
  // Alternating, so that disturbances affect both.
  for (let round = 0; round < ROUNDS; round++)
    for (const { size, works, cost } of [small, large])
      for (const kind of ['ours', 'floor'] as const) {
        const begun = performance.now()
        works[kind]()
        cost[kind] = Math.min(cost[kind], (1_000 * (performance.now() - begun)) / size)
      }
  const told = `${large.cost.ours.toFixed(2)} µs per object of ${LARGE}, ${small.cost.ours.toFixed(2)} µs of ${SMALL}`
  return [
    {
      what: 'the computation, time per object at 5,000 / at 20,000',
      ratio: small.cost.ours / large.cost.ours,
      target: LINEAR,
      detail: told,
    },
    {
      what: 'a sum over the same arrays / the computation',
      ratio: large.cost.floor / large.cost.ours,
      target: 0.005,
      detail: `${large.cost.floor.toFixed(3)} µs against ${large.cost.ours.toFixed(2)} µs per object`,
    },
  ]
}

interface Sized {
  size: number
  works: Record<'ours' | 'floor', () => number>
  /** Microseconds per object. */
  cost: Record<'ours' | 'floor', number>
}

function sumOf({ uses }: Estate): number {
  let sum = 0
  for (let use = 0; use < uses.from.length; use++) sum += uses.from[use]! + uses.to[use]! + uses.access[use]!
  return sum
}

const ROUNDS = 60

const TARGETS = ['2022', '2022_1', '2022_2', '2023_0', '2023_1', '2023_2', '2023_3'].map((name) => `s4_private:${name}`)
const PARTS = 'patterns,offenders,groups'

async function answers(databaseUrl: string): Promise<Result[]> {
  const server = await startPeer('./casework-server.ts', { DATABASE_URL: databaseUrl })
  try {
    const small = await answerTimes(server.facts, SMALL)
    const large = await answerTimes(server.facts, LARGE)
    const detail = (kind: 'measured' | 'remembered') =>
      `${large[kind].toFixed(0)} ms for ${LARGE} objects and ${LARGE * USES} dependencies, ${small[kind].toFixed(0)} ms for ${SMALL}`
    return [
      {
        what: 'GET /clean-core/readiness computed again, time per object at 5,000 / at 20,000',
        ratio: small.measured / SMALL / (large.measured / LARGE),
        target: LINEAR,
        detail: detail('measured'),
      },
      { what: 'one second / the same warm', ratio: 1_000 / large.remembered, target: 1, detail: detail('remembered') },
    ]
  } finally {
    await server.stop()
  }
}

/** Milliseconds: the median over new targets, and over a repeated one. */
async function answerTimes(facts: Record<string, string>, size: number) {
  const project = await load(facts, size)
  const ask = async (target: string): Promise<{ ms: number; answer: Readiness }> => {
    const begun = performance.now()
    const query = new URLSearchParams({ project_id: project, target, include: PARTS })
    const answer = await call<Readiness>(facts, 'GET', `/clean-core/readiness?${query}`)
    return { ms: performance.now() - begun, answer }
  }
  const { answer } = await ask(TARGETS[0]!)
  assert.equal(answer.coverage.objects_total, size)
  const anew: number[] = []
  for (const target of TARGETS.slice(1)) anew.push((await ask(target)).ms)
  const again: number[] = []
  for (let round = 0; round < 7; round++) again.push((await ask(TARGETS.at(-1)!)).ms)
  return { measured: median(anew), remembered: median(again) }
}

/** Creates a project with an estate of this size and waits until it is parsed. */
export async function load(facts: Record<string, string>, size: number): Promise<string> {
  const { id } = await call<{ id: string }>(facts, 'POST', '/projects', JSON.stringify({ name: `Estate of ${size}` }))
  const form = new FormData()
  form.set('kind', 'dependency_csv')
  form.set('file', new Blob([csvOf(usesOf(size))]), 'dependencies.csv')
  const { id: file } = await call<{ id: string }>(facts, 'POST', `/projects/${id}/evidence/upload`, form)
  for (let waited = 0; waited < 600; waited++) {
    const { items } = await call<Evidence>(facts, 'GET', `/projects/${id}/evidence`)
    const status = items.find((item) => item.id === file)?.status
    if (status === 'parsed') return id
    assert.ok(status === 'received' || status === 'scanning' || status === 'parsing', `the estate is ${status}`)
    await setTimeout(200)
  }
  throw new Error('The estate was not parsed within two minutes.')
}
interface Evidence {
  items: { id: string; status: string }[]
}

export async function call<T>(
  facts: Record<string, string>,
  method: string,
  path: string,
  body?: string | FormData,
): Promise<T> {
  const response = await fetch(facts.url + path, {
    method,
    headers: {
      authorization: `Bearer ${facts.token}`,
      'x-tenant-id': facts.tenant!,
      'x-workspace-id': 'bench',
      'x-context-id': `urn:tenant:${facts.tenant}:ws:bench:graph:default`,
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  })
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${response.ok ? '' : await response.text()}`)
  return (await response.json()) as T
}

const NAMES = ['VBAK', 'MARA', 'BSEG', 'VBAP', 'KNA1']

/**
 * A fixed pseudorandom sequence (Numerical Recipes): each object uses ten of the things, of which there are a tenth as
 * many.
 */
function usesOf(size: number): Record<string, string[]> {
  let state = 1
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const uses: Record<string, string[]> = {}
  for (let at = 0; at < size; at++) {
    const used = new Set<string>()
    while (used.size < USES) {
      const thing = next(size / 10)
      used.add(`read TABL:${NAMES[thing] ?? `T${thing}`}`)
    }
    uses[`PROG:Z${at}`] = [...used]
  }
  return uses
}

function csvOf(uses: Record<string, string[]>): string {
  const lines = ['from_type,from_name,from_package,to_type,to_name,access']
  for (const [place, [object, used]] of Object.entries(uses).entries())
    for (const use of used) {
      const [access, thing] = use.split(' ') as [string, string]
      lines.push(`PROG,${object.slice(5)},ZP${place % 50},TABL,${thing.slice(5)},${access}`)
    }
  return lines.join('\n')
}
