// Groups by size with their levels, as a treemap and as a table.

import { Link } from '@tanstack/react-router'
import type { Readiness } from '@veritrace/contract/casework/readiness'
import { MAY } from '@veritrace/contract/casework/roles'
import { ChartFrame } from '../../../ui/charts/chart-frame.tsx'
import { share } from '../../../ui/format.ts'
import { LevelBar, levelColor } from '../../../ui/level.tsx'
import { ScrollPane } from '../../../ui/scroll-pane.tsx'
import { useWidth } from '../../../ui/use-width.ts'
import { newCaseSearch } from '../../shared/case/new-case-search.ts'
import { useMay } from '../../shared/use-me.ts'
import { layOut } from './treemap.ts'

type Group = NonNullable<Readiness['groups']>[number]
const HEIGHT = 240
const MAX_GROUPS = 40

interface Props {
  groups: readonly Group[]
  codes: readonly string[]
  /** The property that they are grouped by. */
  by: string
}
export function GroupMap({ groups, codes, by }: Props) {
  const [ref, width] = useWidth(800)
  const mayWork = useMay(MAY.work)
  const shown = groups.slice(0, MAX_GROUPS)
  const tiles = layOut(
    shown.map(({ objects }) => objects),
    width,
    HEIGHT,
  )
  return (
    <div className="p-4">
      <ChartFrame
        title={`By ${by}`}
        hint="Size: objects. Color: level."
        name={`readiness-by-${by}`}
        table={{
          columns: [by, 'Objects', 'Share acceptable', ...codes, 'unknown'],
          rows: groups.map((group) => [
            group.group,
            group.objects,
            Math.round(group.acceptable.share * 1000) / 1000,
            ...[...codes, 'unknown'].map((code) => countsOf(group)[code] ?? 0),
          ]),
        }}
      >
        <div ref={ref}>
          <svg role="img" aria-label={`${groups.length} groups by size and level`} width={width} height={HEIGHT}>
            {tiles.map(({ x, y, width: w, height: h }, i) => (
              <Tile key={shown[i]!.group} group={shown[i]!} codes={codes} box={{ x, y, w, h }} />
            ))}
          </svg>
        </div>
      </ChartFrame>
      <ScrollPane label="Groups with their levels" className="mt-3 overflow-x-auto">
        <table className="w-full text-sm">
          <caption className="sr-only">Groups with their levels</caption>
          <thead className="text-left text-xs text-ink-3">
            <tr>
              <th scope="col" className="py-1 font-medium">
                Group
              </th>
              <th scope="col" className="w-1/3 px-3 font-medium">
                Levels
              </th>
              <th scope="col" className="text-right font-medium">
                Objects
              </th>
              <th scope="col" className="pl-3 text-right font-medium">
                Acceptable
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((group) => (
              <tr key={group.group} className="border-t border-line-row">
                <th scope="row" className="py-1.5 text-left font-mono text-xs font-normal">
                  {mayWork && by === 'package' && group.group ? (
                    <Link
                      to="/cases"
                      search={newCaseSearch(`package:${group.group}`)}
                      title={`Create case for ${group.group}`}
                      className="text-accent hover:underline"
                    >
                      {group.group}
                    </Link>
                  ) : (
                    group.group || '(none)'
                  )}
                </th>
                <td className="px-3">
                  <LevelBar counts={countsOf(group)} codes={codes} bare />
                </td>
                <td className="text-right tnum">{group.objects}</td>
                <td className="pl-3 text-right tnum">{share(group.acceptable.share)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollPane>
    </div>
  )
}

const countsOf = ({ distribution }: Group) =>
  Object.fromEntries(distribution.map(({ code, objects }) => [code, objects]))

interface TileProps {
  group: Group
  codes: readonly string[]
  box: { x: number; y: number; w: number; h: number }
}
/** Stacks the levels with the best at the bottom. */
function Tile({ group, codes, box: { x, y, w, h } }: TileProps) {
  let top = y + h
  return (
    <g>
      {[...codes, 'unknown'].map((code) => {
        const part = group.distribution.find((one) => one.code === code)
        if (!part || part.objects === 0) return null
        const height = (part.objects / group.objects) * h
        top -= height
        return (
          <rect key={code} x={x} y={top} width={w} height={height} fill={levelColor(code, codes)} fillOpacity=".28" />
        )
      })}
      <rect
        x={x + 0.5}
        y={y + 0.5}
        width={Math.max(0, w - 1)}
        height={Math.max(0, h - 1)}
        fill="none"
        stroke="var(--line-strong)"
      />
      {w > 64 && h > 22 && (
        <text x={x + 8} y={y + 16} fontSize="11" fill="var(--ink)" className="font-mono">
          {group.group.slice(0, Math.floor(w / 7.5)) || '(none)'}
        </text>
      )}
    </g>
  )
}
