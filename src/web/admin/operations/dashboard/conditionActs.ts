import type { Failure } from '../../../../modules/operations/dashboard/contract.ts'
import type { ConditionId } from '../../../../modules/operations/status/contract.ts'
import { adminPath } from '../../kit/adminPath.ts'

interface ConditionAct {
  /** Section in which staff act. */
  to: string
  action: string
  /** Kind of the failures that Oggi lists one by one, each with its reason. */
  listed?: Failure['kind']
}

const status = { to: adminPath('stato/'), action: 'Stato del sistema' }
const mailSettings = { to: adminPath('brevo-email/'), action: 'Apri Brevo Email' }

export const conditionActs: Record<ConditionId, ConditionAct> = {
  worker: status,
  events: status,
  unread: status,
  effects: {
    to: adminPath('eventi/', {}, { onlyFailed: 'true' }),
    action: 'Vedi gli eventi',
    listed: 'effect',
  },
  jobs: { ...status, listed: 'job' },
  tasks: { ...status, listed: 'task' },
  retention: status,
  mail: mailSettings,
  mailsStuck: { to: adminPath('email/', {}, { state: 'planned' }), action: 'Vedi le email' },
  mailsHeld: { to: adminPath('email/', {}, { state: 'held' }), action: 'Invia o scarta' },
  mailsFailed: { to: adminPath('email/', {}, { state: 'failed' }), action: 'Vedi le email', listed: 'mail' },
  mailLimit: mailSettings,
  replies: { to: adminPath('casella-risposte/'), action: 'Casella delle risposte', listed: 'unreadable' },
  company: { to: adminPath('azienda/'), action: 'Completa' },
  indexNow: { to: adminPath('indexnow/'), action: 'Vedi gli invii', listed: 'indexNow' },
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
