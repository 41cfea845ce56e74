import { handle } from '../../../kernel/message.ts'
import { RecordConsent } from './contract.ts'

export const recordConsent = handle(RecordConsent, async (tx, { version, analytics, marketing }) => {
  await tx`insert into consent_log (version, analytics, marketing) values (${version}, ${analytics}, ${marketing})`
  return {}
})
