// A plan as rows, one per item or one per object of an item. Pure.
import type { PlanItem, PlanVersion } from '@veritrace/contract/casework/plan'

export type Granularity = 'item' | 'object'

/** All objects of an item, by its id: the item itself names only the first ones. */
export type ObjectsOf = Readonly<Record<string, readonly string[]>>

export interface PlanRow {
  id: string
  /** The title as a separate task. */
  summary: string
  wave: number
  title: string
  action: string
  object: string
  objects: number
  effort_p50: number
  effort_p80: number
  risk: string
  start: string
  finish: string
  state: string
  after: string
  acceptance: string
}

export const COLUMNS = [
  ...(['id', 'wave', 'title', 'action', 'object', 'objects', 'effort_p50', 'effort_p80'] as const),
  ...(['risk', 'start', 'finish', 'state', 'after', 'acceptance'] as const),
] as const satisfies readonly (keyof PlanRow)[]

export function planRows(
  { items }: Pick<PlanVersion, 'items'>,
  granularity: Granularity,
  objectsOf: ObjectsOf,
): PlanRow[] {
  const titles = new Map(items.map(({ id, title }) => [id, title]))
  return items.flatMap((item) => {
    const row = rowOf(item, titles)
    const objects = objectsOf[item.id] ?? item.artifacts.map(({ type, name }) => `${type}:${name}`)
    if (granularity === 'item' || objects.length === 0) return [row]
    const part = 1 / objects.length
    return objects.map((object, i) => ({
      ...row,
      id: `${row.id}-${i + 1}`,
      summary: `${row.title}: ${object}`,
      object,
      objects: 1,
      effort_p50: rounded(row.effort_p50 * part),
      effort_p80: rounded(row.effort_p80 * part),
    }))
  })
}

const rowOf = (item: PlanItem, titles: ReadonlyMap<string, string>): PlanRow => ({
  ...{ id: item.id, summary: item.title, wave: item.wave, title: item.title, action: item.action_id },
  object: item.artifacts.map(({ type, name }) => `${type}:${name}`).join(' '),
  objects: item.artifacts_total,
  ...{ effort_p50: rounded(item.effort.p50), effort_p80: rounded(item.effort.p80), risk: item.risk },
  ...{ start: item.start ?? '', finish: item.finish ?? '', state: item.state },
  after: item.preconditions.map((id) => titles.get(id) ?? id).join('; '),
  acceptance: item.acceptance.map(acceptanceText).join('; '),
})

function acceptanceText(one: PlanItem['acceptance'][number]): string {
  if (one.kind === 'rating_at_least') return `level ${one.code} or better`
  if (one.kind === 'findings_cleared') return `no findings of ${one.check_ids.join(', ') || 'any check'}`
  return one.kind === 'unused_confirmed' ? 'confirmed unused' : one.text
}

const rounded = (value: number): number => Math.round(value * 100) / 100
