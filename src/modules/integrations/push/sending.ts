import http from 'node:http'
import https from 'node:https'
import webPush from 'web-push'
import type { Context } from '../../../kernel/context.ts'
import { mayBePublic, PrivateEndpoint, publicLookup } from './endpoint.ts'

const timeoutMs = 10_000
/** Seconds for which the push service keeps a notification for a browser that is offline. */
const lifeSeconds = 4 * 3600

export interface Receiver {
  endpoint: string
  p256dh: string
  auth: string
}

export interface Notification {
  title: string
  body: string
  /** Path in the panel that a click on the notification opens. */
  path: string
  /** A later notification with the same tag replaces the earlier notification. */
  tag: string
}

export type Sent =
  | { state: 'sent' }
  /** The browser no longer has a subscription. */
  | { state: 'gone' }
  | { state: 'refused' | 'failed'; reason: string }

interface Sender {
  keys: { publicKey: string; privateKey: string }
  /** E-mail address at which the push service can reach the operator. */
  contact: string
}

/** Sends an encrypted notification (RFC 8291). Follows no redirect. */
export async function sendPush(
  { endpoint, p256dh, auth }: Receiver,
  notification: Notification,
  { keys, contact }: Sender,
  context: Context,
): Promise<Sent> {
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(notification),
    {
      vapidDetails: { subject: `mailto:${contact}`, ...keys },
      TTL: lifeSeconds,
      urgency: 'high',
      contentEncoding: 'aes128gcm',
    },
  )
  try {
    if (!mayBePublic(endpoint, context)) throw new PrivateEndpoint(endpoint)
    return outcomeOf(await post(new URL(endpoint), headers, body))
  } catch (error) {
    return error instanceof PrivateEndpoint
      ? { state: 'refused', reason: 'L’indirizzo del servizio di notifiche non è pubblico.' }
      : { state: 'failed', reason: 'Il servizio di notifiche non risponde.' }
  }
}

/** Returns the status of the response. Not `fetch`, because it cannot use `publicLookup`. */
function post(url: URL, headers: http.OutgoingHttpHeaders, body: Buffer): Promise<number> {
  const { request } = url.protocol === 'https:' ? https : http
  const options = {
    method: 'POST',
    headers,
    lookup: publicLookup,
    signal: AbortSignal.timeout(timeoutMs),
  }
  return new Promise((resolve, reject) => {
    request(url, options, (reply) => {
      reply.resume()
      resolve(reply.statusCode ?? 0)
    })
      .on('error', reject)
      .end(body)
  })
}

function outcomeOf(status: number): Sent {
  if (status >= 200 && status < 300) return { state: 'sent' }
  if (status === 404 || status === 410) return { state: 'gone' }
  const reason = `Il servizio di notifiche ha risposto ${status}.`
  return { state: status === 429 || status >= 500 ? 'failed' : 'refused', reason }
}
