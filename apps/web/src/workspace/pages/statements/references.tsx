// Options for what a statement can refer to.
import { useQuery } from '@tanstack/react-query'
import { readAll } from '../../../shared/pages.ts'
import { api } from '../../api.ts'

const PAGE = 200

export function SignedStatements() {
  const { data = [] } = useQuery({
    queryKey: ['statements', 'signed'],
    queryFn: () => readAll((at) => api.customerStatements.list({ query: { status: 'signed', limit: PAGE, ...at } })),
  })
  return data.map(({ id, title }) => (
    <option key={id} value={id}>
      {title}
    </option>
  ))
}

/** Only requests for documents need an NDA. */
export function OpenRequests() {
  const { data = [] } = useQuery({
    queryKey: ['requests', 'for documents'],
    queryFn: () => readAll((at) => api.requests.list({ query: { kind: 'document_access', limit: PAGE, ...at } })),
  })
  return data
    .filter(({ status }) => status === 'open' || status === 'in_progress')
    .map(({ id, number, subject, requester }) => (
      <option key={id} value={id}>
        {number} {subject}, {requester.name}
      </option>
    ))
}
