import { startPostgres } from '../scripts/postgres.ts'
import { requestsPerSecond } from './load.ts'
const pg = await startPostgres()
process.env.DATABASE_URL = pg.url
const log = console.log
let facts: any
console.log = (a: string, b: string) => { if (a === 'facts') facts = JSON.parse(b); else log(a, b) }
await import('./resolve-server.ts')
const { thingName } = await import('./resolve-data.ts')
const headers = { authorization: `Bearer ${facts.token}`, 'x-tenant-id': 'bench', 'x-workspace-id': 'main', 'x-context-id': 'urn:tenant:bench:ws:main:graph:main' }
const url = process.argv[2] === 'key' ? `${facts.url}/bench/key?key=${thingName(20000)}&type=TABL&entry=${facts.entry}` : `${facts.url}/resolve?q=TABL:${thingName(20000)}`
if (process.argv[2] === 'many') {
  const body = JSON.stringify({ items: Array.from({ length: 5000 }, (_, i) => ({ q: `TABL:${thingName(i)}` })) })
  for (let i = 0; i < 25; i++) { const t = performance.now(); const r = await fetch(`${facts.url}/resolve`, { method: 'POST', headers: { ...headers, 'content-type': 'application/json', 'accept-encoding': 'identity' }, body }); const x = await r.text(); if (i % 5 === 0) log('post', Math.round(performance.now() - t), x.length) }
} else {
  await requestsPerSecond(url, { headers, connections: 20, seconds: 4 })
  const c = process.cpuUsage()
  const rate = await requestsPerSecond(url, { headers, connections: 20, seconds: 6 })
  const u = process.cpuUsage(c)
  log(Math.round(rate), '/s; cpu ms each', ((u.user + u.system) / 1000 / (rate * 6)).toFixed(3))
}
await pg.stop()
process.exit(0)
