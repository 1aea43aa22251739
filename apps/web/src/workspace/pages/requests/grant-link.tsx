import type { TrustRequest } from '@veritrace/contract/provenance/requests'
import { ShownOnce } from '../../shared/shown-once.tsx'

interface Props {
  request: TrustRequest
  token: string
  onKept(): void
}
/** Shown once: only its hash is kept. */
export const GrantLink = ({ request, token, onKept }: Props) => (
  <ShownOnce
    title={`${request.number} is fulfilled`}
    about={`The link has been mailed to ${request.requester.email}. It is shown here once and never again.`}
    advice=""
    what="The link"
    secret={`${location.origin}/access/${token}`}
    onKept={onKept}
  />
)
