// The members of the workspace and their tenant roles. Products can define additional roles.
import { Users } from 'lucide-react'
import { More } from '../../../../shared/more.tsx'
import { howMany, usePages } from '../../../../shared/pages.ts'
import { Card, CardHead } from '../../../../ui/bits.tsx'
import { ScrollPane } from '../../../../ui/scroll-pane.tsx'
import { Empty } from '../../../../ui/states.tsx'
import { api } from '../../../api.ts'
import { Loaded } from '../../../shared/loaded.tsx'
import { MemberRow } from './member-row.tsx'

const PAGE = 200

export function Members() {
  const members = usePages(['members', 'page'], (at) => api.members.list({ query: { limit: PAGE, ...at } }))
  return (
    <Card>
      <CardHead title="Members" hint={members.data && howMany(members.data)} />
      <Loaded query={members} failed="Could not load members">
        {({ items, next }) =>
          items.length === 0 ? (
            <Empty icon={Users} title="No members yet">
              People appear here when they accept an invitation.
            </Empty>
          ) : (
            <ScrollPane label="Members and their roles" className="overflow-x-auto">
              <table className="w-full text-sm">
                <caption className="sr-only">Members and their roles</caption>
                <thead className="border-b border-line-row text-left text-xs text-ink-3">
                  <tr>
                    <th scope="col" className="px-4 py-2 font-medium">
                      Name
                    </th>
                    <th scope="col" className="px-2 font-medium">
                      Role
                    </th>
                    <th scope="col" className="px-2 font-medium max-sm:hidden">
                      Joined
                    </th>
                    <th scope="col" className="px-4">
                      <span className="sr-only">Actions</span>
                    </th>
                  </tr>
                </thead>
                <tbody className="divide-y divide-line-row">
                  {items.map((member) => (
                    <MemberRow key={member.id} member={member} all={items} isAll={next === ''} />
                  ))}
                </tbody>
              </table>
            </ScrollPane>
          )
        }
      </Loaded>
      <More found={members} what="members" className="border-t border-line-row" />
    </Card>
  )
}
