// A chat model behind OpenAI's API, where the operator has configured one. Its address is trusted, and often inside the
// own network, so it is not guarded like one that a caller names; size, time and redirects are limited all the same.
import { MODEL_SILENCE_MS, readSaid, type Said, STREAMED } from '@veritrace/platform/outside/chat-answer'
import { OutsideError, openSafeFetch } from '@veritrace/platform/outside/safe-fetch'

export interface Chat {
  name: string
  /** What the model says; throws where it says nothing in time. */
  complete(system: string, user: string): Promise<Said>
  close(): Promise<void>
}

interface ChatConfig {
  url: string
  key: string | undefined
  name: string
}

const ANYWHERE = ['0.0.0.0/0', '::/0']
const TIMEOUT_MS = 45_000
const MOST_BYTES = 4 * 1024 * 1024
const MOST_TOKENS = 1_500

export function openChat(config: ChatConfig | undefined): Chat | undefined {
  if (!config) return undefined
  const { url, key, name } = config
  const fetch = openSafeFetch({ allow: ANYWHERE })
  const closing = new AbortController()
  const headers = { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) }
  return {
    name,
    async complete(system, user) {
      const messages = [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ]
      const body = { model: name, temperature: 0, seed: 1, max_tokens: MOST_TOKENS, messages, ...STREAMED }
      const answer = await fetch(`${url.replace(/\/$/, '')}/chat/completions`, {
        ...{ method: 'POST', headers, body: JSON.stringify(body), maxBytes: MOST_BYTES, redirects: 0 },
        ...{ timeoutMs: TIMEOUT_MS, silenceMs: MODEL_SILENCE_MS, signal: closing.signal },
      })
      if (answer.status !== 200) throw new OutsideError('protocol', `It answered ${answer.status}.`)
      const said = readSaid(answer.body.toString('utf8'))
      if (!said.text) throw new OutsideError('protocol', 'It said nothing.')
      return said
    },
    /** Whoever waits for it is told that it does not answer. */
    close: async () => {
      closing.abort()
      await fetch.close()
    },
  }
}
