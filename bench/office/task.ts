import type { OpenBrowser } from '../../test/browser.ts'
import type { Site } from '../site.ts'
import type { Work } from './hands.ts'

/** Site and browser in which the tasks of a working day are performed. */
export interface Day {
  site: Site
  browser: OpenBrowser
  /** Runs the waiting jobs. */
  drain(): Promise<void>
  /** Sends a call with the session of staff, from a new IP address. Throws if the server refuses the call. */
  // biome-ignore lint/suspicious/noExplicitAny: each task states the type of its replies
  send(method: string, path: string, body?: object): Promise<any>
}

export interface Task {
  name: string
  /** Presses that the task may take. */
  goal: number
  /** The effort before the panel was rebuilt, in words; empty if it is unknown. */
  before: string
  /** Performs the task once and returns the effort. Throws if the result is not stored. */
  perform(day: Day): Promise<Work>
}
