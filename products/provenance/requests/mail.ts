// What those who asked are told when their request has ended. Text only: nothing they wrote is read as markup.
import type { Provenance } from '../deps.ts'
import { numberText } from './rules.ts'
import type { RequestRow } from './tables.ts'

/** Requests of our own are not answered to us, and one that is canceled or given up is not answered at all. */
export async function tellRequester(
  { db: tx, mailer, publicUrl }: Pick<Provenance, 'db' | 'mailer' | 'publicUrl'>,
  request: RequestRow,
  /** Of the grant, where there is one. */
  token?: string,
) {
  if (request.direction !== 'inbound') return
  const words = request.status === 'fulfilled' ? FULFILLED : request.status === 'declined' ? DECLINED : undefined
  if (!words) return
  const number = numberText(request.number)
  await mailer.send(tx, {
    tenant: request.tenant_id,
    to: request.requester.email,
    kind: 'trust_request',
    subject: `${number}: ${request.subject}`,
    text: [
      `Your request ${number}, “${request.subject}”, ${words}`,
      ...(token ? ['', 'What you were given is at', '', `${publicUrl}/access/${token}`] : []),
      ...(request.decision_reason ? ['', request.decision_reason] : []),
    ].join('\n'),
  })
}

const FULFILLED = 'was fulfilled.'
const DECLINED = 'was declined.'
