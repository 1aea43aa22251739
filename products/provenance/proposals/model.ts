// The model that proposes, as this room asks it: counted, tried twice, and left alone for a while when it is down.
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
  /** What it says; throws `ModelUnavailable`, or `BudgetSpent` before a call that may not be made. */
  ask(question: Question, spend: Spend, signal: AbortSignal): Promise<string>
  isResting(): boolean
  close(): Promise<void>
}

/** Who pays for the calls. */
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
/** Of a server that does not say how much it was. */
const CHARACTERS_PER_TOKEN = 4

interface Parts {
  config: NonNullable<Config['extractModel']>
  clock: Clock
  metrics: Pick<Metrics, 'modelCall'> | undefined
}

export function openModel({ config, clock, metrics }: Parts): Model {
  // Nobody waits for it, so it may be silent for as long as it may take.
  const chat = openChat(config, { timeoutMs: TIMEOUT_MS, silenceMs: TIMEOUT_MS, isJson: true })!
  let failures = 0
  let restsUntil = 0
  const isResting = (): boolean => clock.now().getTime() < restsUntil

  async function once({ system, user }: Question, spend: Spend, signal: AbortSignal): Promise<string> {
    if (isResting()) throw new ModelUnavailable('The model was down a moment ago.')
    if (!(await spend.take())) throw new BudgetSpent('No call is left for today.')
    try {
      const { text, tokens_in, tokens_out } = await chat.complete(system, user, signal)
      const told = tokens_in + tokens_out
      const guessed = Math.ceil((system.length + user.length + text.length) / CHARACTERS_PER_TOKEN)
      await spend.used({ tokens: told || guessed, failures: 0 })
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
          if (!mayHelp || tried === TRIES) throw new ModelUnavailable('The model does not answer.', { cause: error })
        }
      }
    },
    close: chat.close,
  }
}
