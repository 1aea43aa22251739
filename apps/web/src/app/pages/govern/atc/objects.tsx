import { useSearch } from '@tanstack/react-router'
import type { Agreement, AgreementObject } from '@veritrace/contract/casework/agreement'
import { Equal } from 'lucide-react'
import { More } from '../../../../shared/more.tsx'
import { usePages } from '../../../../shared/pages.ts'
import { count } from '../../../../ui/format.ts'
import { ScrollPane } from '../../../../ui/scroll-pane.tsx'
import { Empty } from '../../../../ui/states.tsx'
import { api } from '../../../api.ts'
import { Loaded } from '../../../shared/loaded.tsx'
import { targetQuery } from '../../../shared/use-target.ts'
import { Filters, useFilters } from './filters.tsx'
import { disagreedIn } from './words.ts'

const PAGE = 50
/** A matrix with more columns is hard to read. */
const MAX_CHECKS = 6

/** A matrix of objects and checks with the agreement of each pair. */
export function Objects({ agreement }: { agreement: Agreement }) {
  const { target } = useSearch({ from: '/app/govern' })
  const { check, q } = useFilters()
  const filters = { ...(check && { check }), ...(q && { q }) }
  const columns = agreement.checks.filter(({ id }) => !check || id === check).slice(0, MAX_CHECKS)
  const found = usePages(['agreement', 'objects', agreement.digest, filters], (at) =>
    api.agreement.objects({
      params: { id: agreement.project_id },
      query: { limit: PAGE, ...targetQuery(target), ...filters, ...at },
    }),
  )
  return (
    <>
      <Filters agreement={agreement} hasStates={false} />
      <Loaded query={found}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty icon={Equal} title="No matching objects">
              Remove a filter to see more.
            </Empty>
          ) : (
            <ScrollPane label="Agreement by object and check" className="overflow-x-auto">
              <table className="w-full text-sm">
                <caption className="px-4 pb-2 text-left text-xs text-ink-3">
                  Agreed / disagreed (not comparable)
                </caption>
                <thead className="bg-sunken text-left text-xs text-ink-3">
                  <tr>
                    <th scope="col" className="px-4 py-2 font-medium">
                      Object
                    </th>
                    {columns.map(({ id, title }) => (
                      <th key={id} scope="col" className="px-3 py-2 font-medium">
                        {title}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {items.map((object) => (
                    <ObjectRow key={`${object.type} ${object.name}`} object={object} columns={columns} />
                  ))}
                </tbody>
              </table>
            </ScrollPane>
          )
        }
      </Loaded>
      <More found={found} className="border-t border-line-row" />
    </>
  )
}

function ObjectRow({ object, columns }: { object: AgreementObject; columns: Agreement['checks'] }) {
  return (
    <tr className="border-t border-line-row">
      <th scope="row" className="px-4 py-2 text-left font-normal">
        <code className="font-mono text-xs">
          {object.type} {object.name}
        </code>
        {object.package && <span className="block text-xs text-ink-3">{object.package}</span>}
      </th>
      {columns.map(({ id }) => {
        const cell = object.checks.find((one) => one.id === id)?.counts
        return (
          <td key={id} className="px-3 whitespace-nowrap tnum">
            {cell ? (
              <>
                {count(cell.agreed)} / {count(disagreedIn(cell))}
                {cell.not_comparable > 0 && <span className="text-ink-3"> ({count(cell.not_comparable)})</span>}
              </>
            ) : (
              <span className="text-ink-3">–</span>
            )}
          </td>
        )
      })}
    </tr>
  )
}
