// The workflow of a statement from draft to seal, and the checks on a signer's answer. Pure functions.
import type { SignerStatus, StatementAnswer, StatementStatus } from '@veritrace/contract/provenance/statements'

/** From each state to the states that may follow. `expired` follows from the time alone. */
export const TRANSITIONS: Readonly<Record<StatementStatus, readonly StatementStatus[]>> = {
  draft: ['sent', 'void'],
  sent: ['viewed', 'signed', 'declined', 'void', 'expired'],
  viewed: ['signed', 'declined', 'void', 'expired'],
  signed: [],
  declined: [],
  void: [],
  expired: [],
}

/** The states that a caller can request. */
export const askableFrom = (from: StatementStatus): StatementStatus[] =>
  TRANSITIONS[from].filter((to) => to !== 'expired')

const LINK_DAYS = 7
/** When a signing link expires: it never outlives its statement. */
export const signBy = (sent: Date, validUntil: Date | null): Date =>
  new Date(Math.min(sent.getTime() + LINK_DAYS * 24 * 3_600_000, validUntil?.getTime() ?? Infinity))

export const CONSENT_TEXT =
  'I have read this statement, I agree to sign it electronically, and I intend my typed name to be my signature.'

/** One refusal declines the statement; it is signed once everyone has signed. */
export function statusAfter(current: StatementStatus, signers: readonly { status: SignerStatus }[]): StatementStatus {
  if (signers.some(({ status }) => status === 'declined')) return 'declined'
  if (signers.every(({ status }) => status === 'signed')) return 'signed'
  return current === 'sent' && signers.some(({ status }) => status !== 'pending') ? 'viewed' : current
}

export interface FieldProblem {
  path: string
  message: string
}
/** Missing and surplus fields of an answer. */
export function answerProblems({ decision, name, consent, reason }: StatementAnswer): FieldProblem[] {
  if (decision === 'sign')
    return [
      ...(name ? [] : [{ path: 'name', message: 'is required to sign' }]),
      ...(consent === true ? [] : [{ path: 'consent', message: 'must be true to sign' }]),
      ...(reason === undefined ? [] : [{ path: 'reason', message: 'is for declining only' }]),
    ]
  return [
    ...(name === undefined ? [] : [{ path: 'name', message: 'is for signing only' }]),
    ...(consent === undefined ? [] : [{ path: 'consent', message: 'is for signing only' }]),
  ]
}

/** An address that occurs twice: one person must not be asked twice. */
export const repeatedAddress = (signers: readonly { email: string }[]): string | undefined => {
  const seen = new Set<string>()
  return signers.map(({ email }) => email.toLowerCase()).find((email) => seen.size === seen.add(email).size)
}
