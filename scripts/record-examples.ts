// npm run gen -- examples [--url http://localhost:8080]
// Calls a running demo and writes what it answered to apps/docs/reference/examples.json, which the API reference shows: every GET
// whose ids can be found in a list, and the questions and writes below. Start it with `npm start` on an empty folder first.
import { writeFileSync } from 'node:fs'
import { catalogOf, type Operation } from '@veritrace/docs/reference/catalog'
import { format } from '@veritrace/docs/reference/format-example'
import { fetchToken, makeDemoClient } from '../apps/server/demo-token.ts'
import { WRITES } from './example-writes.ts'

const FILE = new URL('../apps/docs/reference/examples.json', import.meta.url)
const SCOPE = { 'X-Tenant-ID': 'demo', 'X-Workspace-ID': 'demo', 'X-Context-ID': 'notes' }

export async function recordExamples(url: string): Promise<void> {
  const token = await fetchToken(await makeDemoClient(url, { tenant: 'demo', plan: 'pro', role: 'admin' }))
  const { operations } = catalogOf(['provenance', 'graph', 'casework'], () => true)
  const examples: Record<string, { request: string; response?: string }> = {}
  const firsts = new Map<string, Record<string, unknown>>()

  async function record(operation: Operation, path: string, body?: unknown): Promise<void> {
    const needsScope = operation.parameters.some(({ name, required }) => name === 'X-Workspace-ID' && required)
    const headers: Record<string, string> = {
      ...(!operation.isPublic && { Authorization: `Bearer ${token}` }),
      ...(needsScope && SCOPE),
    }
    const [type, text] =
      typeof body === 'string' ? ['application/sparql-query', body] : ['application/json', JSON.stringify(body)]
    const answer = await fetch(url + path, {
      method: operation.method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': type }) },
      ...(body !== undefined && { body: text }),
    })
    const said = answer.headers.get('content-type')?.includes('json') ? await answer.json() : undefined
    if (!answer.ok || said === undefined) return
    if (operation.method === 'GET') rememberFirst(operation.path, said)
    examples[operation.id] = format(operation, { path, headers: Object.keys(headers), body, type, said })
  }

  function rememberFirst(path: string, said: unknown): void {
    const items = Array.isArray(said)
      ? said
      : ((said as { items?: unknown[] }).items ?? (said as { vendors?: unknown[] }).vendors)
    if (items?.[0]) firsts.set(path, items[0] as Record<string, unknown>)
  }

  /** `/vendors/{slug}` with the slug of the first vendor in `/vendors`. */
  function filled(path: string): string | undefined {
    const given = path.split('/')
    const parts = given.map((part, at) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1]
      if (!name) return part
      const first = firsts.get(given.slice(0, at).join('/'))
      const value = first && (first[name] ?? first.id ?? first.slug)
      return typeof value === 'string' ? encodeURIComponent(value) : undefined
    })
    return parts.includes(undefined) ? undefined : parts.join('/')
  }

  const byId = new Map(operations.map((operation) => [operation.id, operation]))
  for (const { id, path, body } of WRITES) {
    const operation = byId.get(id)
    if (!operation) throw new Error(`${id} is not an operation`)
    await record(operation, path ?? operation.path, body)
  }
  const reads = operations.filter(({ method }) => method === 'GET')
  for (const operation of reads.toSorted((a, b) => a.path.split('/').length - b.path.split('/').length)) {
    const needsMore = operation.parameters.some((parameter) => parameter.in === 'query' && parameter.required)
    const path = filled(operation.path)
    if (path && !needsMore && !examples[operation.id] && !/stream|events\.|export/.test(path))
      await record(operation, path)
  }
  const sorted = Object.fromEntries(Object.entries(examples).sort(([a], [b]) => (a < b ? -1 : 1)))
  // The address of a server that was started without settings, whatever the recorded one was.
  writeFileSync(FILE, `${JSON.stringify(sorted, null, 2)}\n`.replaceAll(url, 'http://localhost:8080'))
  console.log(`${Object.keys(sorted).length} of ${operations.length} operations have a recorded example.`)
}
