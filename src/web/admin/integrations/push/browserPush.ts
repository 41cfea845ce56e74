import type { EndPushSubscription } from '../../../../modules/integrations/push/contract.ts'
import { call } from '../../../client.ts'

// The subscription of this browser. A browser without push, or a page without TLS, has none.

const scope = '/admin/'

export function startServiceWorker(): void {
  // Without the worker the panel works as before, only not offline.
  navigator.serviceWorker?.register('/admin/notifiche.js', { scope }).catch(() => {})
}

export const canPush = () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

export async function ownSubscription(): Promise<PushSubscription | null> {
  if (!canPush()) return null
  const registration = await navigator.serviceWorker.getRegistration(scope)
  return (await registration?.pushManager.getSubscription()) ?? null
}

export async function subscribe(publicKey: string): Promise<PushSubscription> {
  const registration = await navigator.serviceWorker.ready
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

/** Ends the subscription of this browser, so that the next person who uses it sees no notifications of this one. */
export async function endOwnSubscription(): Promise<void> {
  const subscription = await ownSubscription()
  if (!subscription) return
  await call<typeof EndPushSubscription>('POST /api/admin/push-subscriptions/end', {
    endpoint: subscription.endpoint,
  })
  await subscription.unsubscribe()
}
