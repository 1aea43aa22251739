// Settings of the workspace. Each tab has its own URL.
import { Link, useParams } from '@tanstack/react-router'
import { PageHead } from '../../../shared/page-head.tsx'
import { PageTabs } from '../../../ui/page-tabs.tsx'
import { NotFound } from '../../not-found.tsx'
import { ApiKeys } from './api-keys/api-keys.tsx'
import { Members } from './members/members.tsx'
import { Notifications } from './notifications/notifications.tsx'
import { Organization } from './organization/organization.tsx'
import { Sessions } from './sessions.tsx'
import { Storage } from './storage/storage.tsx'
import { Webhooks } from './webhooks/webhooks.tsx'

const PARTS = [
  { id: 'organization', label: 'Organization', Part: Organization, about: 'Your company profile and data.' },
  { id: 'members', label: 'Members', Part: Members, about: 'Members of this workspace and their roles.' },
  { id: 'api-keys', label: 'API keys', Part: ApiKeys, about: 'Keys for programs that use this workspace.' },
  { id: 'webhooks', label: 'Webhooks', Part: Webhooks, about: 'Send events to your own systems.' },
  { id: 'notifications', label: 'Notifications', Part: Notifications, about: 'What we email you about, and when.' },
  { id: 'sessions', label: 'Sessions', Part: Sessions, about: 'Browsers that are signed in.' },
  { id: 'storage', label: 'Storage', Part: Storage, about: 'Stored evidence and retention policies.' },
] as const

export default function Settings() {
  const { part } = useParams({ from: '/settings/$part' })
  const shown = PARTS.find(({ id }) => id === part)
  if (!shown) return <NotFound />
  const { Part, about } = shown
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-5 p-4 lg:p-6">
      <PageHead title="Settings">{about}</PageHead>
      <PageTabs
        label="Settings"
        tabs={PARTS}
        current={part}
        className="gap-3 px-0 sm:gap-5 [&_a]:px-0"
        link={({ id }, props) => <Link to="/settings/$part" params={{ part: id }} {...props} />}
      />
      <Part />
    </div>
  )
}
