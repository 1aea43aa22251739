// What a person is mailed about. Every choice is saved as it is made.
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

/** Saves one choice. */
export type Change = (patch: PreferencesPatch) => void

const SUPPRESSED = {
  bounce: 'mails to it came back as undeliverable',
  complaint: 'a mail to it was marked as spam',
} as const

export function Notifications() {
  const { preferences, change } = usePreferences()
  const saved = change.isPending ? 'Saving…' : change.isSuccess ? 'Saved' : ''
  return (
    <Loaded query={preferences} failed="Your preferences did not load">
      {(found) => {
        const { email, webhook, in_app } = found.channels
        return (
          <>
            <Card>
              <CardHead
                title="Mails to you"
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
                    Nothing is mailed to {email.address} since {day(found.suppressed.at)}:{' '}
                    {SUPPRESSED[found.suppressed.reason]}. Ask the operator to lift it.
                  </p>
                )}
                <Switch
                  label="By e-mail"
                  hint={
                    <>
                      {email.address ?? 'A key has no address'}{' '}
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
                  Links to unsubscribe in your mails end in{' '}
                  <span className="font-mono">{found.unsubscribe_token_hint}</span>.
                </p>
              )}
            </Card>
            <Topics topics={found.topics} onChange={change.mutate} />
            <Card>
              <CardHead title="For your own programs" />
              <div className="flex flex-col gap-4 px-4 py-4">
                <p className="text-sm text-ink-2">
                  Wishes that your programs can read. The live stream and the webhook of the workspace tell all that
                  happens, whatever stands here.
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
