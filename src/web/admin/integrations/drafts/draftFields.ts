import type { DraftField } from '../../../../modules/integrations/drafts/contract.ts'

export const draftFields: Record<DraftField, string> = {
  longDescription: 'Descrizione',
  touristInfo: 'Informazioni turistiche',
}
