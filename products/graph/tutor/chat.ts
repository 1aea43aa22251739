// A chat model with an OpenAI-compatible API, if the operator has configured one.
import { MODEL_SILENCE_MS, readSaid, STREAMED } from '@veritrace/platform/outside/chat-answer'
import { openProvider } from '../embedder/provider.ts'

export interface Chat {
  /** Returns the text of the model; throws if there is none. */
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
  const provider = openProvider({ url, key })
  return {
    async complete(system, user) {
      const messages = [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ]
      const body = { model: name, temperature: 0, response_format: { type: 'json_object' }, messages, ...STREAMED }
      const limits = { timeoutMs: TIMEOUT_MS, silenceMs: MODEL_SILENCE_MS }
      const { text } = readSaid(await provider.postForText('/chat/completions', body, limits))
      if (!text) throw new Error('The model returned no text.')
      return text
    },
    close: provider.close,
  }
}
