import { type Handler, messageName } from '../../../kernel/message.ts'
import { listHandler } from './auditLog.ts'
import { restoreHandler } from './restoration.ts'

/** The audit log reads and saves records through the handlers of all modules. */
export function auditHandlers(handlers: Handler[]): Handler[] {
  const byName = new Map(handlers.map((handler) => [messageName(handler.message), handler]))
  return [listHandler(byName), restoreHandler(byName)]
}
