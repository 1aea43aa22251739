// Rating levels of several things as stacked bars, for comparison.

import { levelColor } from '../level.tsx'
import { useWidth } from '../use-width.ts'

export interface LevelRow {
  name: string
  counts: Readonly<Record<string, number>>
}
interface Props {
  rows: readonly LevelRow[]
  codes: readonly string[]
}
const ROW = 44
const BAR = 14
const LABEL = 14

export function LevelRows({ rows, codes }: Props) {
  const [ref, width] = useWidth(480)
  return (
    <div ref={ref}>
      <svg
        role="img"
        aria-label={rows.map((row) => `${row.name}: ${summaryOf(row, codes)}`).join('. ')}
        width={width}
        height={rows.length * ROW}
        className="block"
      >
        {rows.map((row, i) => (
          <g key={row.name} transform={`translate(0 ${i * ROW})`}>
            <text x="0" y={LABEL - 3} fontSize="11" fill="var(--ink-2)">
              {row.name}
            </text>
            <Bar row={row} codes={codes} width={width} />
          </g>
        ))}
      </svg>
    </div>
  )
}

function Bar({ row, codes, width }: { row: LevelRow; codes: readonly string[]; width: number }) {
  const parts = partsOf(row, codes)
  const total = parts.reduce((sum, { count }) => sum + count, 0)
  let end = 0
  return parts.map(({ code, count }) => {
    const start = end
    end += (count / total) * width
    return (
      <g key={code}>
        <rect
          x={start}
          y={LABEL + 2}
          width={Math.max(1, end - start - 2)}
          height={BAR}
          rx="2"
          fill={levelColor(code, codes)}
          fillOpacity={code === 'unknown' ? 0.35 : 1}
        />
        {end - start > 26 && (
          <text x={start + 2} y={LABEL + BAR + 12} fontSize="10" fill="var(--ink-3)">
            {code === 'unknown' ? '?' : code} {count}
          </text>
        )}
      </g>
    )
  })
}

const partsOf = ({ counts }: LevelRow, codes: readonly string[]) =>
  [...codes, 'unknown'].map((code) => ({ code, count: counts[code] ?? 0 })).filter(({ count }) => count > 0)

const summaryOf = (row: LevelRow, codes: readonly string[]): string =>
  partsOf(row, codes)
    .map(({ code, count }) => `${code} ${count}`)
    .join(', ') || 'no ratings'

/** The same data as a table. */
export const levelTable = (rows: readonly LevelRow[], codes: readonly string[]) => ({
  columns: ['Level', ...rows.map(({ name }) => name)],
  rows: [...codes, 'unknown'].map((code) => [code, ...rows.map(({ counts }) => counts[code] ?? 0)]),
})
