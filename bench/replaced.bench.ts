// One value that is replaced 200,000 times: a query for it must not scan its old values.
import { type Asking, openAsking } from './ask.ts'
import type { Bench } from './benches.ts'
import { type GraphServer, startGraph } from './graph-client.ts'
import { median } from './measure.ts'

const TIMES = 200_000
/** Replacements per request: each is two operations, of which a text may have a thousand. */
const AT_ONCE = 500
/** How often it is queried in between. */
const LOOKS = 10
const ASKED = 200
const MOST = 3
const QUERY = 'SELECT ?o { <http://ex.org/hot> <http://ex.org/p> ?o }'

export const replacedBench: Bench = {
  name: 'replaced',
  run: async ({ databaseUrl }) => {
    const server = await startGraph(databaseUrl, 'web')
    const asking = openAsking(server.url)
    try {
      await update(server, `INSERT DATA { ${said(0)} }`)
      for (let i = 0; i < LOOKS; i++) await usual(server, asking)
      const first = await usual(server, asking)
      const later: number[] = []
      for (let done = 0; done < TIMES; done += AT_ONCE) {
        await update(server, replacing(done, AT_ONCE))
        if ((done + AT_ONCE) % (TIMES / LOOKS) === 0) later.push(await usual(server, asking))
      }
      const [last, worst] = [later.at(-1)!, Math.max(...later)]
      return [
        {
          what: `a value that was replaced ${TIMES} times: ${MOST} × its first query / the slowest of ${LOOKS} later ones`,
          ratio: (MOST * first) / worst,
          target: 1,
          detail: `${first.toFixed(2)} ms first, ${worst.toFixed(2)} worst, ${last.toFixed(2)} last`,
        },
      ]
    } finally {
      asking.close()
      await server.stop()
    }
  },
}

const said = (value: number): string => `<http://ex.org/hot> <http://ex.org/p> ${value}`

const replacing = (from: number, times: number): string =>
  Array.from(
    { length: times },
    (_, i) => `DELETE DATA { ${said(from + i)} } ; INSERT DATA { ${said(from + i + 1)} }`,
  ).join(' ;\n')

async function update({ url, headers }: GraphServer, text: string): Promise<void> {
  const response = await fetch(`${url}/sparql/update`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/sparql-update' },
    body: text,
  })
  if (!response.ok) throw new Error(`An update failed with ${response.status}: ${await response.text()}`)
  await response.arrayBuffer()
}

/** The median of several queries, in milliseconds. */
async function usual({ url, headers }: GraphServer, asking: Asking): Promise<number> {
  const ask = asking.to(`${new URL(url).pathname}/sparql`, { ...headers, 'content-type': 'application/sparql-query' })
  const times: number[] = []
  for (let i = 0; i < ASKED; i++) {
    const began = performance.now()
    await ask(QUERY)
    times.push(performance.now() - began)
  }
  return median(times)
}
