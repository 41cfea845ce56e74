import type { EndPushSubscription } from '../../../../modules/integrations/push/contract.ts'
import { call } from '../../../client.ts'
import { panelRoot } from '../../kit/adminPath.ts'

// The push subscription of this browser. A browser without push, or without TLS, has none.

export async function startServiceWorker(): Promise<void> {
  // Without the service worker the panel works, but without notifications and not offline.
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  try {
    await serviceWorker.register(`${panelRoot}notifiche.js`, { scope: panelRoot })
  } catch {
    return
  }
  // Chromium gives a page no controller if the page begins while the service worker starts, such as the driver's page
  // after the log-in by link.
  const { active } = await serviceWorker.ready
  if (!serviceWorker.controller) active?.postMessage('claim')
}

export const canPush = () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

export async function ownSubscription(): Promise<PushSubscription | null> {
  if (!canPush()) return null
  const registration = await navigator.serviceWorker.getRegistration(panelRoot)
  return (await registration?.pushManager.getSubscription()) ?? null
}

export async function subscribe(publicKey: string): Promise<PushSubscription> {
  const registration = await navigator.serviceWorker.ready
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

/** Ends this browser's subscription, so that the browser's next user sees no notifications of this account. */
export async function endOwnSubscription(): Promise<void> {
  const subscription = await ownSubscription()
  if (!subscription) return
  await call<typeof EndPushSubscription>('POST /api/admin/push-subscriptions/end', {
    endpoint: subscription.endpoint,
  })
  await subscription.unsubscribe()
}
