// Client of the graph's HTTP API.
import { client } from '@veritrace/contract/client'
import { sparql } from '@veritrace/contract/graph/sparql'
import { type NewStatement, statements } from '@veritrace/contract/graph/statements'
import type { Clock } from '@veritrace/platform/clock'
import {
  type GraphTarget,
  openGraphFetch,
  openGraphSender,
  type SendLimits,
} from '@veritrace/platform/outside/graph/send'
import { CONTEXT, TENANT, WORKSPACE } from './vocabulary.ts'

export interface GraphClient {
  /** Both are idempotent. A GraphFailure has the reason of a failure. */
  assert(statements: readonly NewStatement[], limits?: Asking): Promise<void>
  retract(statements: readonly NewStatement[], limits?: Asking): Promise<void>
  /** Deletes all statements about one subject. */
  forget(subject: string, limits?: Asking): Promise<void>
  close(): Promise<void>
}

type Asking = Pick<SendLimits, 'signal' | 'check'>

const SCOPE = { 'x-tenant-id': TENANT, 'x-workspace-id': WORKSPACE, 'x-context-id': CONTEXT }
/** Below the limits of the graph, so that a change of a very long page does not time out. */
const MOST_AT_ONCE = 5_000
const MOST_RETRACTED_AT_ONCE = 1_000

export function openGraphClient({ clock }: { clock: Clock }, target: GraphTarget): GraphClient {
  const fetch = openGraphFetch()
  const { send } = openGraphSender({ fetch, clock }, target)
  const callsWith = (limits: Asking | undefined) => {
    const fetcher = (url: string, init: RequestInit) => send(url, init, limits)
    return { ...client(statements, target.url, fetcher), ...client(sparql, target.url, fetcher) }
  }
  const update = async (body: string, limits: Asking | undefined): Promise<void> => {
    await callsWith(limits).update({ body, headers: { ...SCOPE, 'content-type': 'application/sparql-update' } })
  }

  return {
    async assert(statements, limits) {
      for (const part of partsOf(statements, MOST_AT_ONCE))
        await callsWith(limits).createBatch({ body: { statements: part }, headers: SCOPE })
    },
    async retract(statements, limits) {
      for (const part of partsOf(statements, MOST_RETRACTED_AT_ONCE))
        await update(`DELETE DATA {\n${part.map(tripleOf).join('\n')}\n}`, limits)
    },
    forget: (subject, limits) => update(`DELETE WHERE { <${subject}> ?predicate ?object }`, limits),
    close: fetch.close,
  }
}

const partsOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size))

/** Only used for facts, whose names are encoded already and need no escapes. */
const tripleOf = ({ subject, predicate, object, objectType }: NewStatement): string =>
  `<${subject}> <${predicate}> ${objectType === 'iri' ? `<${object}>` : `"${escaped(object)}"`} .`

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const escaped = (text: string): string => text.replace(/[\\"\n\r\t]/g, (char) => ESCAPES[char]!)
