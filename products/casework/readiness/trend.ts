// The trend of readiness. Pure.
import type { Readiness } from '@veritrace/contract/casework/readiness'
import { ratio } from './figures.ts'
import type { PointRow } from './tables.ts'

type Trend = NonNullable<Readiness['trend']>

/** For several projects: each point sums the latest measurement of every project. */
export function trendOf(points: readonly PointRow[], scale: readonly string[]): Trend {
  const last = new Map<string, PointRow>()
  return points.map((point) => {
    last.set(point.project_id, point)
    const all = [...last.values()]
    const objects = all.reduce((sum, one) => sum + one.objects, 0)
    const acceptable = all.reduce((sum, one) => sum + one.acceptable, 0)
    return {
      at: point.at.toISOString(),
      distribution: scale.map((code) => {
        const count = all.reduce((sum, { distribution }) => sum + (distribution[code] ?? 0), 0)
        return { code, objects: count, share: ratio(count, objects) }
      }),
      acceptable_share: ratio(acceptable, objects),
      run_id: point.run_id || null,
    }
  })
}
