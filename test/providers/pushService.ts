import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

// Simulates a push service, which verifies signatures (RFC 8292), and browsers, which decrypt (RFC 8291).

interface Received {
  browser: string
  // biome-ignore lint/suspicious/noExplicitAny: the assertions of a test state the type of a notification
  notification: any
  headers: Record<string, string | string[] | undefined>
  subject: string
}

export async function openPushService() {
  const received: Received[] = []
  const browsers = new Map<string, ReturnType<typeof newBrowser>>()
  /** Status by browser; 201 by default. */
  const statuses = new Map<string, number>()
  let publicKey = ''
  const server = createServer(async (request, reply) => {
    const name = (request.url ?? '').slice(1)
    const browser = browsers.get(name)
    const body = await buffer(request)
    const subject = subjectOf(request.headers.authorization ?? '', publicKey, origin)
    const status = statuses.get(name) ?? (browser ? 201 : 404)
    if (status === 201 && browser)
      received.push({ browser: name, notification: browser.decrypt(body), headers: request.headers, subject })
    reply.writeHead(status, status === 302 ? { location: `${origin}/other` } : {}).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    received,
    statuses,
    /** Sets the public key that the product gave the browsers. Its private key must sign all notifications. */
    trust: (key: string) => {
      publicKey = key
    },
    subscribe(name: string) {
      const browser = newBrowser()
      browsers.set(name, browser)
      return {
        endpoint: `${origin}/${name}`,
        p256dh: browser.p256dh,
        auth: browser.auth,
        userAgent: 'Firefox',
      }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function newBrowser() {
  const ecdh = createECDH('prime256v1')
  const own = ecdh.generateKeys()
  const auth = randomBytes(16)
  const expand = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length))
  return {
    p256dh: own.toString('base64url'),
    auth: auth.toString('base64url'),
    decrypt(body: Buffer): unknown {
      const salt = body.subarray(0, 16)
      const idLength = body.readUInt8(20)
      const sender = body.subarray(21, 21 + idLength)
      const sealed = body.subarray(21 + idLength)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender])
      const secret = expand(ecdh.computeSecret(sender), auth, info, 32)
      const key = expand(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
      const nonce = expand(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce)
      decipher.setAuthTag(sealed.subarray(-16))
      const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      // The byte 2 ends the last record; zeros after it are padding.
      return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString())
    },
  }
}

/** Returns the sender's contact. Throws if the signature or the service is wrong, or the notification has expired. */
function subjectOf(authorization: string, publicKey: string, origin: string): string {
  const [, token = '', key = ''] = authorization.match(/^vapid t=([^,]+), *k=(.+)$/) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const raw = Buffer.from(key, 'base64url')
  const [x, y] = [raw.subarray(1, 33), raw.subarray(33)].map((part) => part.toString('base64url'))
  const verifier = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: verifier, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const { aud, sub, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  if (!isSigned || key !== publicKey || aud !== origin || exp * 1000 < Date.now())
    throw new Error('the notification is not signed by the product')
  return sub
}
