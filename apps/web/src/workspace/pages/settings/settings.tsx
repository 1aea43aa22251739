// What the company says of itself here, and who and what may enter: each part at an address of its own.
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
  { id: 'organization', label: 'Organization', Part: Organization, about: 'Your company, its data and its end.' },
  { id: 'members', label: 'Members', Part: Members, about: 'Who is in this workspace, and their roles.' },
  { id: 'api-keys', label: 'API keys', Part: ApiKeys, about: 'What programs of yours enter the workspace with.' },
  { id: 'webhooks', label: 'Webhooks', Part: Webhooks, about: 'The address that is told what happens here.' },
  { id: 'notifications', label: 'Notifications', Part: Notifications, about: 'What you are mailed about, and when.' },
  { id: 'sessions', label: 'Sessions', Part: Sessions, about: 'Where somebody is signed in right now.' },
  { id: 'storage', label: 'Storage', Part: Storage, about: 'How much evidence is kept, where, and for how long.' },
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
        label="Parts of the settings"
        tabs={PARTS}
        current={part}
        className="gap-3 px-0 sm:gap-5 [&_a]:px-0"
        link={({ id }, props) => <Link to="/settings/$part" params={{ part: id }} {...props} />}
      />
      <Part />
    </div>
  )
}
