// `npm run messages` writes this file from it.json.

import type { ReactNode } from 'react'

/** Values of the messages that are plain text. */
export interface Plain {
  'bar.label': null
  'bar.sent': { code: string | number }
  'bar.hours': { hours: string | number }
  'bar.request': null
  'bar.talk': null
  'bar.call': null
  'bar.email': null
  'whatsapp.lead': { code: string | number }
  'whatsapp.general': null
  'whatsapp.trip': { trip: string | number }
  'whatsapp.day': { day: string | number }
  'whatsapp.party': { party: string | number }
  'trip.departure': null
  'trip.destination': null
  'trip.departureEmpty': null
  'trip.destinationEmpty': null
  'trip.day': null
  'trip.returnDay': null
  'trip.bothWays': null
  'trip.oneWay': null
  'trip.bothWaysOffer': null
  'trip.passengers': null
  'trip.bags': null
  'trip.search': null
  'trip.showPrices': null
  'trip.searching': null
  'trip.town': { address: string | number }
  'trip.vehicleAndPrice': null
  'trip.shared': null
  'place.tooShort': { count: string | number }
  'place.none': { text: string | number }
  'place.loading': null
  'place.list': null
  'place.clear': null
  'place.airport': null
  'place.port': null
  'place.station': null
  'party.passengers': { count: number }
  'party.bags': { count: number }
  'party.noBags': null
  'party.moreThanEight': null
  'party.choose': null
  'party.bagsUnknown': null
  'party.none': null
  'fare.failed': null
  'fare.fixed': { days: string | number; party: string | number }
  'fare.indicative': { days: string | number; party: string | number }
  'fare.today': null
  'fare.returnOn': { day: string | number; returnDay: string | number }
  'fare.returnOnRequest': null
  'fare.discounted': { percent: string | number }
  'fare.confirmed': null
  'fare.ofTowns': { from: string | number; to: string | number }
  'fare.tooMany': null
  'fare.unknownPlace': null
  'fare.samePlace': { place: string | number }
  'fare.notServed': { from: string | number; to: string | number }
  'fare.unknownTrip': null
  'fare.indicativeMark': null
  'fare.fixedMark': null
  'fare.onRequest': null
  'request.title': null
  'request.intro': { promise: string | number }
  'request.invitation': { hours: string | number; promise: string | number }
  'request.close': null
  'request.allRoutes': null
  'request.failed': null
  'request.failedText': null
  'request.failedPhone': { phone: string | number }
  'request.back': null
  'request.next': null
  'request.send': null
  'request.sending': null
  'request.step': { count: string | number; step: string | number }
  'request.stepPlaces': null
  'request.stepWhen': null
  'request.stepParty': null
  'request.stepDetails': null
  'request.stepPerson': null
  'request.time': null
  'request.returnTime': null
  'request.whenUnknown': null
  'request.flight': null
  'request.flightHint': null
  'request.address': null
  'request.addressHint': null
  'request.locate': null
  'request.locating': null
  'request.located': null
  'request.notLocated': null
  'request.message': null
  'request.messageHint': null
  'request.name': null
  'request.phone': null
  'request.email': null
  'request.website': null
  'request.summaryReturn': null
  'request.sent': null
  'request.sentText': { promise: string | number }
  'request.follow': null
  'request.sentWhatsApp': { code: string | number }
  'request.calendar': null
  'field.optional': null
  'field.valid': null
  'field.invalid': null
}

/** Renders the parts of a message between a tag and its end. */
export type Tag = (parts: ReactNode[]) => ReactNode

/** Values of the messages with tags such as `<link>`. */
export interface Tagged {
  'request.kept': { link: Tag; phone: string | number }
  'request.consent': { link: Tag }
  'request.code': { code: string | number; strong: Tag }
}
