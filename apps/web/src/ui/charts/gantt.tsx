// Items over time: waves as bands, each bar with a whisker to its 80th percentile, freezes hatched.
import { scaleUtc } from 'd3-scale'
import { useWidth } from '../use-width.ts'

export interface GanttItem {
  id: string
  title: string
  wave: number
  start: string
  finish: string
  /** How much longer the 80th percentile is than the median, as a share of the duration. */
  stretch: number
  color: string
  state: string
  isCritical: boolean
}
export interface GanttWave {
  n: number
  title: string
  start: string
  finish: string
  load: number
  capacity: number
}
interface Props {
  items: readonly GanttItem[]
  waves: readonly GanttWave[]
  freezes: readonly { from: string; to: string }[]
  deadline?: string | undefined
  active?: string | undefined
  onOpen(id: string): void
}
const ROW = 26
const HEAD = 24
const DAY = 86_400_000
const MONTH = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const ms = (day: string): number => Date.parse(`${day}T00:00:00Z`)

export function Gantt({ items, waves, freezes, deadline, active, onOpen }: Props) {
  const [ref, width] = useWidth()
  const names = Math.min(340, Math.round(width * 0.36))
  const rows = rowsOf(waves, items)
  const ends = items.map(endOf)
  const from = Math.min(...items.map(({ start }) => ms(start)))
  const to = Math.max(...ends, deadline ? ms(deadline) : 0) + DAY
  const x = scaleUtc([from, to], [names, width - 8])
  const height = HEAD + rows.length * ROW
  return (
    <div ref={ref}>
      <svg width={width} height={height} className="block text-ink-3" aria-label="Items over time">
        {x
          .ticks(Math.max(2, Math.floor((width - names) / 90)))
          .filter(isDay)
          .map((tick) => (
            <g key={+tick}>
              <line x1={x(tick)} x2={x(tick)} y1={HEAD - 4} y2={height} stroke="var(--line-row)" />
              <text x={x(tick)} y={14} fontSize="11" fill="currentColor" textAnchor="middle">
                {MONTH.format(tick)}
              </text>
            </g>
          ))}
        <defs>
          <pattern id="freeze" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="2" height="6" fill="var(--line-strong)" />
          </pattern>
        </defs>
        {freezes.map(({ from: first, to: until }) => (
          <rect
            key={first}
            x={x(Math.max(from, ms(first)))}
            y={HEAD}
            width={Math.max(0, x(Math.min(to, ms(until) + DAY)) - x(Math.max(from, ms(first))))}
            height={height - HEAD}
            fill="url(#freeze)"
          >
            <title>{`Freeze from ${first} to ${until}`}</title>
          </rect>
        ))}
        {rows.map((row, i) => {
          const y = HEAD + i * ROW
          if (row.kind === 'wave')
            return <WaveRow key={`w${row.wave.n}`} wave={row.wave} y={y} width={width} names={names} />
          const { item } = row
          const left = x(ms(item.start))
          const right = x(ms(item.finish) + DAY)
          return (
            <a
              key={item.id}
              href={`#${item.id}`}
              aria-label={`${item.title}, ${item.start} to ${item.finish}, ${item.state}${item.isCritical ? ', on the critical path' : ''}`}
              onClick={(event) => {
                event.preventDefault()
                onOpen(item.id)
              }}
            >
              <rect
                x="0"
                y={y}
                width={width}
                height={ROW}
                fill={item.id === active ? 'var(--selected)' : 'transparent'}
              />
              <text x="12" y={y + 17} fontSize="12" fill="var(--ink)">
                {short(item.title, names)}
              </text>
              <rect x={left} y={y + 7} width={Math.max(3, right - left)} height="12" rx="3" fill={item.color} />
              {item.isCritical && (
                <rect x={left} y={y + 21} width={Math.max(3, right - left)} height="2" fill="var(--ink)" />
              )}
              <path
                d={`M${right} ${y + 13}H${x(endOf(item))}M${x(endOf(item))} ${y + 9}v8`}
                stroke="var(--ink-3)"
                strokeWidth="1.25"
                fill="none"
              />
            </a>
          )
        })}
        {deadline && (
          <g>
            <line
              x1={x(ms(deadline))}
              x2={x(ms(deadline))}
              y1={HEAD}
              y2={height}
              stroke="var(--critical-fill)"
              strokeWidth="1.5"
            />
            <text x={x(ms(deadline)) - 4} y={HEAD + 10} fontSize="11" textAnchor="end" fill="var(--critical)">
              deadline
            </text>
          </g>
        )}
      </svg>
    </div>
  )
}

/** The load of a wave against the team's capacity. */
function WaveRow({ wave, y, width, names }: { wave: GanttWave; y: number; width: number; names: number }) {
  const load = `${Math.round(wave.load)} of ${Math.round(wave.capacity)} days`
  const isOver = wave.load > wave.capacity
  return (
    <g>
      <rect x="0" y={y} width={width} height={ROW} fill="var(--sunken)" />
      <text x="0" y={y + 17} fontSize="12" fontWeight="600" fill="var(--ink)">
        {short(wave.title, names)}
      </text>
      <text x={width - 8} y={y + 17} fontSize="11" textAnchor="end" fill={isOver ? 'var(--critical)' : 'var(--ink-3)'}>
        {isOver ? `${load}, over capacity` : load}
      </text>
    </g>
  )
}

type Row = { kind: 'wave'; wave: GanttWave } | { kind: 'item'; item: GanttItem }
const rowsOf = (waves: readonly GanttWave[], items: readonly GanttItem[]): Row[] =>
  waves.flatMap((wave): Row[] => [
    { kind: 'wave', wave },
    ...items.filter((item) => item.wave === wave.n).map((item): Row => ({ kind: 'item', item })),
  ])

const endOf = ({ start, finish, stretch }: GanttItem): number =>
  ms(finish) + DAY + (ms(finish) - ms(start) + DAY) * Math.max(0, stretch)

/** The width of a character at this font size. Object names are in capitals. */
const widthOf = (character: string): number => (/[A-Z_→…]/.test(character) ? 7.6 : 6.2)
function short(text: string, width: number): string {
  let room = width - 20
  const end = [...text].findIndex((character) => {
    room -= widthOf(character)
    return room < 0
  })
  return end < 0 ? text : `${text.slice(0, end - 1)}…`
}

/** Drops ticks within a day, which short plans would have. */
const isDay = (tick: Date): boolean => tick.getUTCHours() === 0
