import type { Failure } from '../../../../modules/operations/dashboard/contract.ts'
import type { ConditionId } from '../../../../modules/operations/status/contract.ts'

interface ConditionAct {
  /** Section in which staff act. */
  to: string
  action: string
  /** Kind of the failures that Oggi lists one by one, each with its reason. */
  listed?: Failure['kind']
}

const status = { to: '/admin/stato/', action: 'Stato del sistema' }
const mailSettings = { to: '/admin/brevo-email/', action: 'Apri Brevo Email' }

export const conditionActs: Record<ConditionId, ConditionAct> = {
  worker: status,
  events: status,
  effects: { to: '/admin/eventi/?onlyFailed=true', action: 'Vedi gli eventi', listed: 'effect' },
  jobs: { ...status, listed: 'job' },
  tasks: { ...status, listed: 'task' },
  mail: mailSettings,
  mailsStuck: { to: '/admin/email/?state=planned', action: 'Vedi le email' },
  mailsHeld: { to: '/admin/email/?state=held', action: 'Invia o scarta' },
  mailsFailed: { to: '/admin/email/?state=failed', action: 'Vedi le email', listed: 'mail' },
  mailLimit: mailSettings,
  replies: { to: '/admin/casella-risposte/', action: 'Casella delle risposte', listed: 'unreadable' },
  company: { to: '/admin/azienda/', action: 'Completa' },
  indexNow: { to: '/admin/indexnow/', action: 'Vedi gli invii', listed: 'indexNow' },
  edge: status,
  maps: status,
  readModels: status,
  secrets: status,
  earlierKey: status,
  clock: status,
  archive: status,
  spf: status,
  dkim: status,
  dmarc: status,
}
