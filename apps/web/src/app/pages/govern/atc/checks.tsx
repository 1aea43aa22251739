import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Agreement, AgreementState } from '@veritrace/contract/casework/agreement'
import { Download } from 'lucide-react'
import { Badge } from '../../../../ui/badge.tsx'
import { Card, CardHead } from '../../../../ui/bits.tsx'
import { Button } from '../../../../ui/button.tsx'
import { cn } from '../../../../ui/cn.ts'
import { saveCsv } from '../../../../ui/export.ts'
import { count } from '../../../../ui/format.ts'
import { ScrollPane } from '../../../../ui/scroll-pane.tsx'
import { disagreedIn, STATE_IDS, STATES } from './words.ts'

type Check = Agreement['checks'][number]
const COVERED: Record<Check['covered'], string> = {
  usage: '',
  technique: '',
  no: 'checks something else',
  unknown: 'unknown to the pack',
}

/** A phone shows the disagreements as one column. */
const isDisagreement = (state: AgreementState): boolean => state !== 'agreed' && state !== 'not_comparable'

const Total = ({ n }: { n: number }) => (n === 0 ? <span className="text-ink-3">0</span> : count(n))

/** Totals for each check. A click on a check filters the list below. */
export function Checks({ checks }: { checks: readonly Check[] }) {
  const { check: chosen } = useSearch({ from: '/app/govern' })
  const navigate = useNavigate()
  const choose = (id: string) =>
    navigate({ to: '.', search: (prev) => ({ ...prev, check: id === chosen ? undefined : id }) })
  const save = () =>
    saveCsv('atc-agreement', {
      columns: ['Check', 'Title', ...STATE_IDS.map((id) => STATES[id].label)],
      rows: checks.map(({ id, title, counts }) => [id, title, ...STATE_IDS.map((state) => counts[state])]),
    })
  return (
    <Card>
      <CardHead
        title="By check"
        hint="Select a check to filter the list below"
        actions={
          <Button size="sm" variant="ghost" onClick={save}>
            <Download />
            Export CSV
          </Button>
        }
      />
      <ScrollPane label="Agreement by check" className="overflow-x-auto">
        <table className="w-full text-sm">
          <caption className="sr-only">Agreement by check</caption>
          <thead className="bg-sunken text-left text-xs text-ink-3">
            <tr>
              <th scope="col" className="px-4 py-2 font-medium">
                Check
              </th>
              {STATE_IDS.map((id) => (
                <th
                  key={id}
                  scope="col"
                  className={cn('px-3 text-right font-medium', isDisagreement(id) && 'max-sm:hidden')}
                >
                  {STATES[id].label}
                </th>
              ))}
              <th scope="col" className="px-3 text-right font-medium sm:hidden">
                Disagreed
              </th>
            </tr>
          </thead>
          <tbody>
            {checks.map(({ id, title, covered, counts }) => (
              <tr key={id} className="border-t border-line-row">
                <th scope="row" className="px-4 py-2 text-left font-normal sm:min-w-44">
                  <button
                    type="button"
                    aria-pressed={id === chosen}
                    className="text-left hover:underline aria-pressed:font-semibold"
                    onClick={() => choose(id)}
                  >
                    {title}
                  </button>{' '}
                  {COVERED[covered] && <Badge>{COVERED[covered]}</Badge>}
                </th>
                {STATE_IDS.map((state) => (
                  <td key={state} className={cn('px-3 text-right tnum', isDisagreement(state) && 'max-sm:hidden')}>
                    <Total n={counts[state]} />
                  </td>
                ))}
                <td className="px-3 text-right tnum sm:hidden">
                  <Total n={disagreedIn(counts)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollPane>
    </Card>
  )
}
