// The clients that write to all three products during the faults, and the record of what was acknowledged.
import { contract } from '@veritrace/contract'
import type { Sender } from './sender.ts'

const [PROVENANCE, GRAPH, CASEWORK] = [contract.provenance.base, contract.graph.base, contract.casework.base]
const IN_ONE = 5
const SAYS = 'http://e.test/says'
const COUNTER = 'http://e.test/counter'

export interface Writer {
  name: string
  /** Returns how many writes were acknowledged. */
  write(n: number): Promise<number>
}

/** All acknowledged writes. */
export interface Kept {
  /** The last headline by slug. */
  pages: Map<string, string>
  /** The last question by title. */
  cases: Map<string, string>
  plans: Set<string>
  /** Lines of N-Triples. */
  triples: Set<string>
  counted: number
  ingestions: Map<string, number>
}

export const nothingKept = (): Kept => ({
  pages: new Map(),
  cases: new Map(),
  plans: new Set(),
  triples: new Set(),
  counted: 0,
  ingestions: new Map(),
})

const triple = (subject: string, object: string): string => `<http://chaos.test/${subject}> <${SAYS}> "${object}" .`
const several = (subject: string, count = IN_ONE): string[] =>
  Array.from({ length: count }, (_, at) => triple(subject, String(at)))

export function writersOf(sender: Sender, kept: Kept, round: number): Writer[] {
  const keep = (lines: readonly string[]): number => {
    for (const line of lines) kept.triples.add(line)
    return 1
  }
  const post = (path: string, key: string, body: unknown, type?: string) =>
    sender.write({
      ...{ method: 'POST', path, key, body: typeof body === 'string' ? body : JSON.stringify(body) },
      ...(type && { type }),
    })
  const patch = (path: string, body: object) => sender.write({ method: 'PATCH', path, body: JSON.stringify(body) })
  const update = (key: string, text: string) => post(`${GRAPH}/sparql/update`, key, text, 'application/sparql-update')

  return [
    {
      name: 'pages',
      write: async (n) => {
        const slug = `chaos-${round}-${n}`
        await post(`${PROVENANCE}/app/pages`, `page-${round}-${n}`, { slug, display_name: slug })
        kept.pages.set(slug, '')
        const headline = `set in ${slug}`
        await patch(`${PROVENANCE}/app/pages/${slug}`, { headline })
        kept.pages.set(slug, headline)
        return 2
      },
    },
    {
      name: 'cases',
      write: async (n) => {
        const title = `Chaos ${round}.${n}`
        const body = { title, question_md: 'first', scope: { artifact_ids: ['TABL:VBAK'] } }
        const { text } = await post(`${CASEWORK}/cases`, `case-${round}-${n}`, body)
        kept.cases.set(title, 'first')
        await patch(`${CASEWORK}/cases/${JSON.parse(text).id}`, { question_md: title })
        kept.cases.set(title, title)
        return 2
      },
    },
    {
      name: 'plans',
      write: async (n) => {
        const key = `chaos-${round}-${n}`
        await post(`${CASEWORK}/plan`, `plan-${round}-${n}`, {
          title: key,
          key,
          scope: { artifact_ids: ['TABL:VBAK'] },
        })
        kept.plans.add(key)
        return 1
      },
    },
    {
      name: 'statements',
      write: async (n) => {
        const subject = `http://chaos.test/one-${round}-${n}`
        const body = { subject, predicate: SAYS, object: 'x', objectType: 'literal' }
        await post(`${GRAPH}/statements`, `one-${round}-${n}`, body)
        return keep([triple(`one-${round}-${n}`, 'x')])
      },
    },
    {
      name: 'batches',
      write: async (n) => {
        const name = `batch-${round}-${n}`
        const statements = Array.from({ length: IN_ONE }, (_, at) => ({
          ...{ subject: `http://chaos.test/${name}`, predicate: SAYS, object: String(at), objectType: 'literal' },
        }))
        await post(`${GRAPH}/statements/batch`, name, { statements })
        return keep(several(name))
      },
    },
    {
      name: 'updates',
      write: async (n) => {
        const lines = several(`update-${round}-${n}`)
        await update(`update-${round}-${n}`, `INSERT DATA { ${lines.join('\n')} }`)
        return keep(lines)
      },
    },
    {
      name: 'counter',
      write: async (n) => {
        await update(
          `counter-${round}-${n}`,
          `DELETE { <${COUNTER}> <${SAYS}> ?old } INSERT { <${COUNTER}> <${SAYS}> ?new }
           WHERE { OPTIONAL { <${COUNTER}> <${SAYS}> ?old } BIND(COALESCE(?old, 0) + 1 AS ?new) }`,
        )
        kept.counted++
        return 1
      },
    },
    {
      name: 'ingestions',
      write: async (n) => {
        const count = 50 + (n % 7)
        const lines = several(`ingest-${round}-${n}`, count)
        const type = 'application/n-triples'
        const { text } = await post(`${GRAPH}/ingestions/statements`, `ingest-${round}-${n}`, lines.join('\n'), type)
        kept.ingestions.set(JSON.parse(text).id, count)
        return keep(lines)
      },
    },
  ]
}
