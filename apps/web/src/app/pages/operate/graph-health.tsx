import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MAY } from '@veritrace/contract/casework/roles'
import { Hammer, ScanSearch, Share2 } from 'lucide-react'
import { Status, type Tone } from '../../../ui/badge.tsx'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { Button } from '../../../ui/button.tsx'
import { ago, count, plural } from '../../../ui/format.ts'
import { ScrollPane } from '../../../ui/scroll-pane.tsx'
import { Empty } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { api, explain } from '../../api.ts'
import { Loaded } from '../../shared/loaded.tsx'
import { useMay } from '../../shared/use-me.ts'
import { GraphName } from './graph-name.tsx'
import { graphStatus } from './queries.ts'

const TONES: Record<string, Tone> = {
  ready: 'positive',
  building: 'info',
  stale: 'caution',
  failed: 'critical',
  missing: 'neutral',
}

/** The graph is a projection of the tables: expected statements, present statements, and the outbox. */
export function GraphHealth() {
  const status = useQuery(graphStatus)
  return (
    <Card>
      <CardHead title="Graph" hint={status.data && outboxText(status.data.outbox)} actions={<Rebuild />} />
      <Loaded query={status}>
        {({ reachable, contexts }) => (
          <>
            {!reachable && (
              <p className="border-b bg-caution-soft px-4 py-2 text-sm text-caution">
                The graph is not responding. Reading still works; changes wait in the outbox.
              </p>
            )}
            {contexts.length === 0 ? (
              <Empty icon={Share2} title="No graphs yet">
                Upload files to a project or investigate a case to start.
              </Empty>
            ) : (
              <ScrollPane label="Named graphs with expected and present statements" className="overflow-x-auto">
                <table className="w-full text-sm">
                  <caption className="sr-only">Named graphs with expected and present statements</caption>
                  <thead className="bg-sunken text-left text-xs text-ink-3">
                    <tr>
                      <th scope="col" className="px-4 py-2 font-medium">
                        Graph
                      </th>
                      <th scope="col" className="px-2 font-medium">
                        State
                      </th>
                      <th scope="col" className="px-2 text-right font-medium max-sm:hidden">
                        Expected
                      </th>
                      <th scope="col" className="px-2 text-right font-medium max-sm:hidden">
                        Present
                      </th>
                      <th scope="col" className="px-4 text-right font-medium max-sm:hidden">
                        Built
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {contexts.map((context) => (
                      <tr key={context.context_id} className="border-t border-line-row">
                        <th scope="row" className="px-4 py-2 text-left font-normal">
                          <GraphName name={context.name} />
                          <span className="block font-mono text-xs wrap-anywhere text-ink-3">{context.name}</span>
                          <span className="block text-xs text-ink-3 tnum sm:hidden">
                            {count(context.statements_present ?? 0)} of {count(context.statements_expected)}
                          </span>
                        </th>
                        <td className="px-2 max-sm:pr-4">
                          <Status tone={TONES[context.state] ?? 'neutral'}>
                            {context.state}
                            {context.drift ? `, drift ${count(context.drift)}` : null}
                          </Status>
                        </td>
                        <td className="px-2 text-right tnum max-sm:hidden">{count(context.statements_expected)}</td>
                        <td className="px-2 text-right tnum max-sm:hidden">
                          {context.statements_present === null ? '—' : count(context.statements_present)}
                        </td>
                        <td className="px-4 text-right text-ink-2 max-sm:hidden">
                          {context.built_at ? ago(context.built_at) : 'never'}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </ScrollPane>
            )}
          </>
        )}
      </Loaded>
    </Card>
  )
}

const outboxText = ({ pending, retrying, dead_letter }: { pending: number; retrying: number; dead_letter: number }) =>
  pending + retrying + dead_letter === 0
    ? 'The outbox is empty'
    : `${pending} pending, ${retrying} retrying, ${plural(dead_letter, 'dead letter')}`

function Rebuild() {
  const may = useMay(MAY.operate)
  const queries = useQueryClient()
  const rebuild = useMutation({
    mutationFn: (dry_run: boolean) => api.graphProjection.rebuild({ body: { mode: 'full', dry_run } }),
    onSuccess: ({ plan }) => {
      toast.ok(
        plural(plan.contexts.length, 'graph'),
        `${count(plan.statements_to_write)} statements to write, ${count(plan.statements_to_delete)} to delete`,
      )
      return queries.invalidateQueries({ queryKey: graphStatus.queryKey })
    },
    onError: (error) => toast.error('Could not start the rebuild', explain(error)),
  })
  if (!may) return null
  return (
    <>
      <Button size="sm" busy={rebuild.isPending} onClick={() => rebuild.mutate(true)}>
        <ScanSearch /> Preview rebuild
      </Button>
      <Button size="sm" busy={rebuild.isPending} onClick={() => rebuild.mutate(false)}>
        <Hammer /> Rebuild
      </Button>
    </>
  )
}
