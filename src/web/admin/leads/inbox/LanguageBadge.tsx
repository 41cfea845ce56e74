import { languageName } from '../../../../languages/languageName.ts'
import { officeLanguage } from '../../../../languages/office.ts'
import type { LeadItem } from '../../../../modules/leads/inbox/contract.ts'
import { Badge } from '../../kit/Badge.tsx'

export function LanguageBadge({ language }: Pick<LeadItem, 'language'>) {
  return language !== officeLanguage && <Badge tone="info">{languageName(language)}</Badge>
}
