// Reads the response of a chat model with OpenAI's API. The response is streamed, so that a silent model can be
// detected, and checks can begin with the first tokens.

/** Part of the request. */
export const STREAMED = { stream: true, stream_options: { include_usage: true } }
/** Longest time without data, including the time until the first token. */
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

type Usage = Omit<Said, 'text'>

/** The text of a response as it arrives, and finally its usage. Servers without streaming send one part. */
export async function* readParts(body: AsyncIterable<Uint8Array>): AsyncGenerator<string, Usage> {
  const decoder = new TextDecoder()
  let usage: Usage = { tokens_in: 0, tokens_out: 0 }
  let rest = ''
  let isStreamed = false
  function* wordsOf(line: string): Generator<string> {
    const { text, ...took } = readSaid(line)
    if (text) yield text
    if (took.tokens_in + took.tokens_out > 0) usage = took
  }
  for await (const bytes of body) {
    rest += decoder.decode(bytes, { stream: true })
    isStreamed ||= rest.startsWith('data:') || rest.includes('\ndata:')
    // A response without streaming may have several lines too.
    if (!isStreamed) continue
    const lines = rest.split('\n')
    rest = lines.pop()!
    for (const line of lines) if (isData(line)) yield* wordsOf(line)
  }
  // The last line may lack a line break.
  if (!isStreamed || isData(rest)) yield* wordsOf(rest)
  return usage
}

const isData = (line: string): boolean => line.startsWith('data:') && !line.includes('[DONE]')

/** Reads events with parts, or one complete response of servers without streaming. */
export function readSaid(body: string): Said {
  const lines = body.split('\n').filter(isData)
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
