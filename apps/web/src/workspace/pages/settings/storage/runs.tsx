import { useQueryClient } from '@tanstack/react-query'
import type { CleanupRun, RetentionPolicy } from '@veritrace/contract/provenance/storage'
import { useEffect, useState } from 'react'
import { More } from '../../../../shared/more.tsx'
import { usePages } from '../../../../shared/pages.ts'
import { Badge, Status } from '../../../../ui/badge.tsx'
import { Card, CardHead } from '../../../../ui/bits.tsx'
import { count } from '../../../../ui/format.ts'
import { api } from '../../../api.ts'
import { Ago } from '../../../shared/ago.tsx'
import { Loaded } from '../../../shared/loaded.tsx'
import { useNames } from '../../../shared/people.tsx'
import { doneBy, RUN_TONES, startedBy } from './labels.ts'

const PAGE = 20
const POLL_MS = 2_000

/** Past cleanup runs. */
export function Runs({ policies }: { policies: readonly RetentionPolicy[] }) {
  const [policy, setPolicy] = useState('')
  const nameOf = useNames()
  const runs = usePages(['storage', 'runs', policy], (at) =>
    api.storage.listRuns({ query: { limit: PAGE, ...(policy && { policy_id: policy }), ...at } }),
  )
  useWatch(runs.data?.items ?? [])
  const policyName = (id: string) => policies.find((one) => one.id === id)?.name ?? id
  return (
    <Card>
      <CardHead
        title="Cleanup runs"
        actions={
          policies.length > 1 && (
            <select
              aria-label="Filter by policy"
              value={policy}
              onChange={({ target }) => setPolicy(target.value)}
              className="h-7 max-w-44 rounded-md border border-line-control bg-surface px-2 text-xs coarse:h-11"
            >
              <option value="">All policies</option>
              {policies.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )
        }
      />
      <Loaded query={runs} failed="Could not load runs">
        {({ items }) =>
          items.length === 0 ? (
            <p className="px-4 py-3 text-sm text-ink-2">
              No runs yet. Enabled policies run daily at 03:00 UTC, or when you select “Run now”.
            </p>
          ) : (
            <ul className="divide-y divide-line-row">
              {items.map((run) => (
                <Run key={run.id} run={run} policy={policyName(run.policy_id)} who={nameOf(run.actor)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <More found={runs} what="runs" className="border-t border-line-row" />
    </Card>
  )
}

function Run({ run, policy, who }: { run: CleanupRun; policy: string; who: string }) {
  const isOver = run.finished_at !== null
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-2.5 text-sm">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Status tone={RUN_TONES[run.status]} className="capitalize">
            {run.status}
          </Status>
          <span className="font-medium wrap-anywhere">{policy}</span>
          {run.dry_run && <Badge tone="info">Dry run</Badge>}
        </p>
        <p className="text-xs text-ink-3">
          <Ago at={run.created_at} />, {startedBy(run, who)}
        </p>
        {run.errors.length > 0 && (
          <details className="mt-1 text-xs">
            <summary className="cursor-pointer text-critical">Errors</summary>
            <ul className="mt-1 flex flex-col gap-1">
              {run.errors.map(({ evidence_id, reason }) => (
                <li key={evidence_id} className="wrap-anywhere">
                  <span className="font-mono">{evidence_id}</span> {reason}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      {isOver && (
        <p className="text-right text-xs text-ink-2 tnum max-sm:text-left">
          {run.dry_run && run.matched > 0 && 'would have: '}
          {doneBy(run)}
          <span className="block text-ink-3">
            {count(run.matched)} of {count(run.scanned)} matched
          </span>
        </p>
      )}
    </li>
  )
}

/** Polls until all runs have finished. */
function useWatch(runs: readonly CleanupRun[]): void {
  const queries = useQueryClient()
  const isBusy = runs.some(({ finished_at }) => finished_at === null)
  useEffect(() => {
    if (!isBusy) return
    const timer = setInterval(() => void queries.invalidateQueries({ queryKey: ['storage'] }), POLL_MS)
    return () => clearInterval(timer)
  }, [isBusy, queries])
}
