// What is transported, what was planned, and what words of other systems mean. Pure; which object types are called
// what in a transport is data of the pack.
import type { PlanItem } from '@veritrace/contract/casework/plan'
import type { Transport, TransportObject, TransportStatus } from '@veritrace/contract/casework/plan-transports'

/** Words of import queues, in small letters. */
const STATUS_OF: Readonly<Record<string, TransportStatus>> = {
  initial: 'prepared',
  repeatable: 'prepared',
  running: 'running',
  succeeded: 'succeeded',
  skipped: 'succeeded',
  warning: 'warning',
  error: 'failed',
  fatal: 'failed',
  deleted: 'cancelled',
}
export const statusOf = (word: string): TransportStatus => STATUS_OF[word.toLowerCase()] ?? (word as TransportStatus)

/** From `transport` of the pack's importers. */
export interface ObjectNames {
  pgmid?: string
  /** What a type is called in a transport, where that is another word. */
  types?: Readonly<Record<string, string>>
  /** Parts that travel alone: the object they belong to, and how many characters of their name are its name. */
  parts?: Readonly<Record<string, { object: string; name_length?: number }>>
}

/** Where the pack has no word for it. */
const PGMID = 'OBJECT'

/** The objects of items, each once, in order. */
export function manifestObjects(names: ObjectNames, forms: readonly string[]): TransportObject[] {
  const objects = forms.map((form): TransportObject => {
    const at = form.indexOf(':')
    const type = form.slice(0, at)
    return { pgmid: names.pgmid ?? PGMID, object: names.types?.[type] ?? type, obj_name: form.slice(at + 1) }
  })
  return [...new Map(objects.map((one) => [keyOf(one), one])).values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

export const keyOf = ({ pgmid, object, obj_name }: TransportObject): string => `${pgmid} ${object} ${obj_name}`

/** The whole object that something in a transport belongs to; itself where it is one. */
function wholeOf(names: ObjectNames, one: TransportObject): TransportObject {
  const object = one.object.toUpperCase()
  const obj_name = one.obj_name.trim().toUpperCase()
  const part = names.parts?.[object]
  if (!part) return { pgmid: one.pgmid.toUpperCase(), object, obj_name }
  const name = part.name_length ? obj_name.slice(0, part.name_length) : obj_name
  return { pgmid: names.pgmid ?? PGMID, object: part.object, obj_name: name.replace(/[ =].*$/, '') }
}

/** What was transported against what the plan names, and what this transport promised. */
export function checkScope(
  names: ObjectNames,
  reported: readonly TransportObject[],
  planned: readonly TransportObject[],
  promised: readonly TransportObject[],
): Transport['scope_check'] {
  const carried = new Map(reported.map((one) => [keyOf(wholeOf(names, one)), keyOf(one)]))
  const inPlan = new Set(planned.map(keyOf))
  return {
    extra: [...carried].filter(([whole]) => !inPlan.has(whole)).map(([, told]) => told),
    missing: promised.map(keyOf).filter((key) => !carried.has(key)),
  }
}

/** Before anything has left: what of the plan is in no transport yet. */
export function uncovered(planned: readonly TransportObject[], covered: readonly TransportObject[]): string[] {
  const has = new Set(covered.map(keyOf))
  return planned.map(keyOf).filter((key) => !has.has(key))
}

/** Requests after a report: each that it names, or all where it names none, and where they arrived. */
export function requestsAfter(
  requests: Transport['requests'],
  report: { status: string; system?: string; requests?: readonly { id: string; status: string }[] },
  at: string,
): Transport['requests'] {
  const told = new Map((report.requests ?? []).map(({ id, status }) => [id, statusOf(status)]))
  const isNamed = told.size > 0
  const after = requests.map((request) => {
    const status = isNamed ? told.get(request.id) : statusOf(report.status)
    if (!status) return request
    const systems = report.system ? [...request.systems, { sid: report.system, status, at }] : request.systems
    return { ...request, status, systems }
  })
  const unknown = [...told].filter(([id]) => !requests.some((request) => request.id === id))
  return [
    ...after,
    ...unknown.map(([id, status]) => ({
      id,
      status,
      systems: report.system ? [{ sid: report.system, status, at }] : [],
    })),
  ]
}

/** What somebody who moves the objects has to look at. */
export const checkListOf = (items: readonly Pick<PlanItem, 'title' | 'acceptance'>[]): string[] =>
  items.flatMap(({ title, acceptance }) =>
    acceptance.map((one) => {
      if (one.kind === 'manual') return `${title}: ${one.text}`
      if (one.kind === 'rating_at_least') return `${title}: rated ${one.code} or better`
      if (one.kind === 'unused_confirmed') return `${title}: nobody uses it`
      return `${title}: no finding of ${one.check_ids.join(', ')}`
    }),
  )
