import { afterAll } from 'vitest'
import { startApp } from './app.ts'
import { openBrowser } from './browser.ts'

/** Starts one app and one browser for all tests of the calling file, and closes them after the last test. */
export async function openAppInBrowser(options: Parameters<typeof startApp>[0] = {}) {
  const app = await startApp(options)
  const browser = await openBrowser()
  afterAll(async () => {
    await browser[Symbol.asyncDispose]()
    await app[Symbol.asyncDispose]()
  })
  return { app, browser }
}
