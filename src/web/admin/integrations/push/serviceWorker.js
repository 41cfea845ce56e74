// Service worker of the panel. It shows notifications. Without a network, it serves the driver's page from the files
// that this page has stored (offlineCopy.ts). For other pages, and without these files, it serves `offlinePage`. The
// service worker stores no response, so that nothing of an account stays in the browser after log-out. The log-out also
// deletes the files of the driver's page. vite.config.ts publishes this file unchanged.

const driverPage = '/admin/miei-viaggi/'

const offlinePage = `<!doctype html><html lang="it"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Sei offline · Pannello admin</title>
<style>body{font:1.0625rem/1.5 system-ui,sans-serif;margin:0;padding:2rem 1.25rem;color:#11243d;background:#fff}
main{max-width:32rem;margin:10vh auto 0}a{color:inherit;display:inline-block;padding:.75rem 0}
@media (prefers-color-scheme:dark){body{color:#f3efe6;background:#0d1728}}</style></head>
<body><main><h1>Sei offline</h1><p>Il pannello ha bisogno della rete: richieste e prezzi non restano in questo
dispositivo. Appena la connessione torna, riprova.</p><p><a href="">Riprova</a></p></main></body></html>`

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
// A page without a controller asks for one (browserPush.ts).
self.addEventListener('message', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => pageWithoutNetwork(pathname)))
  else if (origin === location.origin && pathname.startsWith('/assets/'))
    event.respondWith(fetch(request).catch(async () => (await stored(request)) ?? Response.error()))
})

const stored = (request) => caches.match(request, { ignoreVary: true })

async function pageWithoutNetwork(pathname) {
  const page = await stored(driverPage)
  if (page && pathname === driverPage) return page
  // The icon on a driver's home screen opens `/admin/`, which therefore leads to the driver's page.
  if (page && pathname === '/admin/') return Response.redirect(driverPage)
  return new Response(offlinePage, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    },
  })
}

self.addEventListener('push', (event) => {
  const { title, body, path, tag } = event.data.json()
  const shown = { body, tag, data: { path }, icon: '/pannello-192.png', lang: 'it', renotify: true }
  event.waitUntil(self.registration.showNotification(title, shown))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { path } = event.notification.data
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then(async ([open]) => {
      if (!open) return self.clients.openWindow(path)
      await open.focus()
      return open.navigate(path)
    }),
  )
})
