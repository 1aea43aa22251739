// A chat model with OpenAI's API, if the operator has configured one. Its URL is trusted, and often internal, so it is
// not guarded like a URL from a caller; size, time and redirects are still limited.
import { MODEL_SILENCE_MS, readParts, type Said, STREAMED } from './chat-answer.ts'
import { OutsideError, openSafeFetch } from './safe-fetch.ts'

export interface Chat {
  name: string
  /** The model's response; throws if none arrives in time. */
  complete(system: string, user: string, signal?: AbortSignal): Promise<Said>
  /** The response in parts, and finally its usage. */
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
  /** Longer if no one waits for the response. */
  silenceMs?: number
  /** The model must respond with one JSON value. */
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
      throw new OutsideError('protocol', `The model answered with ${status}.`, {
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
          if (!text) throw new OutsideError('protocol', 'The model returned no text.')
          return { text, ...part.value }
        }
        text += part.value
      }
    },
    /** Fails pending calls as unanswered. */
    close: async () => {
      closing.abort()
      await fetch.close()
    },
  }
}

const either = (one: AbortSignal, other: AbortSignal | undefined): AbortSignal =>
  other ? AbortSignal.any([one, other]) : one
