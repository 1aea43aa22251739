// A chat model behind OpenAI's API, where the operator has configured one. Its address is trusted, and often inside the
// own network, so it is not guarded like one that a caller names; size, time and redirects are limited all the same.
import { MODEL_SILENCE_MS, readParts, type Said, STREAMED } from './chat-answer.ts'
import { OutsideError, openSafeFetch } from './safe-fetch.ts'

export interface Chat {
  name: string
  /** What the model says; throws where it says nothing in time. */
  complete(system: string, user: string, signal?: AbortSignal): Promise<Said>
  /** The same part by part; what it took at the end. */
  say(system: string, user: string, signal?: AbortSignal): AsyncGenerator<string, Omit<Said, 'text'>>
  close(): Promise<void>
}

interface ChatConfig {
  url: string
  key: string | undefined
  name: string
}

interface ChatOptions {
  timeoutMs?: number
  /** Longer if nobody waits for the answer. */
  silenceMs?: number
  /** The model is to answer one JSON value. */
  isJson?: boolean
}

const ANYWHERE = ['0.0.0.0/0', '::/0']
const TIMEOUT_MS = 45_000
const MOST_BYTES = 4 * 1024 * 1024
const MOST_TOKENS = 1_500

export function openChat(
  config: ChatConfig | undefined,
  { timeoutMs = TIMEOUT_MS, silenceMs = MODEL_SILENCE_MS, isJson = false }: ChatOptions = {},
): Chat | undefined {
  if (!config) return undefined
  const { url, key, name } = config
  const fetch = openSafeFetch({ allow: ANYWHERE })
  const closing = new AbortController()
  const headers = { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) }
  const say: Chat['say'] = async function* (system, user, signal) {
    const messages = [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ]
    const format = isJson ? { response_format: { type: 'json_object' } } : {}
    const body = { model: name, temperature: 0, seed: 1, max_tokens: MOST_TOKENS, ...format, messages, ...STREAMED }
    const answer = await fetch.stream(`${url.replace(/\/$/, '')}/chat/completions`, {
      ...{ method: 'POST', headers, body: JSON.stringify(body), maxBytes: MOST_BYTES, redirects: 0 },
      ...{ timeoutMs, silenceMs, signal: either(closing.signal, signal) },
    })
    const { status } = answer
    if (status !== 200) {
      answer.body.destroy()
      throw new OutsideError('protocol', `It answered ${status}.`, {
        status,
        retryable: status === 429 || status >= 500,
      })
    }
    return yield* readParts(answer.body)
  }
  return {
    name,
    say,
    async complete(system, user, signal) {
      const parts = say(system, user, signal)
      let text = ''
      for (let part = await parts.next(); ; part = await parts.next()) {
        if (part.done) {
          if (!text) throw new OutsideError('protocol', 'It said nothing.')
          return { text, ...part.value }
        }
        text += part.value
      }
    },
    /** Whoever waits for it is told that it does not answer. */
    close: async () => {
      closing.abort()
      await fetch.close()
    },
  }
}

const either = (one: AbortSignal, other: AbortSignal | undefined): AbortSignal =>
  other ? AbortSignal.any([one, other]) : one
