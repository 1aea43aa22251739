import type { ChangeEvent } from '@veritrace/contract/provenance/change-events'
import type { PinnedVendor } from '@veritrace/contract/provenance/pins'
import { CheckCheck } from 'lucide-react'
import { More } from '../../../shared/more.tsx'
import { usePages } from '../../../shared/pages.ts'
import { Badge, Status } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { moment, plural } from '../../../ui/format.ts'
import { toast } from '../../../ui/toast.tsx'
import { api } from '../../api.ts'
import { Ago } from '../../shared/ago.tsx'
import { Loaded } from '../../shared/loaded.tsx'
import { may, whyNot } from '../../shared/may.ts'
import { SEVERITY_TONES, sentence } from './labels.ts'
import { useUpdatePin } from './use-pins.ts'

const PAGE = 20

/** The changes at a vendor, and which of them are unread. */
export function Changes({ pin }: { pin: PinnedVendor }) {
  const { vendor_slug: slug, unread_changes: unread, read_until } = pin
  const events = usePages(['vendors', 'events', slug], (at) =>
    api.vendors.events({ params: { slug }, query: { limit: PAGE, ...at } }),
  )
  const update = useUpdatePin(pin)
  const markRead = () =>
    update.send(
      { read_until: new Date().toISOString() },
      { ok: () => toast.ok('All changes marked as read'), failed: 'Could not mark the changes as read' },
    )
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b border-line-row px-4 py-2">
        <p className="flex-1 text-sm text-ink-2">
          {unread > 0 ? plural(unread, 'unread change') : 'No unread changes.'}
          <span className="block text-xs text-ink-3">Read until {moment(read_until)}</span>
        </p>
        {unread > 0 && (
          <Button size="sm" busy={update.busy} disabled={!may('member')} title={whyNot('member')} onClick={markRead}>
            <CheckCheck />
            Mark all as read
          </Button>
        )}
      </div>
      <Loaded query={events} failed="Could not load changes">
        {({ items }) =>
          items.length === 0 ? (
            <p className="px-4 py-3 text-sm text-ink-2">No changes since we started to monitor this vendor.</p>
          ) : (
            <ol className="divide-y divide-line-row">
              {items.map((event) => (
                <Change key={event.id} event={event} isNew={new Date(event.observed_at) > new Date(read_until)} />
              ))}
            </ol>
          )
        }
      </Loaded>
      <More found={events} what="changes" className="border-t border-line-row" />
    </>
  )
}

export function Change({ event, isNew = false }: { event: ChangeEvent; isNew?: boolean }) {
  const { event_type, payload, source_url, observed_at } = event
  const said = payload.snippet_after ?? payload.snippet_before
  return (
    <li className="flex flex-col gap-1 px-4 py-2.5 text-sm">
      <span className="flex flex-wrap items-center gap-2">
        <Status tone={SEVERITY_TONES[String(payload.severity)] ?? 'neutral'} className="font-medium whitespace-normal">
          {sentence(event_type)}
        </Status>
        {isNew && <Badge tone="info">New</Badge>}
        <span className="ml-auto text-xs text-ink-3">
          {String(payload.severity ?? '')} · <Ago at={observed_at} />
        </span>
      </span>
      <Difference before={payload.before} after={payload.after} />
      {typeof said === 'string' && said !== '' && said !== thingOf(payload.after).value && (
        <q className="quote wrap-anywhere">{said}</q>
      )}
      {source_url && (
        <a
          href={source_url}
          target="_blank"
          rel="noreferrer"
          className="truncate font-mono text-xs text-ink-3 hover:text-accent hover:underline"
        >
          {source_url}
        </a>
      )}
    </li>
  )
}

/** The old and new value, if the change is about a single value. */
function Difference({ before, after }: { before: unknown; after: unknown }) {
  const [was, is] = [thingOf(before), thingOf(after)]
  const name = is.predicate ?? was.predicate
  if (!name) return null
  return (
    <span className="wrap-anywhere text-ink-2">
      {sentence(name)}: {was.value && <del className="text-ink-3">{was.value}</del>} {is.value}
    </span>
  )
}

const thingOf = (side: unknown): { predicate?: string; value?: string } =>
  side !== null && typeof side === 'object' ? (side as { predicate?: string; value?: string }) : {}
