// People and access. The link is hidden from users without the admin role. If they open the page, it says whom to ask.
import { useQuery } from '@tanstack/react-query'
import { PageHead } from '../../../shared/page-head.tsx'
import { Forbidden } from '../../../ui/states.tsx'
import { Loaded } from '../../shared/loaded.tsx'
import { SettingsTabs } from '../../shared/settings-tabs.tsx'
import { meQuery } from '../../shared/use-me.ts'
import { Invites } from './invites.tsx'
import { Members } from './members.tsx'
import { RoleMatrix } from './role-matrix.tsx'

export default function Access() {
  const me = useQuery(meQuery)
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-5 p-4 lg:p-6">
      <PageHead title="People and access">Members, invitations and casework roles.</PageHead>
      <SettingsTabs current="access" />
      <Loaded query={me}>
        {({ role, tenant_role, admins }) =>
          role === 'admin' ? (
            <>
              <Members />
              {tenant_role === 'admin' || tenant_role === 'owner' ? (
                <Invites />
              ) : (
                <p className="text-sm text-ink-2">
                  You can change casework roles. To invite or remove members, ask a tenant admin
                  {admins.length > 0 && ` (${admins.join(', ')})`}.
                </p>
              )}
              <RoleMatrix />
            </>
          ) : (
            <Forbidden title="You need the admin role">
              Your role is {role}.{' '}
              {admins.length > 0 ? `Ask ${admins.join(' or ')} for it.` : 'Ask an admin of your workspace.'}
            </Forbidden>
          )
        }
      </Loaded>
    </div>
  )
}
