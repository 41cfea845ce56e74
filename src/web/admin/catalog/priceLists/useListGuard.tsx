import { type ReactNode, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { clean } from '../../../../kernel/check.ts'
import { PreviewPriceList, type PriceListPreview } from '../../../../modules/catalog/priceLists/contract.ts'
import { call } from '../../../client.ts'
import { Confirm } from '../../kit/Confirm.tsx'
import type { ContractForm } from '../../kit/useContractForm.ts'
import { PlainChanges } from '../prices/PlainChanges.tsx'

/** Asks staff to confirm price warnings before the form saves. If the preview fails, the save shows the error. */
export function useListGuard<T extends FieldValues>(form: ContractForm<T>) {
  const [found, setFound] = useState<PriceListPreview | null>(null)

  async function askOrSave(): Promise<void> {
    if (!(await form.rhf.trigger())) return form.submit()
    const input = clean(PreviewPriceList.input, form.input()) as typeof PreviewPriceList.input.static
    const preview = await call<typeof PreviewPriceList>(PreviewPriceList.http, input).catch(() => null)
    if (preview && preview.warnings.length > 0) setFound(preview)
    else form.submit()
  }

  const question: ReactNode = found && (
    <Confirm
      title="Questi prezzi sono giusti?"
      action="Sono giusti, salva"
      onConfirm={() => {
        setFound(null)
        form.submit()
      }}
      onClose={() => setFound(null)}
    >
      <PlainChanges
        changes={found.changes.filter(({ id, field }) =>
          found.warnings.some((warning) => warning.id === id && warning.field === field),
        )}
        warnings={found.warnings}
      />
    </Confirm>
  )
  return { form: { ...form, submit: () => void askOrSave() }, question }
}
