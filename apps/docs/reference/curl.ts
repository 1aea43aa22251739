// A call of an operation that can be pasted into a shell. Pure.
import type { Operation } from './catalog.ts'
import { sampleOf } from './sample.ts'
import type { Schemas } from './schema.ts'

const HEADERS: Readonly<Record<string, string>> = {
  'X-Tenant-ID': 'acme',
  'X-Workspace-ID': 'acme',
  'X-Context-ID': 'notes',
  'X-CSRF': '1',
}
const JSON_TYPE = 'application/json'

export function curlOf(operation: Operation, schemas: Schemas): string {
  const { method, path, parameters, body, isPublic } = operation
  const needed = parameters.filter(({ required }) => required)
  const query = needed
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(sampleOf(schema, schemas, false)))}`)
  const address = `http://localhost:8080${path}${query.length > 0 ? `?${query.join('&')}` : ''}`
  const isQuoted = /[?&{}]/.test(address)
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}${isQuoted ? `'${address}'` : address}`]
  if (!isPublic) lines.push('-H "Authorization: Bearer $TOKEN"')
  for (const { name } of needed.filter((parameter) => parameter.in === 'header'))
    lines.push(`-H "${name}: ${HEADERS[name] ?? `<${name.toLowerCase()}>`}"`)
  const [type, content] = Object.entries(body?.content ?? {})[0] ?? []
  if (type) lines.push(`-H "Content-Type: ${type}"`)
  if (type === JSON_TYPE) lines.push(`-d '${quoted(JSON.stringify(sampleOf(content?.schema ?? {}, schemas, false)))}'`)
  else if (type) lines.push('--data-binary @file')
  return lines.join(' \\\n  ')
}

/** A single quote ends a word of the shell. */
const quoted = (text: string): string => text.replaceAll("'", "'\\''")
