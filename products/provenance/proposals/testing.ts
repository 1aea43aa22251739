// A fake model for tests: a server on loopback that answers as the test decides.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Asked {
  system: string
  user: string
  authorization: string | undefined
  model: string
}
type Saying = string | number | ((response: ServerResponse) => void)

export interface TestModel {
  url: string
  asked: Asked[]
  /** The answer about a document: a text, or a status. */
  proposes: (asked: Asked) => Saying
  /** The answer about a quote. */
  judges: (asked: Asked) => Saying
  close(): Promise<void>
}

export const listOf = (...proposals: object[]): string => JSON.stringify({ proposals })
export const YES = '{"entails": "yes"}'

export async function openTestModel(): Promise<TestModel> {
  const server = createServer(async (request, response) => {
    const body = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString())
    const [system, user] = body.messages.map(({ content }: { content: string }) => content)
    const asked = { system, user, authorization: request.headers.authorization, model: body.model }
    model.asked.push(asked)
    const said = system.startsWith('You judge') ? model.judges(asked) : model.proposes(asked)
    if (typeof said === 'function') return said(response)
    if (typeof said === 'number') return void response.writeHead(said).end('{}')
    const usage = { prompt_tokens: 100, completion_tokens: 10 }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ choices: [{ message: { content: said } }], usage }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const model: TestModel = {
    url: `http://127.0.0.1:${port}/v1`,
    asked: [],
    proposes: () => listOf(),
    judges: () => YES,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return model
}
