import webPush from 'web-push'
import type { Context } from '../../../kernel/context.ts'
import { isPublicEndpoint } from './endpoint.ts'

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
  if (!(await isPublicEndpoint(endpoint, context)))
    return { state: 'refused', reason: 'L’indirizzo del servizio di notifiche non è pubblico.' }
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
    const reply = await fetch(endpoint, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await reply.body?.cancel()
    return outcomeOf(reply.status)
  } catch {
    return { state: 'failed', reason: 'Il servizio di notifiche non risponde.' }
  }
}

function outcomeOf(status: number): Sent {
  if (status >= 200 && status < 300) return { state: 'sent' }
  if (status === 404 || status === 410) return { state: 'gone' }
  const reason = `Il servizio di notifiche ha risposto ${status}.`
  return { state: status === 429 || status >= 500 ? 'failed' : 'refused', reason }
}
