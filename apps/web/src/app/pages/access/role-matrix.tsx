import { CASE_ROLES, type CaseRole, MAY } from '@veritrace/contract/casework/roles'
import { Check, Minus } from 'lucide-react'
import { Badge } from '../../../ui/badge.tsx'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { ScrollPane } from '../../../ui/scroll-pane.tsx'

const FAMILIES: Readonly<Record<keyof typeof MAY, string>> = {
  ask: 'Look up objects, ask questions, explore the graph, create quick plans, use the studio',
  work: 'Upload evidence; create, change and investigate cases',
  decide: 'Decide on recommendations; create estimates, plans, transports, projects and reports',
  comment: 'Comment in reviews',
  judge: 'Approve or reject plans, or request changes',
  operate: 'Refresh the corpus, rebuild the graph, configure packs',
  administer: 'Manage access, delete what others created',
}

export function RoleMatrix() {
  return (
    <Card>
      <CardHead title="Role permissions" hint="Every role can read" />
      <RoleList />
      <ScrollPane label="Permissions of each role" className="overflow-x-auto max-sm:hidden">
        <table className="w-full text-sm">
          <caption className="sr-only">Permissions of each role</caption>
          <thead className="text-left text-xs text-ink-3">
            <tr>
              <th scope="col" className="px-4 py-2 font-medium">
                Permission
              </th>
              {CASE_ROLES.map((role) => (
                <th key={role} scope="col" className="px-2 text-center font-medium">
                  {role}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Object.entries(FAMILIES).map(([family, what]) => (
              <tr key={family} className="border-t border-line-row">
                <th scope="row" className="min-w-44 px-4 py-2 text-left font-normal">
                  {what}
                </th>
                {CASE_ROLES.map((role) => (
                  <td key={role} className="px-2 text-center">
                    <Mark may={mayOf(family).includes(role)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollPane>
    </Card>
  )
}

/** The same as a list: six columns do not fit on a phone. */
const RoleList = () => (
  <dl className="divide-y divide-line-row text-sm sm:hidden">
    {Object.entries(FAMILIES).map(([family, what]) => (
      <div key={family} className="px-4 py-2.5">
        <dt>{what}</dt>
        <dd className="mt-1 flex flex-wrap gap-1">
          {CASE_ROLES.filter((role) => mayOf(family).includes(role)).map((role) => (
            <Badge key={role}>{role}</Badge>
          ))}
        </dd>
      </div>
    ))}
  </dl>
)

const mayOf = (family: string): readonly CaseRole[] => MAY[family as keyof typeof MAY]

const Mark = ({ may }: { may: boolean }) =>
  may ? (
    <Check className="mx-auto size-4 text-positive" aria-label="yes" />
  ) : (
    <Minus className="mx-auto size-4 text-ink-3" aria-label="no" />
  )
