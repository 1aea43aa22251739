// What a chat model behind OpenAI's API says. It is asked to stream: then silence can be told from work, and who checks what it
// says can begin with the first words.

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

type Usage = Omit<Said, 'text'>

/** The words of an answer as they come; what it took at the end. Servers that do not stream send one part. */
export async function* readParts(body: AsyncIterable<Uint8Array>): AsyncGenerator<string, Usage> {
  const decoder = new TextDecoder()
  let rest = ''
  let all = ''
  let tail = ''
  for await (const bytes of body) {
    const text = decoder.decode(bytes, { stream: true })
    all += text
    const lines = (rest + text).split('\n')
    rest = lines.pop()!
    for (const line of lines) {
      if (!isData(line)) continue
      const said = readSaid(line)
      if (said.text) yield said.text
      if (said.tokens_in + said.tokens_out > 0) tail = line
    }
  }
  // The last line may have no end, and an answer that is not streamed is no line of data.
  const left = isData(rest) ? rest : all.split('\n').some(isData) ? undefined : all
  const last = left === undefined ? undefined : readSaid(left)
  if (last?.text) yield last.text
  const { tokens_in, tokens_out } = last && last.tokens_in + last.tokens_out > 0 ? last : usageOf(tail)
  return { tokens_in, tokens_out }
}

const isData = (line: string): boolean => line.startsWith('data:') && !line.includes('[DONE]')
const usageOf = (line: string): Usage => (line ? readSaid(line) : { tokens_in: 0, tokens_out: 0 })

/** Events with parts, or one whole answer of servers that do not stream. */
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
