// A chat model behind OpenAI's API, where the operator has configured one. Its address is trusted, and often inside the
// own network, so it is not guarded like one that a caller names; size, time and redirects are limited all the same.
import { OutsideError, openSafeFetch } from '@veritrace/platform/outside/safe-fetch'

interface Said {
  text: string
  tokens_in: number
  tokens_out: number
}

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
        ...{ method: 'POST', headers, body: JSON.stringify(body) },
        ...{ timeoutMs: TIMEOUT_MS, maxBytes: MOST_BYTES, redirects: 0, signal: closing.signal },
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

/** Models that stream answer sooner than they time out. Nothing is passed on before it is checked as a whole. */
const STREAMED = { stream: true, stream_options: { include_usage: true } }

interface Chunk {
  choices?: { delta?: { content?: unknown }; message?: { content?: unknown } }[]
  usage?: { prompt_tokens?: unknown; completion_tokens?: unknown } | null
}

/** Events with parts, or one whole answer of servers that do not stream. */
function readSaid(body: string): Said {
  const lines = body.split('\n').filter((line) => line.startsWith('data:') && !line.includes('[DONE]'))
  const chunks = (lines.length > 0 ? lines.map((line) => line.slice(5)) : [body]).map(
    (text) => JSON.parse(text) as Chunk,
  )
  const parts = chunks.map(({ choices }) => choices?.[0]?.delta?.content ?? choices?.[0]?.message?.content)
  const usage = chunks.findLast((chunk) => chunk.usage)?.usage
  return {
    text: parts.filter((part) => typeof part === 'string').join(''),
    tokens_in: Number(usage?.prompt_tokens) || 0,
    tokens_out: Number(usage?.completion_tokens) || 0,
  }
}
