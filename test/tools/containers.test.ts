import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import http2 from 'node:http2'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { workingEngine } from '../../scripts/engine.ts'
import { freePort } from '../../scripts/freePort.ts'
import { eventually } from '../app.ts'
import { dayIn } from '../given.ts'
import { long } from '../length.ts'
import { compose } from './compose.ts'

const root = path.join(import.meta.dirname, '..', '..')
const engine = workingEngine('docker', 'podman')
if (!engine) console.log('Skipped: the containers need podman or docker, and neither works here')

const baseImages = [
  ...readFileSync(path.join(root, 'Dockerfile'), 'utf8').matchAll(/^ARG NODE=(.+)$/gm),
  ...readFileSync(path.join(root, 'compose.yaml'), 'utf8').matchAll(/^ +image: (.+:.+)$/gm),
].map(([, image = '']) => image)

/** Returns whether the machine has the image or can pull it. */
function isThere(image: string): boolean {
  const ended = (...words: string[]) => spawnSync(engine ?? 'docker', words, { stdio: 'ignore' }).status === 0
  return ended('image', 'inspect', image) || ended('pull', image)
}

test.skipIf(!engine)(
  'the image is built, compose.yaml starts, serves through the proxy, restarts one by one and stops',
  { ...long, timeout: 1_800_000, retry: 0 },
  async ({ skip }) => {
    const missing = baseImages.filter((image) => !isThere(image))
    if (missing.length > 0) skip(`no registry gives these base images: ${missing.join(', ')}`)
    const built = spawnSync(process.execPath, ['scripts/image.ts'], { cwd: root, stdio: 'inherit' })
    expect(built.status).toBe(0)

    const tls = mkdtempSync(path.join(tmpdir(), 'salento-tls-'))
    const key = ['-keyout', path.join(tls, 'privkey.pem'), '-out', path.join(tls, 'fullchain.pem')]
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', ...key],
      {
        stdio: 'ignore',
      },
    )
    const port = await freePort()
    const all = await compose(engine ?? 'docker', {
      env: {
        SITE_URL: `https://localhost:${port}`,
        SECRET_KEY: randomBytes(32).toString('base64'),
        POSTGRES_PASSWORD: randomBytes(12).toString('hex'),
        METRICS_TOKEN: randomBytes(12).toString('hex'),
      },
      places: {
        './deploy/tls': tls,
        './deploy/acme': tls,
        '80:80': String(await freePort()),
        '443:443': String(port),
      },
    })
    const healthy = (service: string) =>
      eventually(async () => expect([service, await all.isHealthy(service)]).toEqual([service, true]))
    const cli = (...words: string[]) =>
      all.engine('exec', all.nameOf('api-1'), 'node', 'scripts/cli.ts', ...words)
    const proxy = () => http2.connect(`https://localhost:${port}`, { rejectUnauthorized: false })
    try {
      await all.start('postgres')
      await healthy('postgres')
      await all.finish('migrate')
      // The workers have no fixed IP address. They start first, and must not get the fixed address of a later service.
      for (const service of ['worker-1', 'worker-2', 'api-1', 'api-2']) await all.start(service)
      for (const service of ['api-1', 'api-2']) await healthy(service)
      await all.start('proxy')

      await eventually(async () => expect((await ask(proxy(), '/readyz')).status).toBe(200))
      const trip = { departure: 'Brindisi', destination: 'Lecce', time: '10:30', passengers: '2' }
      const booking = { ...trip, date: dayIn(90), phone: '0832 123456', name: 'Anna Rossi' }
      expect(await ask(proxy(), '/api/bookings', booking)).toMatchObject({ status: 201 })
      expect(await cli('leads', 'export')).toContain('Anna Rossi')

      await all.engine(
        'exec',
        all.nameOf('postgres'),
        'setpriv',
        '--reuid=postgres',
        '--clear-groups',
        'touch',
        '/archive/here',
      )

      // The user of the image owns none of its files, and the root file system is read-only.
      expect(await all.engine('exec', all.nameOf('api-1'), 'id', '-un')).toBe('node')
      const written = all.engine('exec', all.nameOf('api-1'), 'touch', '/app/src/here')
      await expect(written).rejects.toThrow(/Read-only file system/)

      const statuses: number[] = []
      let isRestarting = true
      const visitor = (async () => {
        const session = proxy()
        while (isRestarting) {
          statuses.push((await ask(session, '/tratte/')).status)
          await new Promise((resolve) => setTimeout(resolve, 50))
        }
        session.close()
      })()
      for (const service of ['api-1', 'api-2']) {
        await all.engine('restart', all.nameOf(service))
        await healthy(service)
      }
      isRestarting = false
      await visitor
      expect(statuses.length).toBeGreaterThan(20)
      expect(statuses.filter((status) => status !== 200)).toEqual([])

      for (const service of ['proxy', 'api-1', 'api-2', 'worker-1', 'worker-2', 'postgres']) {
        await all.engine('stop', all.nameOf(service))
        const code = await all.engine('inspect', '-f', '{{.State.ExitCode}}', all.nameOf(service))
        expect([service, code]).toEqual([service, '0'])
      }
    } finally {
      await all.remove()
      rmSync(tls, { recursive: true })
    }
  },
)

async function ask(session: http2.ClientHttp2Session, address: string, body?: object) {
  const request = session.request({
    ':path': address,
    ':method': body ? 'POST' : 'GET',
    ...(body && { 'content-type': 'application/json' }),
  })
  request.end(body && JSON.stringify(body))
  const status = new Promise<number>((resolve, reject) => {
    request.once('response', (headers) => resolve(headers[':status'] ?? 0))
    request.once('error', reject)
  })
  return { status: await status, text: await text(request) }
}
