import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TrustRequest } from '@veritrace/contract/provenance/requests'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { moment } from '../../../ui/format.ts'
import { api } from '../../api.ts'
import { FactList, When } from '../../shared/fact-list.tsx'
import { Person } from '../../shared/people.tsx'
import { DIRECTIONS, KINDS, SOURCES } from './labels.ts'

/** The requester, and everything known about the request. */
export function RequestFacts({ request }: { request: TrustRequest }) {
  const { requester, vendor_id, page_slug, assignee_id, requested_duration_days: days, nda_signature_id } = request
  return (
    <>
      <Card>
        <CardHead title={request.direction === 'inbound' ? 'Requester' : 'Requester (your side)'} />
        <FactList
          facts={{
            Name: requester.name,
            Email: (
              <a href={`mailto:${requester.email}`} className="text-accent hover:underline">
                {requester.email}
              </a>
            ),
            Company: requester.company,
            'Job title': requester.job_title,
            Relationship: requester.relationship,
          }}
        />
      </Card>
      <Card>
        <CardHead title="Details" />
        <FactList
          facts={{
            Direction: DIRECTIONS[request.direction],
            Kind: KINDS[request.kind],
            Due: <time dateTime={request.due_at}>{moment(request.due_at)}</time>,
            Assignee: assignee_id ? <Person id={assignee_id} /> : 'Unassigned',
            Vendor: vendor_id && <VendorName id={vendor_id} />,
            'Trust page': page_slug && (
              <Link to="/pages/$slug" params={{ slug: page_slug }} className="text-accent hover:underline">
                {page_slug}
              </Link>
            ),
            'Access for': days && `${days} days`,
            'Signed NDA': nda_signature_id && (
              <Link to="/statements/$id" params={{ id: nda_signature_id }} className="text-accent hover:underline">
                View agreement
              </Link>
            ),
            Source: SOURCES[request.source],
            Created: <When at={request.created_at} />,
            Closed: request.closed_at && <When at={request.closed_at} />,
            'IP address': request.ip && <span className="font-mono text-xs">{request.ip}</span>,
          }}
        />
      </Card>
    </>
  )
}

/** The directory cannot be searched by id: shows the id if the vendor is not among the first names. */
function VendorName({ id }: { id: string }) {
  const { data } = useQuery({
    queryKey: ['vendors', 'directory'],
    queryFn: () => api.vendors.list({ query: { limit: 200, sort: 'name' } }),
    staleTime: 300_000,
  })
  const name = data?.vendors.find((one) => one.id === id)?.display_name
  return name ?? <span className="font-mono text-xs">{id}</span>
}
