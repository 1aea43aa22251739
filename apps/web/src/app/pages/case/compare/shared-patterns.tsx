import type { Readiness } from '@veritrace/contract/casework/readiness'
import { Download } from 'lucide-react'
import { Card, CardHead } from '../../../../ui/bits.tsx'
import { Button } from '../../../../ui/button.tsx'
import { saveCsv } from '../../../../ui/export.ts'
import { count } from '../../../../ui/format.ts'
import { Level } from '../../../../ui/level.tsx'
import { ScrollPane } from '../../../../ui/scroll-pane.tsx'
import { usePack } from '../../../shared/use-pack.ts'

interface Props {
  mine: Readiness
  theirs: Readiness
  names: readonly [string, string]
}
type Pattern = NonNullable<Readiness['patterns']>[number]
interface Row {
  pattern: Pattern
  mine: number
  theirs: number
}
const MAX_SHOWN = 100

/** Patterns of both estates come first, because one fix serves both. */
export function SharedPatterns({ mine, theirs, names }: Props) {
  const { codes } = usePack(mine.pack.id)
  const rows = rowsOf(mine.patterns ?? [], theirs.patterns ?? [])
  const both = rows.filter((row) => row.mine > 0 && row.theirs > 0).length
  const save = () =>
    saveCsv('patterns', {
      columns: ['Used', 'Access', 'Level', ...names],
      rows: rows.map(({ pattern, ...many }) => [
        pattern.reference.name,
        pattern.access,
        pattern.code,
        many.mine,
        many.theirs,
      ]),
    })
  return (
    <Card>
      <CardHead
        title="What keeps objects below the target"
        hint={`${count(both)} of ${count(rows.length)} in both`}
        actions={
          <Button size="sm" variant="ghost" onClick={save}>
            <Download />
            CSV
          </Button>
        }
      />
      <ScrollPane label="Patterns of both estates" className="overflow-x-auto">
        <table className="w-full text-sm">
          <caption className="sr-only">Patterns of both estates, shared ones first</caption>
          <thead className="bg-sunken text-left text-xs text-ink-3">
            <tr>
              <th scope="col" className="px-4 py-2 font-medium">
                Used artifact
              </th>
              <th scope="col" className="px-2 font-medium">
                Level
              </th>
              {names.map((name) => (
                <th key={name} scope="col" className="px-4 text-right font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MAX_SHOWN).map(({ pattern, ...many }) => (
              <tr key={pattern.key} className="border-t border-line-row">
                <th scope="row" className="px-4 py-2 text-left font-normal">
                  <span className="font-mono text-xs">{pattern.reference.name}</span>{' '}
                  <span className="text-xs text-ink-3">{pattern.access}</span>
                </th>
                <td className="px-2">
                  <Level code={pattern.code} codes={codes} />
                </td>
                <td className="px-4 text-right tnum">{many.mine > 0 ? count(many.mine) : '–'}</td>
                <td className="px-4 text-right tnum">{many.theirs > 0 ? count(many.theirs) : '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollPane>
    </Card>
  )
}

function rowsOf(mine: readonly Pattern[], theirs: readonly Pattern[]): Row[] {
  const rows = new Map<string, Row>()
  for (const pattern of mine) rows.set(nameOf(pattern), { pattern, mine: pattern.objects, theirs: 0 })
  for (const pattern of theirs) {
    const row = rows.get(nameOf(pattern)) ?? { pattern, mine: 0, theirs: 0 }
    rows.set(nameOf(pattern), { ...row, theirs: pattern.objects })
  }
  const rank = ({ mine: here, theirs: there }: Row) => (here > 0 && there > 0 ? 1_000_000 : 0) + here + there
  return [...rows.values()].toSorted((a, b) => rank(b) - rank(a))
}

const nameOf = ({ reference, access }: Pattern): string => `${reference.type}:${reference.name} ${access}`
