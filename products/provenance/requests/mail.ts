// What those who asked are told when their request has ended. Text only: nothing they wrote is read as markup.
import type { Provenance } from '../deps.ts'
import { minuteOf, numberText } from './rules.ts'
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
      ...(token
        ? [
            '',
            'What you were given is at',
            '',
            `${publicUrl}/access/${token}`,
            '',
            `If you lose the link, get another at ${publicUrl}/access`,
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

/** One letter with the links of several customers: it is the recipient's, and belongs to none of them. */
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
      `Somebody asked at ${publicUrl}/access for what was shared with this address.`,
      ...links.flatMap(({ customer, subject, token, endsAt }) => [
        '',
        `${customer}: ${subject}`,
        `${publicUrl}/access/${token}`,
        `Works until ${minuteOf(endsAt)}.`,
      ]),
      '',
      'If that was not you, there is nothing to do: the links went to this address only.',
    ].join('\n'),
  })
