// A message, and what it must look like before it is written. Pure.
import { fail } from '../errors.ts'

/** kept: there is no mail server, the message can only be read here. */
export type MailStatus = 'queued' | 'kept' | 'sent' | 'bounced' | 'failed' | 'suppressed'
export type SuppressionReason = 'bounce' | 'complaint'

export interface Mail {
  id: string
  tenant_id: string | null
  kind: string
  to: string
  subject: string
  text: string
  html: string | null
  stop_at: string | null
  status: MailStatus
  attempts: number
  last_error: string | null
  created_at: Date
  sent_at: Date | null
}

export interface NewMail {
  tenant?: string
  to: string
  subject: string
  text: string
  html?: string
  /** The address where letters of this kind can be stopped with one POST (RFC 8058): mail programs have a button for it. */
  stopAt?: string
  /** What it is about, such as `invitation`. */
  kind: string
  /** A message with the same id is written and sent once. */
  id?: string
}

const MAX_SUBJECT = 500
const MAX_BODY = 1_000_000
// One plain address: no display name, no list, no quotes, nothing that a header could end with.
const ADDRESS = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,251}[\p{L}\p{N}])?$/u
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
const CONTROL = /[\x00-\x1f\x7f\u2028\u2029]/

/** Throws 422 for what could not be sent, or would be read as more than one header. */
export function checkMail(mail: NewMail): void {
  if (!ADDRESS.test(mail.to) || mail.to.includes('..')) fail('unacceptable', 'This is not an e-mail address.')
  if (CONTROL.test(mail.subject) || mail.subject.length > MAX_SUBJECT)
    fail('unacceptable', `A subject is one line of at most ${MAX_SUBJECT} characters.`)
  if (mail.id !== undefined && !/^[A-Za-z0-9_-]{1,100}$/.test(mail.id))
    fail('unacceptable', 'The id of a message is made of letters, digits, - and _.')
  if (mail.stopAt !== undefined && (CONTROL.test(mail.stopAt) || !URL.canParse(mail.stopAt)))
    fail('unacceptable', 'Letters are stopped at an address.')
  if (mail.text.length + (mail.html?.length ?? 0) > MAX_BODY) fail('unacceptable', 'The message is too large.')
}

/** The same over all tries, so that a mailbox can drop the second copy. */
export const messageIdOf = (id: string, from: string): string =>
  `<${id}@${/@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'}>`
