import { Link } from '@tanstack/react-router'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { More } from '../../../../shared/more.tsx'
import { usePages } from '../../../../shared/pages.ts'
import { Badge, Status } from '../../../../ui/badge.tsx'
import { Card, CardHead } from '../../../../ui/bits.tsx'
import { ago, moment, plural } from '../../../../ui/format.ts'
import { ScrollPane } from '../../../../ui/scroll-pane.tsx'
import { api } from '../../../api.ts'
import { sentenceOf, WORK_TONES } from '../../../shared/case/words.ts'
import { Loaded } from '../../../shared/loaded.tsx'
import { below, useCase, useRuns } from '../queries.ts'
import { RunSteps } from '../run-banner.tsx'

const ENTRIES = 100
const BUNDLES = 50

/** The audit log, the bundles, and the runs with their steps. */
export function Record() {
  return (
    <ScrollPane label="Record" className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto grid max-w-6xl gap-4 p-4 xl:grid-cols-2">
        <Audit />
        <div className="flex min-w-0 flex-col gap-4">
          <Bundles />
          <Runs />
        </div>
      </div>
    </ScrollPane>
  )
}

function Audit() {
  const theCase = useCase()
  const audit = usePages(below(theCase, 'audit'), (at) =>
    api.caseRecords.audit({ params: { id: theCase.id }, query: { limit: ENTRIES, ...at } }),
  )
  const chain = audit.data?.chain
  return (
    <Card className="self-start">
      <CardHead
        title="Audit log"
        hint={audit.data && plural(audit.data.total ?? audit.data.items.length, 'entry', 'entries')}
        actions={
          chain &&
          (chain.verified ? (
            <Badge tone="positive" icon={ShieldCheck} title={`Head ${chain.head}`}>
              Chain verified
            </Badge>
          ) : (
            <Badge tone="critical" icon={ShieldAlert}>
              Chain broken at {chain.broken_at ?? '?'}
            </Badge>
          ))
        }
      />
      <Loaded query={audit} failed="The audit log did not load">
        {({ items }) => (
          <ol className="divide-y divide-line-row">
            {items.map((entry) => (
              <li key={entry.seq} className="px-4 py-2 text-sm">
                <p className="flex flex-wrap items-baseline gap-x-2">
                  <span className="font-mono text-xs text-ink-3 tnum">{entry.seq}</span>
                  <span className="font-medium">{entry.action}</span>
                  <span className="min-w-0 break-words text-ink-2">{entry.subject.label}</span>
                  <span className="ml-auto text-xs text-ink-3" title={moment(entry.at)}>
                    {ago(entry.at)}
                  </span>
                </p>
                <p className="text-xs text-ink-2">
                  {entry.actor.name}
                  {entry.reason && `: ${entry.reason}`}
                </p>
                <p className="truncate font-mono text-2xs text-ink-3" title={entry.hash}>
                  {entry.hash}
                </p>
              </li>
            ))}
          </ol>
        )}
      </Loaded>
      <More found={audit} what="entries" className="border-t border-line-row" />
    </Card>
  )
}

function Bundles() {
  const theCase = useCase()
  const bundles = usePages(below(theCase, 'bundles'), (at) =>
    api.bundles.list({ params: { id: theCase.id }, query: { limit: BUNDLES, ...at } }),
  )
  return (
    <Card>
      <CardHead title="Bundles" hint="sealed snapshots of the case" />
      <Loaded query={bundles} failed="The bundles did not load">
        {({ items }) =>
          items.length === 0 ? (
            <p className="p-4 text-sm text-ink-2">
              No bundles yet. Select “Create bundle” to save a snapshot of the case.
            </p>
          ) : (
            <ul className="divide-y divide-line-row">
              {items.map((bundle) => (
                <li key={bundle.id} className="px-4 py-2 text-sm">
                  <Link
                    to="/studio/bundle/$id"
                    params={{ id: bundle.id }}
                    className="text-accent underline-offset-2 hover:underline"
                  >
                    {bundle.n}. {bundle.title}
                  </Link>
                  <p className="text-xs text-ink-3">
                    {bundle.created_by.name}, {ago(bundle.created_at)}
                  </p>
                  <p className="truncate font-mono text-2xs text-ink-3">{bundle.digest}</p>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <More found={bundles} what="bundles" className="border-t border-line-row" />
    </Card>
  )
}

function Runs() {
  const runs = useRuns()
  return (
    <Card>
      <CardHead title="Runs" />
      <Loaded query={runs} failed="The runs did not load">
        {(items) =>
          items.length === 0 ? (
            <p className="p-4 text-sm text-ink-2">The case has not been investigated yet.</p>
          ) : (
            <ul className="divide-y divide-line-row">
              {items.map((run) => (
                <li key={run.id} className="px-4 py-2 text-sm">
                  <details>
                    <summary className="flex min-h-6 flex-wrap items-center gap-2">
                      Run {run.n}, {run.kind}
                      <Status tone={WORK_TONES[run.state]}>{sentenceOf(run.state)}</Status>
                      {run.unchanged && <Badge>unchanged</Badge>}
                      <span className="ml-auto text-xs text-ink-3">{ago(run.queued_at)}</span>
                    </summary>
                    <div className="pt-2">
                      {run.diff && (
                        <p className="mb-1 text-xs text-ink-2 tnum">
                          {run.diff.fixed} fixed, {run.diff.new} new, {run.diff.changed} with a different level
                        </p>
                      )}
                      <RunSteps run={run} />
                      {run.inputs && (
                        <p className="mt-1 truncate font-mono text-2xs text-ink-3">inputs {run.inputs.digest}</p>
                      )}
                    </div>
                  </details>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}
