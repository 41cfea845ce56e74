import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { ContractForm } from './useContractForm.ts'

/**
 * Runs `check` before the form saves. If `isOdd`, staff must confirm what it found. If the check fails or returns null,
 * the form saves, and the save shows the error.
 */
export function useCheckedSave<T extends FieldValues, Found>(
  form: ContractForm<T>,
  check: () => Promise<Found | null>,
  isOdd: (found: Found) => boolean,
) {
  const [found, setFound] = useState<Found | null>(null)
  const [isChecking, setChecking] = useState(false)

  async function checkAndSave(): Promise<void> {
    setChecking(true)
    const result = await check().catch(() => null)
    setChecking(false)
    if (result !== null && isOdd(result)) setFound(result)
    else form.submit()
  }

  return {
    form: { ...form, submit: () => void checkAndSave(), isSaving: form.isSaving || isChecking },
    /** Result of the check that staff must confirm; null if there is none. */
    found,
    confirm() {
      setFound(null)
      form.submit()
    },
    close: () => setFound(null),
  }
}
