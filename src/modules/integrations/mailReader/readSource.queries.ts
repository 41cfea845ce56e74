import { apart } from '../../../platform/apart.ts'
import type readMail from './readMail.ts'

/** Reads a mail of the mailbox in a child process. Throws `Unreadable` or `NoChild`, see `apart`. */
export const readSource = apart<typeof readMail>(new URL('./readMail.ts', import.meta.url))
