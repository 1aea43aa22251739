import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PackDetail, PackEffect } from '@veritrace/contract/casework/packs'
import { MAY } from '@veritrace/contract/casework/roles'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { plural } from '../../../ui/format.ts'
import { LevelBar } from '../../../ui/level.tsx'
import { ScrollPane } from '../../../ui/scroll-pane.tsx'
import { ErrorState, SkeletonText } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { api, explain } from '../../api.ts'
import { useMay } from '../../shared/use-me.ts'
import { usePack } from '../../shared/use-pack.ts'

/** The rules of the pack, and a preview of what a change of an option would do. */
export function RulesView() {
  const { pack, error, retry } = usePack()
  if (!pack && error) return <ErrorState title="Could not load the rules" detail={explain(error)} onRetry={retry} />
  if (!pack) return <SkeletonText lines={6} />
  return (
    <>
      <Card>
        <CardHead title={`${pack.title} ${pack.version}`} hint={pack.disclaimer} />
        <ul>
          {pack.options.map((option) => (
            <OptionRow key={option.id} pack={pack} option={option} />
          ))}
        </ul>
      </Card>
      {levelFirst(pack.tables).map((table, i) => (
        <Card key={table.id}>
          <details open={i === 0} className="group">
            <summary className="flex items-center gap-x-3 px-4 py-2.5 hover:bg-hover group-open:border-b">
              <ChevronRight aria-hidden className="size-4 text-ink-3 group-open:rotate-90" />
              <h2 className="text-sm font-semibold">{table.id}</h2>
              <span className="text-xs text-ink-3">
                {table.version}, {plural(table.rows.length, 'rule')}; the first match decides
              </span>
            </summary>
            <ScrollPane label={`Rules in ${table.id}`} className="overflow-x-auto">
              <table className="w-full text-sm">
                <caption className="sr-only">Rules in {table.id}</caption>
                <thead className="bg-sunken text-left text-xs text-ink-3 max-sm:sr-only">
                  <tr>
                    <th scope="col" className="px-4 py-2 font-medium">
                      Rule
                    </th>
                    <th scope="col" className="px-2 font-medium">
                      When
                    </th>
                    <th scope="col" className="px-4 font-medium">
                      Then
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {table.rows.map((row) => (
                    <tr
                      key={row.id}
                      className="border-t border-line-row align-top max-sm:flex max-sm:flex-col max-sm:py-2"
                    >
                      <th
                        scope="row"
                        className="px-4 py-2 text-left font-mono text-xs font-medium whitespace-nowrap max-sm:py-0.5 sm:font-normal"
                      >
                        {row.id}
                      </th>
                      <td className="px-2 py-2 font-mono text-xs wrap-anywhere max-sm:px-4 max-sm:py-0.5">
                        {textOf(row.when) || 'always'}
                      </td>
                      <td className="px-4 py-2 font-mono text-xs wrap-anywhere max-sm:py-0.5">
                        <span className="text-ink-3 sm:hidden">→ </span>
                        {textOf(row.then)}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </ScrollPane>
          </details>
        </Card>
      ))}
    </>
  )
}

/** The level rules come first, because the others depend on them. */
const levelFirst = (tables: PackDetail['tables']): PackDetail['tables'] =>
  tables.toSorted((a, b) => Number(b.id.endsWith('/level')) - Number(a.id.endsWith('/level')))

const textOf = (cells: Readonly<Record<string, unknown>>): string =>
  Object.entries(cells)
    .map(([name, value]) => `${name}: ${value}`)
    .join(' · ')

interface OptionProps {
  pack: PackDetail
  option: PackDetail['options'][number]
}
function OptionRow({ pack, option }: OptionProps) {
  const may = useMay(MAY.operate)
  const [effect, setEffect] = useState<PackEffect & { wanted: string }>()
  const preview = useMutation({
    mutationFn: async (wanted: string) => ({ ...(await change(pack.id, option.id, wanted, true)), wanted }),
    onSuccess: setEffect,
    onError: (error) => toast.error('Could not preview the change', explain(error)),
  })
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-t border-line-row px-4 py-3 text-sm first:border-t-0">
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-medium">{option.title}</p>
        <p className="text-ink-2">{option.explanation}</p>
      </div>
      <div className="flex flex-wrap gap-1.5">
        {option.values.map((value) =>
          value === option.value ? (
            <Badge key={value} tone="info" className="h-7 px-2 text-xs">
              Current: {value.replaceAll('_', ' ')}
            </Badge>
          ) : (
            may && (
              <Button key={value} size="sm" busy={preview.isPending} onClick={() => preview.mutate(value)}>
                Preview {value.replaceAll('_', ' ')}
              </Button>
            )
          ),
        )}
      </div>
      {effect && <Effect pack={pack} option={option} effect={effect} onClose={() => setEffect(undefined)} />}
    </li>
  )
}

const change = (id: string, option: string, value: string, preview: boolean) =>
  api.packs.update({ params: { id }, query: { preview }, body: { options: { [option]: value } } })

interface EffectProps extends OptionProps {
  effect: PackEffect & { wanted: string }
  onClose(): void
}
function Effect({ pack, option, effect, onClose }: EffectProps) {
  const queries = useQueryClient()
  const apply = useMutation({
    mutationFn: () => change(pack.id, option.id, effect.wanted, false),
    onSuccess: async () => {
      onClose()
      toast.ok(`${option.title}: ${effect.wanted}`)
      await queries.invalidateQueries()
    },
    onError: (error) => toast.error('Could not change the option', explain(error)),
  })
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title={`${option.title}: ${option.value} → ${effect.wanted}`}
      description={`${effect.changed} of ${effect.rated} ${effect.basis === 'estates' ? 'objects in use' : 'listed objects'} would get a different level.`}
      footer={
        <Button variant="solid" busy={apply.isPending} onClick={() => apply.mutate()}>
          Change option
        </Button>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <div>
          <h3 className="label mb-1">Now</h3>
          <LevelBar counts={effect.by_code_before} codes={pack.scheme.codes} />
        </div>
        <div>
          <h3 className="label mb-1">After the change</h3>
          <LevelBar counts={effect.by_code_after} codes={pack.scheme.codes} />
        </div>
      </div>
      <ul className="mt-4 grid gap-1 font-mono text-xs sm:grid-cols-2">
        {effect.sample.map(({ artifact, before, after }) => (
          <li key={artifact.id}>
            {artifact.name}: {before} → {after}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
