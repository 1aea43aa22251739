import type { Artifact } from '@veritrace/contract/casework/artifacts'
import type { Recommendation } from '@veritrace/contract/casework/recommendations'
import { Boxes } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { DataTable } from '../../../../ui/data-table.tsx'
import { SearchInput } from '../../../../ui/field.tsx'
import { count, plural } from '../../../../ui/format.ts'
import { Segmented } from '../../../../ui/page-tabs.tsx'
import { Empty, ErrorState } from '../../../../ui/states.tsx'
import { explain } from '../../../api.ts'
import { SelectionBar } from '../../../shared/case/selection-bar.tsx'
import { usePack } from '../../../shared/use-pack.ts'
import { Inspector } from '../inspector.tsx'
import { useCase, useRecommendations } from '../queries.ts'
import { useCaseSearch, useSetSearch } from '../search.ts'
import { useCaseObjects } from './case-objects.ts'
import { type GroupedRow, objectColumns } from './object-columns.tsx'
import { ObjectDetail } from './object-detail.tsx'

const GROUPS = [
  { value: 'package', label: 'By package' },
  { value: 'pattern', label: 'By pattern' },
] as const

export function Objects({ tabs }: { tabs: ReactNode }) {
  const search = useCaseSearch()
  const setSearch = useSetSearch()
  const { codes } = usePack(useCase().pack.id)
  const found = useCaseObjects()
  const recommendations = useRecommendations().data
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const group = search.group === 'pattern' ? 'pattern' : 'package'
  const text = search.q?.toLowerCase() ?? ''
  const rows = useMemo(() => {
    const objects = (found.objects ?? []).filter(({ name }) => name.toLowerCase().includes(text))
    const groups = group === 'package' ? byPackage(objects) : byPattern(objects, recommendations ?? [])
    return flatten(groups, closed, codes)
  }, [found.objects, recommendations, group, text, closed, codes])
  const columns = useMemo(
    () => objectColumns(codes, selected, (objects) => setSelected((before) => toggled(before, objects))),
    [codes, selected],
  )
  const open = found.objects?.find(({ id }) => id === search.open)
  const activate = (id: string) => {
    if (!id.startsWith('group:')) return setSearch({ open: id.slice(id.indexOf('|') + 1) })
    setClosed((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }
  return (
    <div className="flex min-h-0 flex-1">
      <section aria-label="Objects" className="flex min-w-0 flex-1 flex-col bg-surface">
        <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-b px-4 py-1.5">
          {tabs}
          <Segmented
            label="Group"
            value={group}
            options={GROUPS}
            onChange={(next) => setSearch({ group: next, open: undefined })}
          />
          <SearchInput
            aria-label="Filter objects"
            placeholder="Filter by name"
            className="h-7 w-44"
            defaultValue={search.q}
            onChange={(event) => setSearch({ q: event.target.value || undefined })}
          />
        </div>
        {selected.size > 0 && (
          <SelectionBar
            names={(found.objects ?? []).filter(({ id }) => selected.has(id)).map(formOf)}
            onClear={() => setSelected(new Set())}
          />
        )}
        {found.error && (
          <ErrorState title="The objects did not load" detail={explain(found.error)} onRetry={found.refetch} />
        )}
        <DataTable
          caption={`Objects of the case by ${group}`}
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          active={rows.find((row) => row.object !== undefined && row.object.id === search.open)?.id}
          onActivate={activate}
          loading={found.isLoading}
          empty={
            <Empty icon={Boxes} title="No objects">
              {text
                ? 'No object name contains this text.'
                : 'The scope of the case contains no objects of its project.'}
            </Empty>
          }
        />
        <footer className="mt-auto flex h-9 shrink-0 items-center border-t bg-sunken px-4 text-2xs text-ink-3 tnum max-lg:hidden">
          {found.objects && plural(found.objects.length, 'object')}
          {found.objects && (found.total ?? 0) > found.objects.length && ` of ${count(found.total ?? 0)}`}
        </footer>
      </section>
      {open && (
        <Inspector label={open.name} onClose={() => setSearch({ open: undefined })}>
          <ObjectDetail key={open.id} id={open.id} />
        </Inspector>
      )}
    </div>
  )
}

const formOf = ({ type, name }: Artifact): string => `${type}:${name}`

/** Selects all of the objects, or deselects them if all are selected. */
function toggled(before: ReadonlySet<string>, objects: readonly Artifact[]): ReadonlySet<string> {
  const next = new Set(before)
  const areSelected = objects.every(({ id }) => next.has(id))
  for (const { id } of objects) areSelected ? next.delete(id) : next.add(id)
  return next
}

interface Group {
  name: string
  objects: readonly Artifact[]
}

function byPackage(objects: readonly Artifact[]): Group[] {
  const names = [...new Set(objects.map(packageOf))].sort()
  return names.map((name) => ({ name, objects: objects.filter((object) => packageOf(object) === name) }))
}
const packageOf = ({ estate }: Artifact): string => estate?.package || 'No package'

/** An object can use several patterns, and is then listed under each. */
function byPattern(objects: readonly Artifact[], recommendations: readonly Recommendation[]): Group[] {
  const byId = new Map(objects.map((object) => [object.id, object]))
  const groups = recommendations
    .filter(({ status }) => status !== 'superseded')
    .map(({ title, artifacts }) => ({ name: title, objects: artifacts.flatMap(({ id }) => byId.get(id) ?? []) }))
    .filter((group) => group.objects.length > 0)
  const used = new Set(groups.flatMap((group) => group.objects))
  const others = objects.filter((object) => !used.has(object))
  return others.length > 0 ? [...groups, { name: 'No recommendation', objects: others }] : groups
}

function flatten(groups: readonly Group[], closed: ReadonlySet<string>, codes: readonly string[]): GroupedRow[] {
  const rank = ({ rating }: Artifact) => codes.indexOf(rating.code)
  return groups.flatMap(({ name, objects }): GroupedRow[] => {
    const id = `group:${name}`
    const isOpen = !closed.has(id)
    const head: GroupedRow = { id, group: name, objects, isOpen }
    if (!isOpen) return [head]
    const sorted = objects.toSorted((a, b) => rank(b) - rank(a) || a.name.localeCompare(b.name))
    return [head, ...sorted.map((object): GroupedRow => ({ id: `${name}|${object.id}`, object }))]
  })
}
