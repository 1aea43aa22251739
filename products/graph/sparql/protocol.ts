// What a request of the SPARQL 1.1 Protocol says, by address, by body or by form; 400 where it says two things at once.
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

/** A text in the body, or a form that has it as `query` or `update`. */
export function readPosted(kind: Kind, { body, query, headers }: { body: string; query: Query; headers: Headers }) {
  const contentType = String(headers['content-type'] ?? '')
  refuseOtherCharsets(contentType)
  const address = fieldsOf(query)
  if (!contentType.toLowerCase().startsWith(FORM)) {
    if (address.some(([name]) => name === kind)) fail('invalid_query', `The ${kind} stands in the body already.`)
    return readFields(kind, [[kind, body], ...address])
  }
  return readFields(kind, [...readForm(body), ...address])
}

/** A query in the address. */
export function readAddressed({ query, headers }: { query: Query; headers: Headers }): ProtocolInput {
  const hasBody = Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined
  if (hasBody) fail('bad_request', 'A query by GET stands in the address; a body belongs to POST.')
  return readFields('query', fieldsOf(query))
}

type Field = [name: string, value: string]

const fieldsOf = (query: Query): Field[] =>
  Object.entries(query).flatMap(([name, value]): Field[] =>
    Array.isArray(value) ? value.map((one) => [name, String(one)]) : [[name, String(value)]],
  )

function readFields(kind: Kind, fields: readonly Field[]): ProtocolInput {
  const given = Map.groupBy(fields, ([name]) => name)
  const all = (name: string): string[] => given.get(name)?.map(([, value]) => value) ?? []
  const other = kind === 'query' ? 'update' : 'query'
  if (all(other).length > 0)
    fail(
      'invalid_query',
      `This address takes ${kind === 'update' ? 'an update' : 'a query'}; “${other}” does not belong here.`,
    )
  const texts = all(kind)
  if (texts.length === 0) fail('invalid_query', `The field “${kind}” is missing.`)
  if (texts.length > 1) fail('invalid_query', `A request has one ${kind}, not ${texts.length}.`)
  return {
    text: texts[0]!,
    defaultGraphUris: graphs('default-graph-uri', all),
    namedGraphUris: graphs('named-graph-uri', all),
    usingGraphUris: graphs('using-graph-uri', all),
    usingNamedGraphUris: graphs('using-named-graph-uri', all),
    unionDefaultGraph: flag('union-default-graph', all),
    explain: flag('explain', all),
  }
}

const MOST_GRAPHS = 100

function graphs(name: string, all: (name: string) => string[]): string[] {
  const found = all(name)
  if (found.length > MOST_GRAPHS) fail('invalid_query', `${name} comes more than ${MOST_GRAPHS} times.`)
  return found
}

function flag(name: string, all: (name: string) => string[]): boolean {
  const found = all(name)
  if (found.some((value) => value !== 'true' && value !== 'false')) fail('invalid_query', `${name} is true or false.`)
  return found.includes('true')
}

/** The body itself was read as UTF-8; escapes of a form must spell UTF-8 too, and none may be lost. */
function readForm(body: string): Field[] {
  const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))
  try {
    return body
      .split('&')
      .filter((field) => field !== '')
      .map((field) => {
        const [name = '', ...value] = field.split('=')
        return [decode(name), decode(value.join('='))]
      })
  } catch {
    return fail('malformed_body', 'The form has an escape that is not UTF-8.')
  }
}
