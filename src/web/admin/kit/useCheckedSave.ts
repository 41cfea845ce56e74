import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { ContractForm } from './useContractForm.ts'

/**
 * Runs `check` before the form saves. Staff must confirm what it finds. If the check fails or finds nothing, the form
 * saves, and the save shows the error.
 */
export function useCheckedSave<T extends FieldValues, Found>(
  form: ContractForm<T>,
  check: (() => Promise<Found | null>) | undefined,
) {
  const [found, setFound] = useState<Found | null>(null)
  const [isChecking, setChecking] = useState(false)

  async function checkAndSave(check: () => Promise<Found | null>): Promise<void> {
    setChecking(true)
    const result = await check().catch(() => null)
    setChecking(false)
    if (result === null) form.submit()
    else setFound(result)
  }

  return {
    form: check
      ? { ...form, submit: () => void checkAndSave(check), isSaving: form.isSaving || isChecking }
      : form,
    /** Result of the check that staff must confirm; null if there is none. */
    found,
    confirm() {
      setFound(null)
      form.submit()
    },
    close: () => setFound(null),
  }
}
