// Compares a plan with doing nothing and with exempting everything, and shows the calibration of its estimates.
import type { PlanVersion } from '@veritrace/contract/casework/plan'
import type { Effort } from '@veritrace/contract/casework/shapes'
import { days, plural, share } from '../../../ui/format.ts'

type Compared = Pick<PlanVersion, 'headline' | 'baselines' | 'calibration' | 'totals'>

export function PlanBaselines({ plan }: { plan: Compared }) {
  const { headline, baselines = [], totals } = plan
  if (!headline && baselines.length === 0) return null
  const counted = Object.values(totals.before).reduce((sum, objects) => sum + objects, 0)
  const reached = counted - totals.unacceptable_left
  return (
    <section aria-label="Effect of the plan" className="w-full text-sm">
      {headline && <p className="text-pretty">{headline}</p>}
      {baselines.length > 0 && (
        <table className="mt-2 w-full">
          <caption className="sr-only">The plan compared with doing nothing and with exempting everything</caption>
          <thead className="text-left text-xs text-ink-3">
            <tr>
              <th scope="col" className="py-1 font-medium">
                Option
              </th>
              <th scope="col" className="px-2 text-right font-medium">
                Acceptable
              </th>
              <th scope="col" className="text-right font-medium">
                Effort
              </th>
            </tr>
          </thead>
          <tbody>
            <Option title="This plan" objects={reached} of={counted} effort={totals.effort} />
            {baselines.map(({ id, title, acceptable, effort }) => (
              <Option key={id} title={title} objects={acceptable.objects} of={counted} effort={effort} />
            ))}
          </tbody>
        </table>
      )}
      <p className="mt-2 text-xs text-ink-3">{calibrationText(plan)}</p>
    </section>
  )
}

function Option({ title, objects, of, effort }: { title: string; objects: number; of: number; effort: Effort }) {
  return (
    <tr className="border-t border-line-row tnum">
      <th scope="row" className="py-1.5 text-left font-normal">
        {title}
      </th>
      <td className="px-2 text-right">
        {objects} <span className="text-ink-3">({share(of > 0 ? objects / of : 0)})</span>
      </td>
      <td className="text-right">{effort.p90 === 0 ? 'none' : `${days(effort.p10)} to ${days(effort.p90)}`}</td>
    </tr>
  )
}

function calibrationText({ calibration }: Compared): string {
  const factors = calibration?.by_action ?? []
  if (!calibration || factors.length === 0)
    return 'The days are initial estimates, not yet calibrated by finished work.'
  const corrections = factors.map(({ action_id, factor }) => `${action_id.replaceAll('_', ' ')} × ${factor}`)
  return `Calibrated by ${plural(calibration.actual_items, 'finished package')}: ${corrections.join(', ')}.`
}
