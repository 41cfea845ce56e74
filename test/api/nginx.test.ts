import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { languageWith } from '../../src/languages/catalogs.ts'
import { languages } from '../../src/languages/messages.ts'
import { localPath } from '../../src/languages/paths.ts'
import { eventually, openApp } from '../app.ts'
import { siteName, startNginx } from '../nginx.ts'

const hasNginx = spawnSync('nginx', ['-v']).error === undefined

const app = await openApp()
const started = () => startNginx({ apiPort: Number(new URL(app.origin).port) })

/** Returns status and Location of the response to a Host; null if the server closes the connection without one. */
const askAs = (port: number, host: string, path: string) =>
  new Promise<[number | undefined, string | undefined] | null>((resolve) => {
    request({ port, path, host: '127.0.0.1', headers: { host } }, (reply) => {
      reply.resume()
      resolve([reply.statusCode, reply.headers.location])
    })
      .on('error', () => resolve(null))
      .end()
  })

test('port 80 answers only the names of the site, and closes any other connection', async ({ skip }) => {
  if (!hasNginx) skip('no nginx')
  await using nginx = await started()
  if (!nginx) throw new Error('nginx did not start')
  const ask = (host: string, path = '/prezzi/?a=b') => askAs(nginx.plainPort, host, path)
  for (const host of [siteName, 'salento.example', 'WWW.Salento.Example', `${siteName}:80`])
    expect([host, await ask(host)]).toEqual([
      host,
      [301, `https://${host.toLowerCase().replace(':80', '')}/prezzi/?a=b`],
    ])
  expect((await ask(siteName, '/api/session'))?.[0]).toBe(403)
  for (const host of [
    ...['evil.example', `${siteName}.evil.example`, `evil.example#${siteName}`, 'api.salento.example'],
    ...['127.0.0.1', 'localhost', ''],
  ])
    for (const path of ['/prezzi/', '/api/session', '/.well-known/acme-challenge/x'])
      expect([host, path, await ask(host, path)]).toEqual([host, path, null])
})

test('the access log has no key of a path, however the path is written', async ({ skip }) => {
  if (!hasNginx) skip('no nginx')
  await using nginx = await started()
  if (!nginx) throw new Error('nginx did not start')
  const key = 'QX7KPM-sIgNaTuReOfTwEnTyTwOc'
  const paths = [
    ...languages.flatMap((code) =>
      ['/richiesta/', '/recensione/'].map((page) => `${localPath(languageWith(code).t, page)}${key}/`),
    ),
    ...[`/calendario/3-${key}.ics`, `/api/requests/${key}`, `/api/reviews/${key}`],
    ...[`/api/webhooks/brevo/${key}`, `/api/webhooks/brevo-inbound/${key}`],
  ]
  const spellings = (path: string) => {
    const [head = '', tail = ''] = path.split(key)
    return [
      path,
      `${head.toUpperCase()}${key}${tail}`,
      `${head.replace(/[a-z](?=[a-z]+\/$)/, (letter) => letter.toUpperCase())}${key}${tail}`,
      `/${head}${key}${tail}`,
      `${head.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)}${key}${tail}`,
    ]
  }
  const asked = [...new Set(paths.flatMap(spellings))]
  for (const path of asked) await askAs(Number(new URL(nginx.origin).port), siteName, path)
  const logged = () => readFileSync(`${nginx.folder}/access.log`, 'utf8')
  await eventually(() => expect(logged().trim().split('\n')).toHaveLength(asked.length))
  expect(
    logged()
      .split('\n')
      .filter((line) => line.includes(key)),
  ).toEqual([])
})
