import { CASE_ROLES, type CaseRole, MAY } from '@veritrace/contract/casework/roles'
import { Check, Minus } from 'lucide-react'
import { Badge } from '../../../ui/badge.tsx'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { ScrollPane } from '../../../ui/scroll-pane.tsx'

const FAMILIES: Readonly<Record<keyof typeof MAY, string>> = {
  ask: 'Look up, ask, walk the graph, draft plans, use the studio',
  work: 'Upload files, open and investigate cases',
  decide: 'Decide, estimate, plan, hand over, make projects and reports',
  comment: 'Take part in reviews',
  judge: 'Approve, reject or send back a plan',
  operate: 'Refresh the corpus, rebuild the graph, choose the rules',
  administer: 'Give roles, delete what others made',
}

export function RoleMatrix() {
  return (
    <Card>
      <CardHead title="What the roles may do" hint="Everyone may read" />
      <RoleList />
      <ScrollPane label="Which role may do what" className="overflow-x-auto max-sm:hidden">
        <table className="w-full text-sm">
          <caption className="sr-only">Which role may do what</caption>
          <thead className="text-left text-xs text-ink-3">
            <tr>
              <th scope="col" className="px-4 py-2 font-medium">
                May
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

/** The same without columns: six of them are too many for a telephone. */
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
