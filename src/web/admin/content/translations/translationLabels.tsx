import { languageName } from '../../../../languages/languageName.ts'
import {
  kindNames,
  type TranslationKind,
  type TranslationState,
} from '../../../../modules/content/translations/contract.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { Badge } from '../../kit/Badge.tsx'

const states = {
  missing: ['bad', 'Manca'],
  draft: ['info', 'Bozza da rivedere'],
  outdated: ['warn', 'Italiano cambiato'],
  reviewed: ['ok', 'Rivista'],
} as const

export const stateChoices: Record<string, string> = Object.fromEntries(
  Object.entries(states).map(([state, [, name]]) => [state, name]),
)
export const kindChoices: Record<string, string> = kindNames

export function StateBadge({ state }: { state: TranslationState }) {
  const [tone, name] = states[state]
  return <Badge tone={tone}>{name}</Badge>
}

export const editorPath = ({ kind, id, language }: { kind: TranslationKind; id: number; language: string }) =>
  adminPath('lingue/:kind/:id/:language/', { kind, id, language })

/** Returns for example `inglese`, for use within a sentence. */
export const languageInText = (code: string) => languageName(code).toLowerCase()
