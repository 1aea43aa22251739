import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CrawlSource } from '@veritrace/contract/casework/collector'
import type { ExtractOrder } from '@veritrace/contract/casework/corpus'
import { MAY } from '@veritrace/contract/casework/roles'
import { Download, RefreshCw, RotateCcw, ShieldCheck } from 'lucide-react'
import { Status, type Tone } from '../../../ui/badge.tsx'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { Button } from '../../../ui/button.tsx'
import { ago, plural } from '../../../ui/format.ts'
import { toast } from '../../../ui/toast.tsx'
import { api, explain } from '../../api.ts'
import { Loaded } from '../../shared/loaded.tsx'
import { useMay } from '../../shared/use-me.ts'
import { corpusStatus, crawlStatus } from './queries.ts'

const TONES: Record<CrawlSource['health'], Tone> = {
  ok: 'positive',
  degraded: 'caution',
  failing: 'critical',
  inactive: 'neutral',
}
const MODES = {
  online: 'fetches the addresses in the packs',
  mirror: 'reads a local copy',
  offline: 'reads shipped lists and uploads',
}

export function Collector() {
  const status = useQuery(crawlStatus)
  return (
    <Card>
      <CardHead
        title="Sources"
        hint={status.data && `The collector is ${status.data.collector.state} and ${MODES[status.data.collector.mode]}`}
        actions={<Actions isOnline={status.data?.collector.mode === 'online'} />}
      />
      <Loaded query={status}>
        {({ sources, warnings, collector }) => (
          <>
            {/* Offline, the numbers above already show this. */}
            {(collector.mode === 'offline' ? [] : warnings).map((text) => (
              <p key={text} className="border-b bg-caution-soft px-4 py-2 text-sm text-caution">
                {text}
              </p>
            ))}
            <Sources sources={sources} />
          </>
        )}
      </Loaded>
    </Card>
  )
}

function Sources({ sources }: { sources: readonly CrawlSource[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling regions must be reachable by keyboard
    <section className="max-h-96 overflow-auto" aria-label="Sources" tabIndex={0}>
      <table className="w-full text-sm">
        <caption className="sr-only">Sources with health, last success and errors</caption>
        <thead className="sticky top-0 bg-sunken text-left text-xs text-ink-3">
          <tr>
            <th scope="col" className="px-4 py-2 font-medium">
              Source
            </th>
            <th scope="col" className="px-2 font-medium max-sm:pr-4">
              Health
            </th>
            <th scope="col" className="px-2 font-medium max-sm:hidden">
              Last success
            </th>
            <th scope="col" className="px-2 font-medium max-md:hidden">
              License
            </th>
            <th scope="col" className="px-4 font-medium max-md:hidden">
              Due
            </th>
          </tr>
        </thead>
        <tbody>
          {activeFirst(sources).map((source) => (
            <tr key={`${source.pack} ${source.source_id}`} className="border-t border-line-row align-top">
              <th scope="row" className="px-4 py-2 text-left font-normal">
                {source.title}
                {source.last_error && (
                  <span className="block max-w-xl font-mono text-xs break-words text-critical">
                    {source.last_error.class}: {source.last_error.detail}
                  </span>
                )}
              </th>
              <td className="px-2 py-2 max-sm:pr-4">
                <Status tone={TONES[source.health]}>{isAsShipped(source) ? 'shipped' : source.health}</Status>
              </td>
              <td className="px-2 py-2 text-ink-2 max-sm:hidden">
                {source.last_success_at ? ago(source.last_success_at) : 'never'}
              </td>
              <td className="px-2 py-2 text-ink-2 max-md:hidden">{source.license}</td>
              <td className="px-4 py-2 text-ink-2 max-md:hidden">
                {source.next_due_at ? ago(source.next_due_at) : '—'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Never fetched, so the version from the product applies. */
const isAsShipped = ({ health, current_entry_id }: CrawlSource): boolean =>
  health === 'inactive' && current_entry_id !== null

/** Inactive sources come last. */
const activeFirst = (sources: readonly CrawlSource[]): CrawlSource[] =>
  sources.toSorted((a, b) => Number(a.health === 'inactive') - Number(b.health === 'inactive'))

type Action = 'refresh' | 'online' | 'reread' | 'validate'
const BODIES = {
  refresh: { mode: 'changed', fetch: true },
  online: { mode: 'changed', fetch: true, kinds: ['catalog'], online: true },
  reread: { mode: 'full', fetch: false },
  validate: { mode: 'validate_only', fetch: false },
} satisfies Record<Action, ExtractOrder>

/** Hidden from users without the role. */
function Actions({ isOnline }: { isOnline: boolean }) {
  const may = useMay(MAY.operate)
  const queries = useQueryClient()
  const extract = useMutation({
    mutationFn: (action: Action) => api.corpus.extract({ body: BODIES[action] }),
    onSuccess: ({ accepted }) => {
      toast.ok(
        'Extraction started',
        `${plural(accepted.sources, 'source')}, ${plural(accepted.entries, 'entry', 'entries')}`,
      )
      void queries.invalidateQueries({ queryKey: corpusStatus.queryKey })
      return queries.invalidateQueries({ queryKey: crawlStatus.queryKey })
    },
    onError: (error) => toast.error('Could not start the extraction', explain(error)),
  })
  if (!may) return null
  return (
    <>
      <Button size="sm" busy={extract.isPending} onClick={() => extract.mutate('refresh')}>
        <RefreshCw /> Refresh
      </Button>
      {!isOnline && (
        <Button size="sm" busy={extract.isPending} onClick={() => extract.mutate('online')}>
          <Download /> Fetch newer lists
        </Button>
      )}
      <Button size="sm" busy={extract.isPending} onClick={() => extract.mutate('reread')}>
        <RotateCcw /> Extract again
      </Button>
      <Button size="sm" busy={extract.isPending} onClick={() => extract.mutate('validate')}>
        <ShieldCheck /> Validate
      </Button>
    </>
  )
}
