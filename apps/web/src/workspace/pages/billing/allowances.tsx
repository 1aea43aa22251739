import type { Entitlements } from '@veritrace/contract/provenance/account'
import { FEATURES as NAMES_OF } from '@veritrace/contract/provenance/account'
import { Check, Minus } from 'lucide-react'
import { count } from '../../../ui/format.ts'
import { Bar } from './bar.tsx'
import { FEATURES } from './labels.ts'

export const Allowances = ({ allowed: { features } }: { allowed: Entitlements }) => (
  <table className="w-full text-left text-sm">
    <caption className="sr-only">Plan features and usage</caption>
    <thead className="text-xs text-ink-3">
      <tr>
        <th scope="col" className="px-4 py-2 font-medium">
          Feature
        </th>
        <th scope="col" className="w-32 px-4 py-2 text-right font-medium">
          Used
        </th>
      </tr>
    </thead>
    <tbody>
      {NAMES_OF.map((name) => {
        const { allowed, reason, limit, used } = features[name]
        return (
          <tr key={name} className="border-t border-line-row align-top">
            <th scope="row" className="px-4 py-2 font-normal">
              <span className="flex items-start gap-2">
                {allowed ? (
                  <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-positive" />
                ) : (
                  <Minus aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
                )}
                <span>
                  {FEATURES[name]}
                  <span className="sr-only">{allowed ? ' (included)' : ' (not included)'}</span>
                  {reason && <span className="block text-xs text-ink-3">{reason}</span>}
                </span>
              </span>
            </th>
            <td className="px-4 py-2 text-right whitespace-nowrap text-ink-2 tnum">
              {used !== null && count(used)}
              {used !== null && limit !== null && ` of ${count(limit)}`}
              {used === null && (allowed ? 'Included' : 'Not included')}
              {used !== null && limit !== null && <Bar used={used} limit={limit} />}
            </td>
          </tr>
        )
      })}
    </tbody>
  </table>
)
