// A recorded call as text: short enough to read, without anything secret. Pure.
import type { Operation } from './catalog.ts'

interface Call {
  path: string
  /** Names of the headers that were sent. */
  headers: readonly string[]
  body?: unknown
  type: string
  said: unknown
}

const MOST_ITEMS = 2
const MOST_TEXT = 160
const MOST_LINES = 60
const DEMO_HEADERS: Readonly<Record<string, string>> = {
  Authorization: 'Bearer $TOKEN',
  'X-Tenant-ID': 'demo',
  'X-Workspace-ID': 'demo',
  'X-Context-ID': 'notes',
}

export function format({ method }: Pick<Operation, 'method'>, { path, headers, body, type, said }: Call) {
  const address = `http://localhost:8080${path}`
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const lines = [
    `curl ${method === 'GET' || body !== undefined ? '' : `-X ${method} `}${/[?&]/.test(address) ? `'${address}'` : address}`,
    ...headers.map((name) => `-H "${name}: ${DEMO_HEADERS[name]}"`),
    ...(body === undefined ? [] : [`-H "Content-Type: ${type}"`, `-d '${text!.replaceAll("'", "'\\''")}'`]),
  ]
  const shown = JSON.stringify(shortened(said), null, 2).split('\n')
  const response = shown.length > MOST_LINES ? [...shown.slice(0, MOST_LINES), '…'] : shown
  return { request: lines.join(' \\\n  '), response: response.join('\n') }
}

function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map(shortened)
  if (typeof value === 'string') return value.length > MOST_TEXT ? `${value.slice(0, MOST_TEXT)}…` : value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, name === 'secret' && inner ? '…' : shortened(inner)]),
  )
}
