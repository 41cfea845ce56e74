import { afterAll } from 'vitest'
import { openApp } from './app.ts'
import { openBrowser } from './browser.ts'

/** Starts one app and one browser for all tests of the calling file, and closes them after the last test. */
export async function openAppInBrowser(options: Parameters<typeof openApp>[0] = {}) {
  const app = await openApp(options)
  const browser = await openBrowser()
  afterAll(() => browser[Symbol.asyncDispose]())
  return { app, browser }
}
