// All workspaces of the tenant. Admins create, rename, archive and restore them.
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { PageHead } from '../../../shared/page-head.tsx'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { Button } from '../../../ui/button.tsx'
import { count } from '../../../ui/format.ts'
import { Loaded } from '../../shared/loaded.tsx'
import { SettingsTabs } from '../../shared/settings-tabs.tsx'
import { NewWorkspace } from '../../shared/workspaces/new-workspace.tsx'
import { mayManage, useWorkspaces, type Workspace } from '../../shared/workspaces/use-workspaces.ts'
import { WorkspaceRow } from './workspace-row.tsx'

export default function Workspaces() {
  const all = useWorkspaces()
  const [isCreating, setCreating] = useState(false)
  const archived = (all.data ?? []).filter(({ status }) => status === 'archived')
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-5 p-4 lg:p-6">
      <PageHead
        title="Workspaces"
        actions={
          mayManage && (
            <Button variant="solid" onClick={() => setCreating(true)}>
              <Plus /> New workspace
            </Button>
          )
        }
      >
        Each workspace has separate projects, cases, decisions and graphs.
        {!mayManage && ' Admins of your organization create, rename and archive them.'}
      </PageHead>
      <SettingsTabs current="workspaces" />
      <Loaded query={all}>
        {(found) => {
          const active = found.filter(({ status }) => status === 'active')
          return (
            <>
              <Group title="Active" all={active}>
                {active.length === 1 && mayManage && (
                  <p className="border-t border-line-row px-4 py-3 text-sm text-ink-3">
                    This is your organization’s default workspace. Create another to separate work, such as for a merger
                    or a trial.
                  </p>
                )}
              </Group>
              {archived.length > 0 && <Group title="Archived" hint="Read-only" all={archived} />}
            </>
          )
        }}
      </Loaded>
      {isCreating && <NewWorkspace onClose={() => setCreating(false)} />}
    </div>
  )
}

interface GroupProps {
  title: string
  hint?: string
  all: readonly Workspace[]
  children?: ReactNode
}
const Group = ({ title, hint, all, children }: GroupProps) => (
  <Card>
    <CardHead title={title} hint={[count(all.length), hint].filter(Boolean).join(' · ')} />
    <ul>
      {all.map((one) => (
        <WorkspaceRow key={one.id} workspace={one} />
      ))}
    </ul>
    {children}
  </Card>
)
