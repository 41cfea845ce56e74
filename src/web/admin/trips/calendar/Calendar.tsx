import { Fragment, useState } from 'react'
import { Link } from 'react-router'
import { romanDay } from '../../../../kernel/romanDay.ts'
import { type CalendarEntry, ReadCalendar } from '../../../../modules/trips/calendar/contract.ts'
import { ListDrivers, ListVehicles } from '../../../../modules/trips/fleet/contract.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { useQueryCall } from '../../kit/api.ts'
import { showFullDay } from '../../kit/format.ts'
import { laterPart } from '../../kit/laterPart.tsx'
import { Answer } from '../../kit/States.tsx'
import { Title } from '../../kit/Title.tsx'
import { UpdateButton } from '../../kit/UpdateButton.tsx'
import { TripList } from '../trips/TripList.tsx'
import { CalendarBar } from './CalendarBar.tsx'
import { CalendarFeed } from './CalendarFeed.tsx'
import { daysOf } from './calendarDays.ts'
import { Dispatch } from './Dispatch.tsx'
import { lanesOf } from './lanes.ts'
import { Pools } from './Pools.tsx'
import { SideList } from './SideList.tsx'
import { useCalendarPlace } from './useCalendarPlace.ts'
import { useHeldCalendar } from './useHeldCalendar.ts'

const LegDialog = laterPart(async () => (await import('./LegDialog.tsx')).LegDialog)

const all = { page: 1, limit: 100 }

/** Calendar of the dispatchers. The URL contains day, view and kind of lanes. The print shows a list for each day. */
export default function Calendar() {
  const { view, day, lanes: kind, show } = useCalendarPlace()
  const days = daysOf(view, day)
  const calendar = useQueryCall(
    ReadCalendar,
    { from: days[0] ?? day, to: days.at(-1) ?? day },
    { keepPrevious: true },
  )
  const vehicles = useQueryCall(ListVehicles, all)
  const drivers = useQueryCall(ListDrivers, all)
  const { shown, isOld, take } = useHeldCalendar(calendar.data)
  const update = (
    <UpdateButton isShown={isOld} onPress={take}>
      Aggiorna il calendario
    </UpdateButton>
  )
  const [leg, setLeg] = useState<CalendarEntry | null>(null)
  return (
    <>
      <Title
        actions={
          <div className="flex flex-wrap gap-2 print:hidden">
            <Button look="plain" onClick={() => print()}>
              Stampa
            </Button>
            <Link
              to={adminPath('viaggi/nuovo/', {}, { alle: `${day}T09:00` })}
              className={buttonClass('sea')}
            >
              Nuovo viaggio
            </Link>
          </div>
        }
      >
        Calendario
      </Title>
      <CalendarBar view={view} day={day} kind={kind} show={show} />
      <Answer of={{ ...calendar, data: shown }} rows={10}>
        {({ trips, items, untimed, undated, pools, uncounted }) => {
          const lanes = lanesOf(kind, {
            vehicles: vehicles.data?.items ?? [],
            drivers: drivers.data?.items ?? [],
            trips,
          })
          const waiting = <SideList items={items} untimed={untimed} undated={undated} onOpen={setLeg} />
          return (
            <>
              {view === 'elenco' ? (
                <>
                  {update}
                  <TripList day={day} trips={trips} />
                </>
              ) : (
                <>
                  <Dispatch day={day} days={days} kind={kind} lanes={lanes} trips={trips} update={update}>
                    {waiting}
                  </Dispatch>
                  <div className="hidden print:block">
                    {days.map((one) => (
                      <Fragment key={one}>
                        {days.length > 1 && <h3 className="mt-4 font-semibold">{showFullDay(one)}</h3>}
                        <TripList
                          day={one}
                          trips={trips.filter(({ pickupAt }) => romanDay(new Date(pickupAt)) === one)}
                        />
                      </Fragment>
                    ))}
                  </div>
                </>
              )}
              <div className="print:hidden">
                {view === 'elenco' && <div className="mt-6 max-w-4xl">{waiting}</div>}
                <Pools pools={pools} uncounted={uncounted} trips={trips} />
              </div>
            </>
          )
        }}
      </Answer>
      <CalendarFeed drivers={drivers.data?.items ?? []} />
      {leg && <LegDialog entry={leg} onClose={() => setLeg(null)} />}
    </>
  )
}
