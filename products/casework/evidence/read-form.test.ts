// Files in forms: what is longer than a file may be.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { type FormFile, readForm } from './read-form.ts'

const read = async (text: string) => {
  const form = new FormData()
  form.set('file', new File([text], 'list.csv'))
  const sent = new Response(form)
  const body = Readable.from([await sent.bytes()])
  const keep = async ({ bytes }: FormFile) => String(await buffer(bytes))
  return readForm(body, sent.headers.get('content-type')!, keep, 10)
}

test('a file of the largest size is kept, and one that is longer is refused', async () => {
  assert.equal((await read('1234567890')).kept, '1234567890')
  await assert.rejects(read('12345678901'), { code: 'body_too_large' })
})
