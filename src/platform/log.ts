import { type Logger, pino } from 'pino'

/** Formats log lines for a terminal. Without this development dependency or a terminal, log lines are JSON. */
const readable = 'pino-pretty'

/** Log lines contain no personal data, full IP address, password or token. `redact` is a second safeguard. */
export function openLog(level: string, name: string): Logger {
  return pino({
    name,
    level,
    base: { pid: process.pid, name },
    redact: ['password', 'apiKey', 'smtpPassword', 'authorization', 'cookie', '*.password', '*.apiKey'],
    ...(process.stdout.isTTY && isInstalled(readable)
      ? {
          transport: {
            target: readable,
            options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' },
          },
        }
      : {}),
  })
}

function isInstalled(name: string): boolean {
  try {
    return import.meta.resolve(name) !== ''
  } catch {
    return false
  }
}

/** Returns the code of an error, such as `ENOENT` or a SQLSTATE; '' if it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && error.code ? String(error.code) : ''
}

/** Returns message and code on one line of at most 500 characters, for logs and for tables that staff read. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error)
  const text = error instanceof Error ? error.message || error.name : String(error)
  return `${text}${code && ` (${code})`}`.replace(/\s+/g, ' ').slice(0, 500)
}
