// Emails to requesters. Plain text only: nothing a requester wrote is ever interpreted as markup.
import type { Provenance } from '../deps.ts'
import { minuteOf, numberText } from './rules.ts'
import type { RequestRow } from './tables.ts'

/** Sends the decision on an inbound request. Outbound, canceled and expired requests send nothing. */
export async function notifyRequester(
  { db: tx, mailer, publicUrl }: Pick<Provenance, 'db' | 'mailer' | 'publicUrl'>,
  request: RequestRow,
  /** The token of the grant, if there is one. */
  token?: string,
) {
  if (request.direction !== 'inbound') return
  const outcome = request.status === 'fulfilled' ? FULFILLED : request.status === 'declined' ? DECLINED : undefined
  if (!outcome) return
  const number = numberText(request.number)
  await mailer.send(tx, {
    tenant: request.tenant_id,
    to: request.requester.email,
    kind: 'trust_request',
    subject: `${number}: ${request.subject}`,
    text: [
      `Your request ${number}, “${request.subject}”, ${outcome}`,
      ...(token
        ? [
            '',
            'Open what was shared with you:',
            '',
            `${publicUrl}/access/${token}`,
            '',
            `If you lose the link, get another one at ${publicUrl}/access`,
          ]
        : []),
      ...(request.decision_reason ? ['', request.decision_reason] : []),
    ].join('\n'),
  })
}

const FULFILLED = 'was fulfilled.'
const DECLINED = 'was declined.'

interface MailedLink {
  customer: string
  subject: string
  token: string
  endsAt: Date
}

/** One email with the links of several tenants; therefore it belongs to none of them. */
export const mailLinks = (
  { db: tx, mailer, publicUrl }: Pick<Provenance, 'db' | 'mailer' | 'publicUrl'>,
  id: string,
  to: string,
  links: readonly MailedLink[],
) =>
  mailer.send(tx, {
    id,
    to,
    kind: 'access_links',
    subject: links.length === 1 ? 'Your new link' : 'Your new links',
    text: [
      `Someone asked at ${publicUrl}/access for links to what was shared with this address.`,
      ...links.flatMap(({ customer, subject, token, endsAt }) => [
        '',
        `${customer}: ${subject}`,
        `${publicUrl}/access/${token}`,
        `Works until ${minuteOf(endsAt)}.`,
      ]),
      '',
      'If this was not you, ignore this email: the links were sent to this address only.',
    ].join('\n'),
  })
