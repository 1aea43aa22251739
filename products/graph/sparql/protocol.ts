// Parses requests of the SPARQL 1.1 Protocol from address, body or form; 400 if a request is ambiguous.
import { fail } from '@veritrace/platform/errors'
import { refuseOtherCharsets } from '../guard/charset.ts'
import type { QueryParameters, UpdateParameters } from '../guard/dataset.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>
type Query = Readonly<Record<string, unknown>>
type Kind = 'query' | 'update'

export interface ProtocolInput extends QueryParameters, UpdateParameters {
  text: string
  explain: boolean
}

const FORM = 'application/x-www-form-urlencoded'

/** The text is the body, or the form field `query` or `update`. */
export function readPosted(kind: Kind, { body, query, headers }: { body: string; query: Query; headers: Headers }) {
  const contentType = String(headers['content-type'] ?? '')
  refuseOtherCharsets(contentType)
  const isForm = contentType.toLowerCase().startsWith(FORM)
  const fields: Fields = isForm ? readForm(body) : new Map()
  if (!isForm) add(fields, kind, body)
  if (!isForm && query[kind] !== undefined)
    fail('invalid_query', `The request has one ${kind} in the body and another in the URL.`)
  return readFields(kind, addAddress(fields, query))
}

/** The query is in the address. */
export function readAddressed({ query, headers }: { query: Query; headers: Headers }): ProtocolInput {
  const hasBody = Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined
  if (hasBody) fail('bad_request', 'A GET query belongs in the address. Use POST to send it in the body.')
  return readFields('query', addAddress(new Map(), query))
}

/** All values of each field. */
type Fields = Map<string, string[]>

function add(fields: Fields, name: string, value: string): void {
  const known = fields.get(name)
  if (known) known.push(value)
  else fields.set(name, [value])
}

function addAddress(fields: Fields, query: Query): Fields {
  for (const name in query) {
    const value = query[name]
    if (Array.isArray(value)) for (const one of value) add(fields, name, String(one))
    else add(fields, name, String(value))
  }
  return fields
}

function readFields(kind: Kind, fields: Fields): ProtocolInput {
  const other = kind === 'query' ? 'update' : 'query'
  if (fields.has(other))
    fail('invalid_query', `This address accepts ${kind === 'update' ? 'an update' : 'a query'}. Remove “${other}”.`)
  const texts = fields.get(kind) ?? NONE
  if (texts.length === 0) fail('invalid_query', `The field “${kind}” is missing.`)
  if (texts.length > 1) fail('invalid_query', `Send one ${kind} per request, not ${texts.length}.`)
  return {
    text: texts[0]!,
    defaultGraphUris: graphs('default-graph-uri', fields),
    namedGraphUris: graphs('named-graph-uri', fields),
    usingGraphUris: graphs('using-graph-uri', fields),
    usingNamedGraphUris: graphs('using-named-graph-uri', fields),
    unionDefaultGraph: flag('union-default-graph', fields),
    explain: flag('explain', fields),
  }
}

const NONE: readonly string[] = []
const MOST_GRAPHS = 100

function graphs(name: string, fields: Fields): readonly string[] {
  const found = fields.get(name) ?? NONE
  if (found.length > MOST_GRAPHS) fail('invalid_query', `${name} may be given at most ${MOST_GRAPHS} times.`)
  return found
}

function flag(name: string, fields: Fields): boolean {
  const found = fields.get(name) ?? NONE
  if (found.some((value) => value !== 'true' && value !== 'false'))
    fail('invalid_query', `${name} must be true or false.`)
  return found.includes('true')
}

/** The body was already decoded as UTF-8; the escapes in a form must be UTF-8 as well. */
function readForm(body: string): Fields {
  const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))
  const fields: Fields = new Map()
  try {
    for (const field of body.split('&').filter((one) => one !== '')) {
      const [name = '', ...value] = field.split('=')
      add(fields, decode(name), decode(value.join('=')))
    }
    return fields
  } catch {
    return fail('malformed_body', 'The form has an escape that is not UTF-8.')
  }
}
