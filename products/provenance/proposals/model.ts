// The client of the model: counts calls, retries once, and pauses after repeated failures.
import type { Clock } from '@veritrace/platform/clock'
import type { Config } from '@veritrace/platform/config/config'
import type { Metrics } from '@veritrace/platform/operation/metrics'
import { openChat } from '@veritrace/platform/outside/chat'
import { OutsideError } from '@veritrace/platform/outside/safe-fetch'
import type { Question } from './prompts.ts'
import type { Limits } from './usage-store.ts'

export interface Model {
  name: string
  limits: Limits
  /** Returns the answer. Throws `ModelUnavailable`, or `BudgetSpent` if no call is allowed. */
  ask(question: Question, spend: Spend, signal: AbortSignal): Promise<string>
  isResting(): boolean
  close(): Promise<void>
}

/** The budget for calls. */
interface Spend {
  take(): Promise<boolean>
  used(use: { tokens: number; failures: number }): Promise<void>
}

export class ModelUnavailable extends Error {}
export class BudgetSpent extends Error {}

const TIMEOUT_MS = 20_000
const TRIES = 2
const FAILURES = 3
const REST_MS = 5 * 60_000
/** An estimate for servers that do not report token usage. */
const CHARACTERS_PER_TOKEN = 4

interface Parts {
  config: NonNullable<Config['extractModel']>
  clock: Clock
  metrics: Pick<Metrics, 'modelCall'> | undefined
}

export function openModel({ config, clock, metrics }: Parts): Model {
  // No user waits for the answer, so silence is allowed until the timeout.
  const chat = openChat(config, { timeoutMs: TIMEOUT_MS, silenceMs: TIMEOUT_MS, isJson: true })!
  let failures = 0
  let restsUntil = 0
  const isResting = (): boolean => clock.now().getTime() < restsUntil

  async function once({ system, user }: Question, spend: Spend, signal: AbortSignal): Promise<string> {
    if (isResting()) throw new ModelUnavailable('The model is paused after repeated failures.')
    if (!(await spend.take())) throw new BudgetSpent('The daily limit of calls is reached.')
    try {
      const { text, tokens_in, tokens_out } = await chat.complete(system, user, signal)
      const reported = tokens_in + tokens_out
      const estimated = Math.ceil((system.length + user.length + text.length) / CHARACTERS_PER_TOKEN)
      await spend.used({ tokens: reported || estimated, failures: 0 })
      metrics?.modelCall('answered')
      failures = 0
      return text
    } catch (error) {
      if (signal.aborted) throw error
      metrics?.modelCall('failed')
      await spend.used({ tokens: 0, failures: 1 })
      if (++failures >= FAILURES) restsUntil = clock.now().getTime() + REST_MS
      throw error
    }
  }

  return {
    name: chat.name,
    limits: config,
    isResting,
    async ask(question, spend, signal) {
      for (let tried = 1; ; tried++) {
        try {
          return await once(question, spend, signal)
        } catch (error) {
          if (signal.aborted || error instanceof BudgetSpent || error instanceof ModelUnavailable) throw error
          const mayHelp = error instanceof OutsideError && error.retryable
          if (!mayHelp || tried === TRIES) throw new ModelUnavailable('The model did not answer.', { cause: error })
        }
      }
    },
    close: chat.close,
  }
}
