// Patterns whose fixes would raise the level of the most objects. Selecting patterns previews the result.

import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Readiness } from '@veritrace/contract/casework/readiness'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { days, share } from '../../../ui/format.ts'
import { Level } from '../../../ui/level.tsx'
import { ScrollPane } from '../../../ui/scroll-pane.tsx'
import { SelectionBar } from '../../shared/case/selection-bar.tsx'

const MAX_PATTERNS = 12
type Pattern = NonNullable<Readiness['patterns']>[number]
/** Mechanical fixes come last, because a script does them. */
const byLift = (a: Pattern, b: Pattern): number =>
  Number(a.finding.mechanical) - Number(b.finding.mechanical) || b.lift - a.lift || b.objects - a.objects

export function Patterns({ readiness, codes }: { readiness: Readiness; codes: readonly string[] }) {
  const { what_if = '' } = useSearch({ from: '/app/govern' })
  const navigate = useNavigate()
  const chosen = new Set(what_if.split(',').filter(Boolean))
  const set = (keys: ReadonlySet<string>) =>
    navigate({ to: '.', search: (prev) => ({ ...prev, what_if: [...keys].join(',') || undefined }), replace: true })
  const toggle = (key: string) => {
    const next = new Set(chosen)
    if (!next.delete(key)) next.add(key)
    void set(next)
  }
  const result = readiness.what_if
  const patterns = (readiness.patterns ?? []).toSorted((a, b) => byLift(a, b)).slice(0, MAX_PATTERNS)
  return (
    <Card>
      <CardHead title="Patterns with the greatest lift" hint="Select patterns to preview the result of fixing them" />
      {chosen.size > 0 && (
        <SelectionBar
          names={patterns
            .filter(({ key }) => chosen.has(key))
            .map(({ reference }) => `${reference.type}:${reference.name}`)}
          word="pattern"
          onClear={() => set(new Set())}
        />
      )}
      {chosen.size > 0 && result && (
        <p role="status" className="border-b bg-accent-soft px-4 py-2 text-sm">
          With {chosen.size} fixed, <strong>{share(result.acceptable_share)}</strong> would be acceptable (
          {result.delta >= 0 ? '+' : ''}
          {share(result.delta)}), for about {days(result.effort.p50)} of work ({days(result.effort.p80)} with 80%
          confidence).
        </p>
      )}
      <ScrollPane label="Patterns by the number of objects that their fix would lift" className="overflow-x-auto">
        <table className="w-full text-sm">
          <caption className="sr-only">Patterns by the number of objects that their fix would lift</caption>
          <thead className="bg-sunken text-left text-xs text-ink-3">
            <tr>
              <th scope="col" className="px-4 py-2 font-medium">
                Object
              </th>
              <th scope="col" className="px-2 font-medium">
                Level
              </th>
              <th scope="col" className="px-2 font-medium max-sm:hidden">
                Successors
              </th>
              <th scope="col" className="px-2 text-right font-medium">
                Objects
              </th>
              <th scope="col" className="px-4 text-right font-medium">
                Lift
              </th>
            </tr>
          </thead>
          <tbody>
            {patterns.map((pattern) => (
              <tr key={pattern.key} className="border-t border-line-row">
                <th scope="row" className="px-4 py-2 text-left font-normal">
                  <label className="flex min-h-6 items-center gap-2.5">
                    <input
                      type="checkbox"
                      className="size-4 shrink-0 accent-accent"
                      checked={chosen.has(pattern.key)}
                      onChange={() => toggle(pattern.key)}
                    />
                    <span className="flex min-w-0 flex-wrap gap-x-2.5 text-xs wrap-anywhere">
                      <span className="min-w-0 font-mono">{pattern.reference.name}</span>
                      <span className="text-ink-3">{pattern.access}</span>
                    </span>
                  </label>
                </th>
                <td className="px-2">
                  <Level code={pattern.code} codes={codes} />
                </td>
                <td className="max-w-64 truncate px-2 font-mono text-xs text-ink-2 max-sm:hidden">
                  {pattern.successors.map(({ name }) => name).join(', ') || '—'}
                </td>
                <td className="px-2 text-right tnum">{pattern.objects}</td>
                <td className="px-4 text-right tnum">{pattern.lift}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollPane>
    </Card>
  )
}
