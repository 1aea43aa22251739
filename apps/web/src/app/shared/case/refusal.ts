// Why the server said no, in words, with what it would allow.
import { ApiError } from '@veritrace/contract/client'
import { explain } from '../../api.ts'
import { wordsOf } from './words.ts'

interface Problem {
  errors?: readonly { path?: string; message?: string }[]
  allowed?: readonly string[]
}

export function refusal(error: unknown): string {
  const said = explain(error)
  if (!(error instanceof ApiError)) return said
  if (error.status === 412) return `${said} It has been read again: look at it and repeat what you did.`
  const { errors = [], allowed } = error.problem as Problem
  const details = errors
    .map(({ message }) => message ?? '')
    .filter((message) => message !== '' && !said.includes(message))
    .slice(0, 5)
  const possible =
    allowed === undefined
      ? ''
      : allowed.length > 0
        ? ` Possible now: ${allowed.map(wordsOf).join(', ')}.`
        : ' Nothing is possible from here.'
  return [said, ...details].join(' ') + possible
}
