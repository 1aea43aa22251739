// The factors that affect the estimate most, strongest first.
import { scaleLinear } from 'd3-scale'
import { useWidth } from '../use-width.ts'

interface Props {
  drivers: readonly { factor: string; delta: number }[]
  unit: string
}
const ROW = 30
const NUMBER = 56

export function Tornado({ drivers, unit }: Props) {
  const [ref, width] = useWidth(360)
  const shown = [...drivers].sort((a, b) => Math.abs(b.delta) - Math.abs(a.delta))
  const most = Math.max(1e-9, ...shown.map(({ delta }) => Math.abs(delta)))
  const hasLess = shown.some(({ delta }) => delta < 0)
  const x = scaleLinear([hasLess ? -most : 0, most], [hasLess ? NUMBER : 0, width - NUMBER])
  const said = shown.map(({ factor, delta }) => `${factor} ${signed(delta)} ${unit}`).join(', ')
  return (
    <div ref={ref}>
      <svg role="img" aria-label={said || 'No drivers'} width={width} height={shown.length * ROW + 4} className="block">
        <line x1={x(0)} x2={x(0)} y1="0" y2={shown.length * ROW} stroke="var(--line-strong)" />
        {shown.map(({ factor, delta }, i) => (
          <g key={factor} transform={`translate(0 ${i * ROW})`}>
            <text x="0" y="11" fontSize="11" fill="var(--ink-2)">
              {factor}
            </text>
            <rect
              x={Math.min(x(0), x(delta))}
              y="16"
              width={Math.max(1, Math.abs(x(delta) - x(0)))}
              height="9"
              rx="2"
              fill={delta >= 0 ? 'var(--data-3)' : 'var(--data-2)'}
            />
            <text
              x={delta >= 0 ? x(delta) + 6 : x(delta) - 6}
              y="24"
              fontSize="11"
              textAnchor={delta >= 0 ? 'start' : 'end'}
              fill="var(--ink-3)"
            >
              {signed(delta)}
            </text>
          </g>
        ))}
      </svg>
    </div>
  )
}

const signed = (value: number): string => `${value > 0 ? '+' : ''}${Math.round(value * 10) / 10}`
