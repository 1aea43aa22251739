// Without a mail server the demo shows what it would have sent; elsewhere there is no such page.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { transact } from '@veritrace/platform/db/transact'
import { newId } from '@veritrace/platform/ids'
import { demoServer, strictServer } from './own-server.ts'

test('a message that would have been sent can be read, with its links and without its markup', async () => {
  const { url, platform } = await demoServer()
  const link = `${url}/claim/${newId('x')}`
  const mail = { to: 'ada@example.com', subject: '<b>Welcome', text: `Follow this:\n${link}`, kind: 'test' } as const
  await transact(platform.db, (tx) => platform.mailer.send(tx, mail))
  const page = await (await fetch(`${url}/demo/mail`)).text()
  assert.ok(page.includes(`<a href="${link}">`), page)
  assert.ok(page.includes('&#60;b&#62;Welcome') && !page.includes('<b>Welcome'))
})

test('a server that asks for credentials shows nobody’s mail', async () => {
  const { url } = await strictServer()
  assert.equal((await fetch(`${url}/demo/mail`)).status, 404)
})
