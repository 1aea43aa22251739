import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Session } from '@veritrace/contract/provenance/access'
import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { signOut } from '../../../session/session.ts'
import { More } from '../../../shared/more.tsx'
import { usePages } from '../../../shared/pages.ts'
import { useOnce } from '../../../shared/use-once.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/dialog.tsx'
import { day } from '../../../ui/format.ts'
import { Segmented } from '../../../ui/page-tabs.tsx'
import { Empty } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { api, explain } from '../../api.ts'
import { Ago } from '../../shared/ago.tsx'
import { Loaded } from '../../shared/loaded.tsx'
import { may } from '../../shared/may.ts'
import { useNames } from '../../shared/people.tsx'

const PAGE = 50
type Whose = 'me' | 'everyone'
const WHOSE: readonly { value: Whose; label: string }[] = [
  { value: 'me', label: 'Yours' },
  { value: 'everyone', label: 'Everyone’s' },
]
const METHODS: Readonly<Record<string, string>> = {
  oidc: 'company sign-in',
  password: 'password',
  magic_link: 'email link',
  demo: 'demo',
}

export function Sessions() {
  const [of, setOf] = useState<Whose>('me')
  const nameOf = useNames()
  const sessions = usePages(['sessions', of], (at) => api.sessions.list({ query: { limit: PAGE, of, ...at } }))
  return (
    <Card>
      <CardHead
        title="Active sessions"
        actions={
          may('admin') && <Segmented<Whose> label="Whose sessions" value={of} options={WHOSE} onChange={setOf} />
        }
      />
      <Loaded query={sessions} failed="Could not load sessions">
        {({ items }) =>
          items.length === 0 ? (
            <Empty icon={Monitor} title="No active sessions">
              {of === 'me'
                ? 'You are using the workspace without a session, as in the demo. After you sign in, all your browsers are listed here and you can sign them out.'
                : 'No one from your company is signed in right now.'}
            </Empty>
          ) : (
            <ul className="divide-y divide-line-row">
              {items.map((session) => (
                <SessionRow key={session.id} session={session} who={of === 'me' ? 'You' : nameOf(session.user_id)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <More found={sessions} what="sessions" className="border-t border-line-row" />
    </Card>
  )
}

function SessionRow({ session, who }: { session: Session; who: string }) {
  const { current, device_label, user_agent, ip, location_hint, created_at, last_seen_at, expires_at } = session
  const Icon = /phone|mobile|android|ios/i.test(`${device_label} ${user_agent}`) ? Smartphone : Monitor
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 text-sm">
      <Icon aria-hidden className="size-5 shrink-0 text-ink-3" strokeWidth={1.75} />
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1" title={user_agent}>
          <span className="font-medium">{device_label}</span>
          {current && <Badge tone="info">This browser</Badge>}
          {session.mfa && <Badge tone="positive">two-factor</Badge>}
        </p>
        <p className="text-xs text-ink-2 wrap-anywhere">
          {who !== 'You' && `${who} · `}
          <span className="font-mono">{ip}</span>
          {location_hint && ` · ${location_hint}`} · {METHODS[session.auth_method] ?? session.auth_method}
        </p>
        <p className="text-xs text-ink-3">
          Last seen <Ago at={last_seen_at} /> · signed in <Ago at={created_at} /> · expires {day(expires_at)}
        </p>
      </div>
      <End session={session} who={who} />
    </li>
  )
}

function End({ session: { id, current, device_label }, who }: { session: Session; who: string }) {
  const queries = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const end = useMutation({
    mutationFn: () => api.sessions.revoke({ params: { id } }),
    onSuccess: () => {
      setAsked(false)
      toast.ok(`${device_label} signed out`)
      return queries.invalidateQueries({ queryKey: ['sessions'] })
    },
    onError: (error) => toast.error(`Could not sign out ${device_label}`, explain(error)),
  })
  const endOnce = useOnce(() => end.mutateAsync())
  if (current)
    return (
      <Button size="sm" onClick={signOut}>
        Sign out
      </Button>
    )
  return (
    <>
      <Button size="sm" aria-label={`Sign out ${device_label}`} onClick={() => setAsked(true)}>
        Sign out
      </Button>
      <Confirm
        open={isAsked}
        onOpenChange={setAsked}
        title={`Sign out ${device_label}?`}
        action="Sign out"
        busy={end.isPending}
        onConfirm={endOnce}
      >
        {who === 'You' ? 'You are' : `${who} is`} signed out there immediately. Unsaved changes may be lost.
      </Confirm>
    </>
  )
}
