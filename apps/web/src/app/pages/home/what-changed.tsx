// List changes that affect this project, and its newest files.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Project } from '@veritrace/contract/casework/projects'
import type { Readiness } from '@veritrace/contract/casework/readiness'
import { useState } from 'react'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { Select } from '../../../ui/field.tsx'
import { ago, plural } from '../../../ui/format.ts'
import { ErrorState, SkeletonText } from '../../../ui/states.tsx'
import { explain } from '../../api.ts'
import { catalogsQuery } from '../../shared/catalogs.ts'
import { EvidenceState, yieldOf } from '../../shared/upload/evidence-status.tsx'
import { usePack } from '../../shared/use-pack.ts'
import { useTarget } from '../../shared/use-target.ts'
import { readinessQuery, useNewestEvidence } from './readiness-query.ts'

const MAX_CHANGES = 5
const MAX_FILES = 4
type Change = NonNullable<Readiness['drift']>['changes'][number]
const KINDS: Record<Change['kinds'][number], readonly [Tone, string]> = {
  lost_release: ['critical', 'no longer released'],
  newly_deprecated: ['caution', 'newly deprecated'],
  gained_successor: ['positive', 'has a successor now'],
  removed_from_list: ['critical', 'removed from the list'],
}

export function WhatChanged({ project }: { project: Project }) {
  const { id: target } = useTarget()
  const { pack } = usePack(project.pack)
  const baselines = useBaselines(target ?? pack?.default_target)
  const [chosen, setChosen] = useState<string>()
  const baseline = chosen ?? baselines[0]?.profile_id
  const found = useQuery({ ...readinessQuery(project.id, target, baseline), enabled: baseline !== undefined })
  const drift = found.data?.drift
  return (
    <Card>
      <CardHead
        title="What changed"
        actions={
          baselines.length > 0 && (
            <Select
              aria-label="Compared with"
              className="h-7 w-44 text-xs"
              value={baseline ?? ''}
              onChange={(event) => setChosen(event.target.value)}
            >
              {baselines.map(({ profile_id, label }) => (
                <option key={profile_id} value={profile_id}>
                  since {afterCommon(label, found.data?.target.label)}
                </option>
              ))}
            </Select>
          )
        }
      />
      {found.isLoading && <SkeletonText lines={3} />}
      {found.error && !found.data && <ErrorState detail={explain(found.error)} onRetry={() => found.refetch()} />}
      {drift && drift.changes.length === 0 && (
        <p className="px-4 py-3 text-sm text-ink-2">Nothing this project uses has changed.</p>
      )}
      {drift && drift.changes.length > 0 && (
        <>
          <ul className="divide-y divide-line-row">
            {drift.changes.slice(0, MAX_CHANGES).map((change) => (
              <ChangeRow key={change.artifact.id} change={change} />
            ))}
          </ul>
          <p className="border-t px-4 py-2 text-xs text-ink-3">
            {plural(drift.affected_objects, 'object')} of this project {drift.affected_objects === 1 ? 'is' : 'are'}{' '}
            affected.
          </p>
        </>
      )}
      <NewEvidence project={project} />
    </Card>
  )
}

const ChangeRow = ({ change: { artifact, kinds, objects } }: { change: Change }) => (
  <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-2">
    <Link
      to="/investigate"
      search={(before) => ({
        ...before,
        tab: 'search' as const,
        q: artifact.name,
        open: `${artifact.type}:${artifact.name}`,
      })}
      className="min-w-0 truncate font-mono text-xs hover:underline coarse:leading-6"
    >
      {artifact.name}
    </Link>
    <span className="text-xs text-ink-3 tnum">{plural(objects, 'use')}</span>
    <span className="col-span-2 flex flex-wrap gap-1">
      {kinds.map((kind) => (
        <Badge key={kind} tone={KINDS[kind][0]}>
          {KINDS[kind][1]}
        </Badge>
      ))}
    </span>
  </li>
)

function NewEvidence({ project }: { project: Project }) {
  const { items } = useNewestEvidence(project.id)
  if (items.length === 0) return null
  return (
    <div className="border-t">
      <h3 className="label px-4 pt-2.5">Newest files</h3>
      <ul className="pb-2">
        {items.slice(0, MAX_FILES).map((item) => (
          <li key={item.id} className="flex items-center gap-2 px-4 py-1 text-xs" title={yieldOf(item)}>
            <span className="min-w-0 flex-1 truncate font-mono">{item.filename}</span>
            <EvidenceState item={item} />
            <span className="w-16 shrink-0 text-right text-ink-3">{ago(item.uploaded_at)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Earlier targets of the same edition that have their own list, the nearest first. */
function useBaselines(target: string | undefined) {
  const { targets } = useTarget()
  const { data } = useQuery(catalogsQuery)
  if (!target || !data) return []
  const edition = target.split(':')[0]
  // A list that is used for many targets does not describe a single release.
  const listed = new Set(
    data.filter((entry) => entry.is_current && entry.used_for.length < 5).flatMap((entry) => entry.used_for),
  )
  const at = targets.findIndex(({ profile_id }) => profile_id === target)
  return targets
    .slice(0, Math.max(0, at))
    .filter(({ profile_id }) => profile_id.split(':')[0] === edition && listed.has(profile_id))
    .toReversed()
}

/** `2022 FPS1` next to `… Private Edition 2023 FPS3`: drops the words that both labels start with. */
function afterCommon(label: string, other = ''): string {
  const words = label.split(' ')
  const at = words.findIndex((word, i) => word !== other.split(' ')[i])
  return at > 0 ? words.slice(at).join(' ') : label
}
