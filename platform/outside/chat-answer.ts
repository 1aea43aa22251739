// What a chat model behind OpenAI's API says. It is asked to stream: then silence can be told from work. Nothing is passed on
// before it is checked as a whole.

/** Part of the question. */
export const STREAMED = { stream: true, stream_options: { include_usage: true } }
/** How long nothing may come, until the first word too. */
export const MODEL_SILENCE_MS = 8_500

export interface Said {
  text: string
  tokens_in: number
  tokens_out: number
}

interface Chunk {
  choices?: { delta?: { content?: unknown }; message?: { content?: unknown } }[]
  usage?: { prompt_tokens?: unknown; completion_tokens?: unknown } | null
}

/** Events with parts, or one whole answer of servers that do not stream. */
export function readSaid(body: string): Said {
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
