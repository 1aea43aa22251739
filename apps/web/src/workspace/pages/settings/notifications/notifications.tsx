// Email preferences of the signed-in user. Every change is saved immediately.
import type { PreferencesPatch } from '@veritrace/contract/provenance/notifications'
import { TriangleAlert } from 'lucide-react'
import { Badge } from '../../../../ui/badge.tsx'
import { Card, CardHead } from '../../../../ui/bits.tsx'
import { day } from '../../../../ui/format.ts'
import { Loaded } from '../../../shared/loaded.tsx'
import { Switch } from '../shared/switch.tsx'
import { Timing } from './timing.tsx'
import { Topics } from './topics.tsx'
import { usePreferences } from './use-preferences.ts'

/** Saves one change. */
export type Change = (patch: PreferencesPatch) => void

const SUPPRESSED = {
  bounce: 'an email could not be delivered',
  complaint: 'an email was marked as spam',
} as const

export function Notifications() {
  const { preferences, change } = usePreferences()
  const saved = change.isPending ? 'Saving…' : change.isSuccess ? 'Saved' : ''
  return (
    <Loaded query={preferences} failed="Could not load your preferences">
      {(found) => {
        const { email, webhook, in_app } = found.channels
        return (
          <>
            <Card>
              <CardHead
                title="Email"
                actions={
                  <span role="status" className="text-xs text-ink-3">
                    {saved}
                  </span>
                }
              />
              <div className="flex flex-col gap-4 px-4 py-4">
                {found.suppressed && (
                  <p className="flex items-start gap-2 text-sm text-caution">
                    <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
                    We have not sent email to {email.address} since {day(found.suppressed.at)}:{' '}
                    {SUPPRESSED[found.suppressed.reason]}. Ask the operator to lift the block.
                  </p>
                )}
                <Switch
                  label="Email notifications"
                  hint={
                    <>
                      {email.address ?? 'API keys have no address'}{' '}
                      {email.address && !email.verified_at && <Badge tone="caution">not verified</Badge>}
                    </>
                  }
                  checked={email.enabled}
                  onChange={({ target }) => change.mutate({ channels: { email: { enabled: target.checked } } })}
                />
                <Timing preferences={found} onChange={change.mutate} />
              </div>
              {found.unsubscribe_token_hint && (
                <p className="border-t border-line-row px-4 py-2 text-xs text-ink-3">
                  The unsubscribe links in your emails end in{' '}
                  <span className="font-mono">{found.unsubscribe_token_hint}</span>.
                </p>
              )}
            </Card>
            <Topics topics={found.topics} onChange={change.mutate} />
            <Card>
              <CardHead title="For your own programs" />
              <div className="flex flex-col gap-4 px-4 py-4">
                <p className="text-sm text-ink-2">
                  Preferences that your programs can read. They do not affect the live stream and the webhook of the
                  workspace, which always contain all events.
                </p>
                <div className="grid gap-4 sm:grid-cols-2">
                  <Switch
                    label="Webhook"
                    checked={webhook.enabled}
                    onChange={({ target }) => change.mutate({ channels: { webhook: { enabled: target.checked } } })}
                  />
                  <Switch
                    label="In the app"
                    checked={in_app.enabled}
                    onChange={({ target }) => change.mutate({ channels: { in_app: { enabled: target.checked } } })}
                  />
                </div>
              </div>
            </Card>
          </>
        )
      }}
    </Loaded>
  )
}
