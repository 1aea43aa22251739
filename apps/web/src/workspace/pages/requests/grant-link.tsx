import type { TrustRequest } from '@veritrace/contract/provenance/requests'
import { ShownOnce } from '../../shared/shown-once.tsx'

interface Props {
  request: TrustRequest
  token: string
  onSaved(): void
}
/** Shown once, because only the hash of the token is stored. */
export const GrantLink = ({ request, token, onSaved }: Props) => (
  <ShownOnce
    title={`${request.number} is fulfilled`}
    about={`We emailed the link to ${request.requester.email}. It is shown here only once.`}
    advice=""
    what="The link"
    secret={`${location.origin}/access/${token}`}
    onSaved={onSaved}
  />
)
