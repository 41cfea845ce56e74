import type { InboundMail } from '../../../../modules/integrations/mail/inbound.contract.ts'
import { Badge } from '../../kit/Badge.tsx'
import { doubtLabels, kindLabels } from './receivedLabels.ts'

/** Names the kind of a mail that no person wrote, and why its sender may be another person than the customer. */
export function MailMarks({ kind, doubt }: Pick<InboundMail, 'kind' | 'doubt'>) {
  return (
    <>
      {kind !== 'person' && <Badge tone={kindLabels[kind].tone}>{kindLabels[kind].label}</Badge>}
      {doubt && <Badge tone={doubtLabels[doubt].tone}>{doubtLabels[doubt].label}</Badge>}
    </>
  )
}
