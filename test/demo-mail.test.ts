// Without a mail server the demo shows outgoing email on a page; other servers have no such page.
import assert from 'node:assert/strict'
import { type IncomingMessage, request } from 'node:http'
import { test } from 'node:test'
import { transact } from '@veritrace/platform/db/transact'
import { newId } from '@veritrace/platform/ids'
import { demoServer, strictServer } from './own-server.ts'

test('an outgoing email is shown with its links and with its markup escaped', async () => {
  const { url, platform } = await demoServer()
  const link = `${url}/claim/${newId('x')}`
  const mail = { to: 'ada@example.com', subject: '<b>Welcome', text: `Follow this:\n${link}`, kind: 'test' } as const
  await transact(platform.db, (tx) => platform.mailer.send(tx, mail))
  const page = await (await fetch(`${url}/demo/mail`)).text()
  assert.ok(page.includes(`<a href="${link}">`), page)
  assert.ok(page.includes('&#60;b&#62;Welcome') && !page.includes('<b>Welcome'))
})

test('email is shown only to this machine: not through proxies and not under other host names', async () => {
  const { url } = await demoServer()
  const ask = (headers: Record<string, string>) =>
    new Promise<number>((done, broken) => {
      const answered = (response: IncomingMessage) => done(response.resume().statusCode!)
      request(`${url}/demo/mail`, { headers }, answered).on('error', broken).end()
    })
  for (const host of ['localhost', '127.0.0.1:8080', '[::1]:8080']) assert.equal(await ask({ host }), 200, host)
  for (const host of ['evil.example', `evil.example:${new URL(url).port}`, 'localhost.evil.example'])
    assert.equal(await ask({ host }), 404, host)
  for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])
    assert.equal(await ask({ [header]: '8.8.8.8' }), 404, header)
})

test('a server with authentication shows no email', async () => {
  const { url } = await strictServer()
  assert.equal((await fetch(`${url}/demo/mail`)).status, 404)
})
