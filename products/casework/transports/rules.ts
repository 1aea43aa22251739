// The objects of transports, the comparison with the plan, and the mapping of statuses. Pure; the pack's data says what
// object types are called in a transport.
import type { PlanItem } from '@veritrace/contract/casework/plan'
import type { Transport, TransportObject, TransportStatus } from '@veritrace/contract/casework/plan-transports'

/** Statuses of import queues, in lower case. */
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

/** The section `transport` of the pack's importers. */
export interface ObjectNames {
  pgmid?: string
  /** The name of a type in transports, if it differs. */
  types?: Readonly<Record<string, string>>
  /** Parts transported on their own: the type of the whole object, and the length of its name within theirs. */
  parts?: Readonly<Record<string, { object: string; name_length?: number }>>
}

/** The default for packs that define none. */
const PGMID = 'OBJECT'

/** The objects of items, sorted and without duplicates. */
export function manifestObjects(names: ObjectNames, forms: readonly string[]): TransportObject[] {
  const objects = forms.map((form): TransportObject => {
    const at = form.indexOf(':')
    const type = form.slice(0, at)
    return { pgmid: names.pgmid ?? PGMID, object: names.types?.[type] ?? type, obj_name: form.slice(at + 1) }
  })
  return [...new Map(objects.map((one) => [keyOf(one), one])).values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

export const keyOf = ({ pgmid, object, obj_name }: TransportObject): string => `${pgmid} ${object} ${obj_name}`

/** The whole object that an entry of a transport belongs to, which may be the entry itself. */
function wholeOf(names: ObjectNames, one: TransportObject): TransportObject {
  const object = one.object.toUpperCase()
  const obj_name = one.obj_name.trim().toUpperCase()
  const part = names.parts?.[object]
  if (!part) return { pgmid: one.pgmid.toUpperCase(), object, obj_name }
  const name = part.name_length ? obj_name.slice(0, part.name_length) : obj_name
  return { pgmid: names.pgmid ?? PGMID, object: part.object, obj_name: name.replace(/[ =].*$/, '') }
}

/** Compares the transported objects with those of the plan (extra) and of this transport's manifest (missing). */
export function checkScope(
  names: ObjectNames,
  reported: readonly TransportObject[],
  planned: readonly TransportObject[],
  promised: readonly TransportObject[],
): Transport['scope_check'] {
  const carried = new Map(reported.map((one) => [keyOf(wholeOf(names, one)), keyOf(one)]))
  const inPlan = new Set(planned.map(keyOf))
  return {
    extra: [...carried].filter(([whole]) => !inPlan.has(whole)).map(([, reportedKey]) => reportedKey),
    missing: promised.map(keyOf).filter((key) => !carried.has(key)),
  }
}

/** The planned objects that are in no transport yet. */
export function uncovered(planned: readonly TransportObject[], covered: readonly TransportObject[]): string[] {
  const has = new Set(covered.map(keyOf))
  return planned.map(keyOf).filter((key) => !has.has(key))
}

/** The requests after a report: updates those it names, or all if it names none, and records the system. */
export function requestsAfter(
  requests: Transport['requests'],
  report: { status: string; system?: string; requests?: readonly { id: string; status: string }[] },
  at: string,
): Transport['requests'] {
  const reported = new Map((report.requests ?? []).map(({ id, status }) => [id, statusOf(status)]))
  const isNamed = reported.size > 0
  const after = requests.map((request) => {
    const status = isNamed ? reported.get(request.id) : statusOf(report.status)
    if (!status) return request
    const systems = report.system ? [...request.systems, { sid: report.system, status, at }] : request.systems
    return { ...request, status, systems }
  })
  const unknown = [...reported].filter(([id]) => !requests.some((request) => request.id === id))
  return [
    ...after,
    ...unknown.map(([id, status]) => ({
      id,
      status,
      systems: report.system ? [{ sid: report.system, status, at }] : [],
    })),
  ]
}

/** Checks for the person who imports the objects. */
export const checkListOf = (items: readonly Pick<PlanItem, 'title' | 'acceptance'>[]): string[] =>
  items.flatMap(({ title, acceptance }) =>
    acceptance.map((one) => {
      if (one.kind === 'manual') return `${title}: ${one.text}`
      if (one.kind === 'rating_at_least') return `${title}: rated ${one.code} or better`
      if (one.kind === 'unused_confirmed') return `${title}: no one uses it`
      return `${title}: no finding of ${one.check_ids.join(', ')}`
    }),
  )
