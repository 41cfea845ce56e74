import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { CalculateRoute } from '../../../../modules/catalog/places/lookup.contract.ts'
import type { RouteForm } from '../../../../modules/catalog/routes/contract.ts'
import { CallError, call } from '../../../client.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { sentenceOf } from '../../kit/api.ts'
import { FieldRow, FormNumber, FormText } from '../../kit/Form.tsx'
import { leaveIfOut } from '../../kit/session.ts'
import type { ContractForm } from '../../kit/useContractForm.ts'

const sources = {
  google: 'Calcolate da Google; si possono correggere.',
  stima: 'Stima sulla rete stradale, senza Google: si possono correggere.',
} as const

/** The server computes distance and time when staff choose two different places or press `Ricalcola`. */
export function RouteDistance({ form }: { form: ContractForm<RouteForm> }) {
  const { control } = form.rhf
  const from = Number(useWatch({ control, name: 'departureLocationId' }))
  const to = Number(useWatch({ control, name: 'destinationLocationId' }))
  const [isBusy, setBusy] = useState(false)
  const [note, setNote] = useState('')
  // The pair of places for which the form has distance and time: at first the stored pair.
  const known = useRef(`${from}>${to}`)

  const fill = ({ distanceKm, estimatedDuration }: { distanceKm: number; estimatedDuration: string }) => {
    const options = { shouldDirty: true, shouldValidate: true }
    form.rhf.setValue('distanceKm', distanceKm, options)
    form.rhf.setValue('estimatedDuration', estimatedDuration, options)
  }
  const calculate = async (signal?: AbortSignal) => {
    setBusy(true)
    setNote('')
    try {
      const input = { departureLocationId: from, destinationLocationId: to }
      const found = await call<typeof CalculateRoute>(CalculateRoute.http, input, signal ? { signal } : {})
      fill(found)
      setNote(sources[found.source])
    } catch (error) {
      if (signal?.aborted) return
      leaveIfOut(error)
      const { estimate, reason } = error instanceof CallError ? error.problem : {}
      if (estimate) {
        fill(estimate)
        setNote(
          `${sentenceOf(error)} (Google: ${reason}). Al suo posto una stima sulla rete stradale: controllala.`,
        )
      } else {
        const failed = sentenceOf(error)
        setNote(`${failed}${failed.endsWith('.') ? '' : '.'} Scrivi distanza e durata a mano.`)
      }
    } finally {
      if (!signal?.aborted) setBusy(false)
    }
  }
  const calculateNew = useEffectEvent(calculate)
  const canCalculate = from > 0 && to > 0 && from !== to

  useEffect(() => {
    const pair = `${from}>${to}`
    if (!(from > 0 && to > 0) || from === to || pair === known.current) return
    known.current = pair
    const stop = new AbortController()
    void calculateNew(stop.signal)
    return () => {
      stop.abort()
      setBusy(false)
    }
  }, [from, to])

  return (
    <div className="grid gap-2">
      <FieldRow>
        {isBusy ? (
          <>
            <TextField label="Distanza (km)" value="Calcolando..." disabled readOnly />
            <TextField label="Durata stimata" value="Calcolando..." disabled readOnly />
          </>
        ) : (
          <>
            <FormNumber form={form} name="distanceKm" />
            <FormText form={form} name="estimatedDuration" />
          </>
        )}
      </FieldRow>
      <div className="flex flex-wrap items-center gap-3">
        <Button look="plain" disabled={!canCalculate || isBusy} onClick={() => void calculate()}>
          Ricalcola
        </Button>
        <p role="status" className="text-ink-soft text-sm">
          {note}
        </p>
      </div>
    </div>
  )
}
