// Contrast between text and surfaces of the current theme.
import { useEffect, useState } from 'react'
import { setTheme, type Theme, theme } from '../../../session/theme.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { contrastOf, PAIRS, type Rgb, TEXTS } from '../../../ui/contrast.ts'
import { Segmented } from '../../../ui/page-tabs.tsx'
import { token } from '../../shared/graph/token.ts'

const namesOf = ([front, ground]: (typeof PAIRS)[number]): string[] => [front, ground]

export function Contrast() {
  const [chosen, setChosen] = useState<Theme>(theme())
  const [colors, setColors] = useState<ReadonlyMap<string, Rgb>>(new Map())
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values of the tokens depend on the theme
  useEffect(() => setColors(new Map([...new Set(PAIRS.flatMap(namesOf))].map((name) => [name, paint(name)]))), [chosen])
  return (
    <Card>
      <CardHead
        title="Contrast"
        actions={
          <Segmented
            label="Theme"
            value={chosen}
            onChange={(next) => {
              setTheme(next)
              setChosen(next)
            }}
            options={[
              { value: 'system', label: 'System' },
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
          />
        }
      />
      <ul className="grid gap-px bg-line-row sm:grid-cols-2 lg:grid-cols-3">
        {PAIRS.map(([front, ground, least]) => {
          const [a, b] = [colors.get(front), colors.get(ground)]
          const ratio = a && b ? contrastOf(a, b) : 0
          return (
            <li key={front + ground} className="flex items-center gap-2 bg-surface px-3 py-1.5 text-xs">
              <span
                aria-hidden
                className="grid size-6 place-items-center rounded-sm border font-semibold"
                style={{ color: `var(--${front})`, background: `var(--${ground})` }}
              >
                {least === TEXTS ? 'a' : '■'}
              </span>
              <span className="min-w-0 flex-1 truncate font-mono">
                {front} on {ground}
              </span>
              <Badge tone={ratio >= least ? 'positive' : 'critical'}>{ratio.toFixed(1)}</Badge>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

/** The displayed color of a token in this theme. */
function paint(name: string): Rgb {
  const [red = 0, green = 0, blue = 0] = token(name)
    .match(/[0-9a-f]{2}/g)!
    .map((part) => Number.parseInt(part, 16))
  return [red, green, blue]
}
