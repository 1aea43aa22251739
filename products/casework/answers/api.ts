// Answers: the endpoints of contract/casework/answers.ts.
import { answers } from '@veritrace/contract/casework/answers'
import { answer } from '@veritrace/platform/answer'
import { implement } from '@veritrace/platform/implement'
import type { Casework } from '../deps.ts'
import type { Answers } from './ask.ts'
import { giveFeedback } from './give-feedback.ts'

export const answersApi = (deps: Casework, answering: Answers) =>
  implement(answers, {
    stream: async ({ body, headers }, caller) => {
      const asked = { body, key: one(headers['idempotency-key']), lastEventId: one(headers['last-event-id']) }
      return wantsWhole(one(headers.accept))
        ? answering.whole(caller, asked)
        : answer(await answering.stream(caller, asked), {})
    },
    rate: ({ params, body }, caller) => giveFeedback(deps, caller, params.id, body),
  })

const one = (header: string | string[] | undefined): string | undefined => (Array.isArray(header) ? header[0] : header)

/** Clients that do not accept only JSON get the stream. */
const wantsWhole = (accept = ''): boolean => /application\/json/i.test(accept) && !/event-stream/i.test(accept)
