// What to fix first: patterns, by the number of objects that reach the target per day of work.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { PackDetail } from '@veritrace/contract/casework/packs'
import type { Project } from '@veritrace/contract/casework/projects'
import type { Readiness } from '@veritrace/contract/casework/readiness'
import { MAY } from '@veritrace/contract/casework/roles'
import { FolderPlus, Sparkles } from 'lucide-react'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { count, days, plural } from '../../../ui/format.ts'
import { Level } from '../../../ui/level.tsx'
import { Empty, ErrorState, SkeletonText } from '../../../ui/states.tsx'
import { explain } from '../../api.ts'
import { newCaseSearch } from '../../shared/case/new-case-search.ts'
import { useMay } from '../../shared/use-me.ts'
import { usePack } from '../../shared/use-pack.ts'
import { useTarget } from '../../shared/use-target.ts'
import { readinessQuery } from './readiness-query.ts'

const MAX_SHOWN = 5
type Pattern = NonNullable<Readiness['patterns']>[number]

export function BestFixes({ project }: { project: Project }) {
  const { id: target } = useTarget()
  const { pack } = usePack(project.pack)
  const found = useQuery(readinessQuery(project.id, target))
  const fixes = best(found.data?.patterns ?? [], pack)
  return (
    <Card>
      <CardHead title="Best next fixes" hint="by objects that reach the target per day of work" />
      {found.isLoading && <SkeletonText lines={5} />}
      {found.error && !found.data && <ErrorState detail={explain(found.error)} onRetry={() => found.refetch()} />}
      {found.data && fixes.length === 0 && (
        <Empty
          icon={Sparkles}
          title={found.data.coverage.objects_total > 0 ? 'Nothing to fix' : 'Nothing measured yet'}
        >
          {found.data.coverage.objects_total > 0
            ? 'No pattern keeps an object below the target.'
            : 'Upload files to see what to fix first.'}
        </Empty>
      )}
      <ol className="divide-y divide-line-row">
        {fixes.map((fix) => (
          <Fix key={fix.pattern.key} {...fix} pack={pack} />
        ))}
      </ol>
    </Card>
  )
}

interface Ranked {
  pattern: Pattern
  effort: number
}

/** Patterns with the most improvement per day first, mechanical ones last. Uses the likely effort from the pack. */
function best(patterns: readonly Pattern[], pack: PackDetail | undefined): Ranked[] {
  if (!pack) return []
  return patterns
    .map((pattern) => ({ pattern, effort: effortOf(pattern, pack) }))
    .toSorted(
      (a, b) =>
        Number(a.pattern.finding.mechanical) - Number(b.pattern.finding.mechanical) ||
        b.pattern.lift / b.effort - a.pattern.lift / a.effort ||
        b.pattern.objects - a.pattern.objects,
    )
    .slice(0, MAX_SHOWN)
}

function effortOf({ action_id, sites, objects }: Pattern, pack: PackDetail): number {
  const action = pack.actions.find(({ id }) => id === action_id)
  if (!action) return 1
  const times = action.multiplier?.per === 'call_site' ? sites : objects
  return Math.max(0.1, action.effort.likely + (action.multiplier ? action.multiplier.days * times : 0))
}

function Fix({ pattern, effort, pack }: Ranked & { pack: PackDetail | undefined }) {
  const { reference, code, successors, action_id, objects, lift } = pattern
  const form = `${reference.type}:${reference.name}`
  const [first, ...others] = successors
  const may = useMay(MAY.work)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-60 max-sm:basis-full">
        <p className="flex min-w-0 items-center gap-2">
          <Level code={code} codes={pack?.scheme.codes ?? []} label={pack?.scheme.labels[code] ?? code} />
          <Link
            to="/investigate"
            search={(before) => ({ ...before, tab: 'search' as const, q: reference.name, open: form })}
            className="truncate font-mono text-xs font-medium hover:underline coarse:leading-6"
          >
            {reference.name}
          </Link>
        </p>
        <p className="mt-0.5 truncate text-xs text-ink-2">
          {pack?.actions.find(({ id }) => id === action_id)?.title ?? action_id}
          {first && (
            <>
              {' '}
              with <span className="font-mono">{first.name}</span>
              {others.length > 0 && ` or ${plural(others.length, 'other')}`}
            </>
          )}
        </p>
      </div>
      <p className="w-32 text-xs text-ink-2 tnum max-sm:flex-1 max-sm:basis-0">
        <span className="font-semibold text-ink">
          {lift > 0 ? `+${count(lift)} at the target` : 'no lift on its own'}
        </span>
        <span className="block text-ink-3">
          {plural(objects, 'object')}, about {days(effort)}
        </span>
      </p>
      {may && (
        <Link
          to="/cases"
          search={newCaseSearch(
            form,
            first ? `Replace ${reference.name} with ${first.name}` : `Stop using ${reference.name}`,
          )}
          className={buttonClass({ size: 'sm' })}
          aria-label={`Create a case for ${reference.name}`}
        >
          <FolderPlus />
          Create case
        </Link>
      )}
    </li>
  )
}
