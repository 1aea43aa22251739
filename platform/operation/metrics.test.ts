import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openMetrics } from './metrics.ts'

test('requests are counted by route, method and status class', async () => {
  const metrics = openMetrics()
  metrics.request('GET', '/vendors/:slug', 200, 0.003)
  metrics.request('GET', '/vendors/:slug', 204, 0.2)
  metrics.request('GET', '/vendors/:slug', 404, 0.001)
  metrics.request('POST', '/vendors/:slug', 503, 20)
  const text = await metrics.text()
  const series = (method: string, status: string) => `{method="${method}",route="/vendors/:slug",status="${status}"}`
  for (const line of [
    `http_request_duration_seconds_count${series('GET', '2xx')} 2`,
    `http_request_duration_seconds_count${series('GET', '4xx')} 1`,
    `http_request_duration_seconds_sum${series('POST', '5xx')} 20`,
    `http_request_duration_seconds_bucket{le="0.005",method="GET",route="/vendors/:slug",status="2xx"} 1`,
    `http_request_duration_seconds_bucket{le="+Inf",method="POST",route="/vendors/:slug",status="5xx"} 1`,
  ])
    assert.ok(text.includes(`${line}\n`), line)
})

test('jobs, webhooks, email and limited calls have counters, and the pool has gauges', async () => {
  const metrics = openMetrics()
  const pool = { totalCount: 5, idleCount: 2, waitingCount: 7 }
  metrics.watchPool(pool)
  metrics.job('crawl-source', 'completed', 1.5)
  metrics.job('crawl-source', 'failed', 0.1)
  metrics.webhookDelivery('delivered')
  metrics.webhookDelivery('delivered')
  metrics.mail('failed')
  metrics.rateLimited('graph')
  pool.waitingCount = 8
  const text = await metrics.text()
  for (const line of [
    'jobs_duration_seconds_count{job="crawl-source",outcome="completed"} 1',
    'jobs_duration_seconds_sum{job="crawl-source",outcome="failed"} 0.1',
    'webhook_deliveries_total{outcome="delivered"} 2',
    'mail_messages_total{outcome="failed"} 1',
    'rate_limited_calls_total{product="graph"} 1',
    'db_pool_connections{state="idle"} 2',
    'db_pool_connections{state="busy"} 3',
    'db_pool_waiting 8',
  ])
    assert.ok(text.includes(line), line)
  assert.match(text, /^process_resident_memory_bytes \d+/m)
})

test('two registries do not share their counts', async () => {
  const [one, two] = [openMetrics(), openMetrics()]
  one.mail('delivered')
  assert.ok(!(await two.text()).includes('mail_messages_total{'))
})
