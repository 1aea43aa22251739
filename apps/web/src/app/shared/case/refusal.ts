// The error message of a rejected request, with details and allowed alternatives.
import { ApiError } from '@veritrace/contract/client'
import { explain } from '../../api.ts'
import { wordsOf } from './words.ts'

interface Problem {
  errors?: readonly { path?: string; message?: string }[]
  allowed?: readonly string[]
}

export function refusal(error: unknown): string {
  const message = explain(error)
  if (!(error instanceof ApiError)) return message
  if (error.status === 412) return `${message} The page now shows the latest version. Review it and try again.`
  const { errors = [], allowed } = error.problem as Problem
  const details = errors
    .map((one) => one.message ?? '')
    .filter((detail) => detail !== '' && !message.includes(detail))
    .slice(0, 5)
  const alternatives =
    allowed === undefined
      ? ''
      : allowed.length > 0
        ? ` Allowed now: ${allowed.map(wordsOf).join(', ')}.`
        : ' No change is allowed now.'
  return [message, ...details].join(' ') + alternatives
}
