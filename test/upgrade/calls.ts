import { newAddress } from '../newAddress.ts'

// Calls of visitors and staff to processes of a release.

export interface Answer {
  status: number
  headers: Headers
  bytes: Buffer
  // biome-ignore lint/suspicious/noExplicitAny: the calls state what they read of a reply
  body: any
}

export interface Sent {
  body?: unknown
  /** Cookie of a session; without one a visitor calls. */
  cookie?: string
  headers?: Record<string, string>
}

/** Sends a call from a new address, because limits count by address. */
export async function sendCall(
  origin: string,
  method: string,
  path: string,
  { body, cookie, headers }: Sent = {},
): Promise<Answer> {
  const reply = await fetch(origin + path, {
    method,
    redirect: 'manual',
    headers: {
      'x-forwarded-for': newAddress(),
      'sec-fetch-site': 'same-origin',
      'accept-encoding': 'identity',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(cookie ? { cookie } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const bytes = Buffer.from(await reply.arrayBuffer())
  const isJson = reply.headers.get('content-type')?.includes('json') && bytes.length > 0
  return {
    status: reply.status,
    headers: reply.headers,
    bytes,
    body: isJson ? JSON.parse(bytes.toString()) : {},
  }
}

/** Logs in and returns the cookie of the session. */
export async function sessionOf(origin: string, username: string, password: string): Promise<string> {
  const reply = await sendCall(origin, 'POST', '/api/admin/login', { body: { username, password } })
  const [cookie = ''] = reply.headers.getSetCookie()
  if (reply.status !== 200) throw new Error(`no log-in: ${reply.status} ${reply.bytes.toString()}`)
  return cookie.slice(0, cookie.indexOf(';'))
}
