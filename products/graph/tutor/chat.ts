// A chat model behind OpenAI's API, where the operator has configured one.
import { openProvider } from '../embedder/provider.ts'

export interface Chat {
  /** What the model says; throws where it says nothing. */
  complete(system: string, user: string): Promise<string>
  close(): Promise<void>
}

interface ChatConfig {
  url: string | undefined
  key: string | undefined
  name: string
}

const TIMEOUT_MS = 30_000

export function openChat({ url, key, name }: ChatConfig): Chat | undefined {
  if (url === undefined) return undefined
  const provider = openProvider({ url, key, timeoutMs: TIMEOUT_MS })
  return {
    async complete(system, user) {
      const messages = [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ]
      const body = { model: name, temperature: 0, response_format: { type: 'json_object' }, messages }
      const answer = (await provider.post('/chat/completions', body)) as {
        choices?: { message?: { content?: unknown } }[]
      } | null
      const content = answer?.choices?.[0]?.message?.content
      if (typeof content !== 'string') throw new Error('The model did not answer a text.')
      return content
    },
    close: provider.close,
  }
}
