// `npm run messages` writes this file from it.json.

import type { ReactNode } from 'react'

/** Codes of the languages (ISO 639-1), one for each JSON file of this folder. */
export const languages = ['it', 'de', 'en', 'fr'] as const
export type LanguageCode = (typeof languages)[number]

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
  'whatsapp.bothWays': { party: string | number; total: string | number; vehicle: string | number }
  'trip.departure': null
  'trip.destination': null
  'trip.departureEmpty': null
  'trip.destinationEmpty': null
  'trip.day': null
  'trip.returnDay': null
  'trip.bothWays': null
  'trip.oneWay': null
  'trip.returnApart': null
  'trip.bothWaysOffer': null
  'trip.passengers': null
  'trip.bags': null
  'trip.search': null
  'trip.attention': null
  'trip.enterBoth': null
  'trip.pickBoth': null
  'trip.showPrices': null
  'trip.searching': null
  'trip.town': { address: string | number }
  'trip.vehicleAndPrice': null
  'trip.shared': null
  'place.tooShort': { count: string | number }
  'place.none': { text: string | number }
  'place.outside': { text: string | number }
  'place.closedLink': null
  'place.loading': null
  'place.list': null
  'place.clear': null
  'place.airport': null
  'place.port': null
  'place.station': null
  'party.passengers': { count: number }
  'party.bags': { count: number }
  'party.moreThanEight': null
  'party.choose': null
  'party.bagsUnknown': null
  'party.none': null
  'fare.failed': null
  'fare.fixed': { days: string | number; party: string | number }
  'fare.indicative': { days: string | number; party: string | number }
  'fare.toConfirm': { days: string | number; party: string | number }
  'fare.today': null
  'fare.returnOn': { day: string | number; returnDay: string | number }
  'fare.returnOnRequest': null
  'fare.returnApart': { vehicle: string | number }
  'fare.discounted': { percent: string | number }
  'fare.confirmed': null
  'fare.ofTowns': { from: string | number; to: string | number }
  'fare.tooMany': null
  'fare.unknownPlace': null
  'fare.closedLink': null
  'fare.samePlace': { place: string | number }
  'fare.notServed': { from: string | number; to: string | number }
  'fare.outside': { place: string | number }
  'fare.outsideTrip': null
  'fare.ask': null
  'fare.indicativeMark': null
  'fare.toConfirmMark': null
  'fare.fixedMark': null
  'fare.onRequest': null
  'request.title': null
  'request.intro': { promise: string | number }
  'request.invitation': { hours: string | number; promise: string | number }
  'request.onlyMessage': null
  'request.close': null
  'request.allRoutes': null
  'request.failed': null
  'request.failedText': null
  'request.noConnection': null
  'request.failedPhone': { phone: string | number }
  'request.past': null
  'request.sendMessage': null
  'request.back': null
  'request.next': null
  'request.send': null
  'request.sendChange': null
  'request.sendNew': null
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
  'request.outside': null
  'request.addressHint': null
  'request.locate': null
  'request.locating': null
  'request.located': null
  'request.notLocated': null
  'request.message': null
  'request.messageHint': null
  'request.name': null
  'request.phone': null
  'request.phoneHint': null
  'request.email': null
  'request.website': null
  'request.summaryReturn': null
  'request.sent': null
  'request.changeSent': null
  'request.sentText': { promise: string | number }
  'request.follow': null
  'request.sentWhatsApp': { code: string | number }
  'request.calendar': null
  'field.optional': null
  'field.valid': null
  'field.invalid': null
  'time.hours': { count: number }
  'time.days': { count: number }
  'office.hours': { from: string | number; to: string | number }
  'office.promise': { minutes: string | number }
  'office.promiseAt': { time: string | number }
  'office.rule': { from: string | number; to: string | number }
  'office.ruleAndPhone': { from: string | number; to: string | number }
  'office.phoneAlways': null
  'office.phone': { from: string | number; to: string | number }
  'waiting.none': null
  'waiting.included': { minutes: number }
  'waiting.fromLanding': null
  'waiting.fromTrain': null
  'waiting.fromAgreed': null
  'waiting.noneRule': null
  'waiting.rule': { agreed: string | number; landing: string | number; minutes: number; train: string | number }
  'waiting.fee': { fee: string | number }
  'waiting.feeAgreed': { fee: string | number }
  'rule.late': null
  'rule.night': null
  'rule.nightAgreed': null
  'rule.refundAlways': null
  'rule.refund': { time: string | number }
  'rule.refundShortAlways': null
  'rule.refundShort': { time: string | number }
  'rule.refundReplyAlways': null
  'rule.refundReply': { time: string | number }
  'rule.changeAlways': null
  'rule.change': { time: string | number }
  'payment.transferLong': null
  'payment.cardLong': null
  'payment.cashLong': null
  'payment.paypalLong': null
  'payment.card': null
  'payment.cash': null
  'payment.transfer': null
  'payment.paypal': null
  'payment.withCard': null
  'payment.withCash': null
  'payment.withTransfer': null
  'payment.withPaypal': null
  'payment.aboard': { ways: string | number }
  'payment.before': { ways: string | number }
  'payment.aboardOrBefore': { aboard: string | number; before: string | number }
  'credential.licence': { number: string | number }
  'credential.licenceOf': { municipality: string | number; number: string | number }
  'credential.since': { year: string | number }
  'credential.languages': { languages: string | number }
  'credential.insurance': { insurance: string | number }
  'unit.person': null
  'unit.group': null
  'unit.vehicle': null
  'unit.personMinTwo': null
  'vehicle.sedan': null
  'vehicle.minivan': null
  'vehicle.economy': null
  'vehicle.premium': null
  'vehicle.vanForPeople': null
  'vehicle.vanForBags': null
  'offer.onRequest': { vehicle: string | number }
  'offer.discounted': { percent: string | number; sum: string | number; total: string | number }
  'party.morePassengers': { max: string | number }
  'party.moreBags': { max: string | number }
  'party.withoutBags': null
  'nav.home': null
  'nav.routes': null
  'nav.business': null
  'nav.prices': null
  'nav.contacts': null
  'nav.blog': null
  'nav.terms': null
  'nav.privacy': null
  'nav.main': null
  'nav.menu': null
  'nav.crumbs': null
  'nav.toHome': { brand: string | number }
  'nav.toContent': null
  'footer.claim': null
  'footer.where': null
  'footer.browse': null
  'footer.cookies': null
  'footer.vat': { number: string | number }
  'badge.mostAsked': null
  'why.title': null
  'why.since': { year: string | number }
  'why.inBusiness': null
  'why.drivers': null
  'why.minutes': { minutes: string | number }
  'why.reply': null
  'why.replyText': { hours: string | number }
  'why.phone': null
  'why.phoneText': { hours: string | number }
  'why.sevenDays': null
  'why.serviceDays': null
  'why.serviceText': { hours: string | number }
  'why.radius': null
  'why.radiusText': null
  'service.title': null
  'service.airport': null
  'service.airportText': null
  'service.station': null
  'service.stationText': null
  'service.port': null
  'service.portText': null
  'service.custom': null
  'service.customText': null
  'service.tour': null
  'service.tourText': null
  'service.extras': null
  'service.extrasText': null
  'zone.title': null
  'zone.intro': null
  'fleet.title': null
  'fleet.intro': null
  'fleet.van': { seats: string | number }
  'fleet.airConditioning': null
  'fleet.airConditioningShort': null
  'voices.title': null
  'voices.stars': { count: number }
  'voices.verified': null
  'voices.unverified': null
  'reviews.title': null
  'reviews.all': null
  'reviews.verified': null
  'reviews.guest': null
  'reviews.why': null
  'reviews.reply': { company: string | number }
  'reviews.newer': null
  'reviews.older': null
  'reviews.page': { page: string | number; pages: string | number }
  'review.title': null
  'review.rating': null
  'review.text': null
  'review.textHint': null
  'review.name': null
  'review.send': null
  'review.done': null
  'review.doneText': null
  'review.subject': { route: string | number }
  'review.ask': { company: string | number }
  'review.write': null
  'review.once': null
  'faq.title': null
  'steps.title': null
  'steps.ask': null
  'steps.askText': null
  'steps.confirm': null
  'steps.confirmText': { promise: string | number }
  'steps.wait': null
  'steps.waitText': { waiting: string | number }
  'steps.ride': null
  'included.title': null
  'included.driver': null
  'included.welcome': null
  'included.luggage': null
  'included.airConditioning': null
  'included.discover': { place: string | number }
  'extras.title': null
  'extras.seats': null
  'extras.stop': null
  'extras.luggage': null
  'extras.wifi': null
  'extras.included': null
  'extras.free': null
  'arrival.title': { place: string | number }
  'arrival.where': null
  'arrival.whereText': { meetingPoint: string | number }
  'arrival.waiting': null
  'arrival.late': null
  'arrival.night': null
  'arrival.nobody': null
  'arrival.map': null
  'arrival.leaving': { place: string | number }
  'arrival.time': null
  'arrival.timeAirport': null
  'arrival.timeStation': null
  'arrival.timePort': null
  'photo.credit': { author: string | number; licence: string | number }
  'route.title': { from: string | number; to: string | number }
  'route.heading': { from: string | number; to: string | number }
  'route.also': null
  'route.sights': { place: string | number }
  'route.related': null
  'route.duration': null
  'route.distance': null
  'route.people': null
  'route.peopleShort': null
  'route.payment': null
  'route.phone': null
  'route.pricesFrom': { price: string | number; unit: string | number }
  'route.aboard': null
  'route.unknown': null
  'price.title': null
  'price.intro': null
  'price.private': null
  'price.privateText': null
  'price.share': null
  'price.shareWaiting': null
  'price.premiumText': null
  'price.from': null
  'price.fromAmount': { price: string | number; unit: string | number }
  'price.loading': null
  'price.failed': null
  'price.none': null
  'price.reload': null
  'return.title': null
  'map.google': { from: string | number; to: string | number }
  'map.own': null
  'map.show': null
  'map.open': null
  'map.failed': null
  'map.notice': null
  'lost.page': null
  'lost.pageText': null
  'lost.route': null
  'lost.routeText': null
  'lost.olderText': null
  'lost.toRoutes': null
  'lost.toHome': null
  'lost.where': null
  'busy.title': null
  'busy.text': null
  'busy.hurry': null
  'busy.call': { phone: string | number }
  'down.title': null
  'home.kind': null
  'home.claim': null
  'home.popular': null
  'home.popularIntro': null
  'home.allRoutes': { count: string | number }
  'home.what': null
  'home.whatIntro': null
  'home.allPrices': null
  'home.people': null
  'home.luggage': null
  'home.details': null
  'home.detailsOf': { route: string | number }
  'path.home': null
  'path.routes': null
  'path.prices': null
  'path.places': null
  'path.results': null
  'path.request': null
  'path.status': null
  'path.business': null
  'path.contacts': null
  'path.blog': null
  'path.newsletter': null
  'path.reviews': null
  'path.review': null
  'path.newsletterConfirm': null
  'path.newsletterEnd': null
  'path.privacy': null
  'path.terms': null
  'path.from': null
  'price.onRequest': null
  'format.locale': null
  'band.range': { from: string | number; to: string | number }
  'band.min': { count: string | number }
  'band.rangeShort': { from: string | number; to: string | number }
  'band.minShort': { count: string | number }
  'band.rangeSpoken': { from: string | number; to: string | number }
  'band.minSpoken': { count: string | number }
  'list.sharedShort': null
  'list.total': null
  'list.totalOf': { ride: string | number }
  'list.bothWays': null
  'list.destination': null
  'list.way': null
  'list.more': { count: string | number }
  'list.from': { place: string | number }
  'list.pricesFrom': { place: string | number }
  'list.pricesTitle': null
  'list.filterPrices': null
  'list.filterRoutes': null
  'list.book': null
  'list.search': null
  'list.noPrices': { text: string | number }
  'list.planned': null
  'list.period': { from: string | number; until: string | number }
  'list.periodOpen': { from: string | number }
  'list.routesFrom': { place: string | number }
  'list.routesTitle': null
  'list.routesIntro': { count: string | number }
  'list.routesIntroAll': { count: string | number }
  'list.noRoutesFor': { text: string | number }
  'list.noRoutes': null
  'list.noRoutesText': null
  'list.departures': null
  'list.allDepartures': null
  'list.others': { count: string | number; place: string | number }
  'list.allOf': { count: string | number; place: string | number }
  'list.pages': null
  'list.page': { page: string | number }
  'list.previous': null
  'list.next': null
  'list.searching': null
  'list.searchFailed': null
  'list.found': { count: number }
  'list.chosen': { day: string | number; party: string | number }
  'list.choose': null
  'list.backToToday': null
  'results.title': null
  'results.found': { count: number }
  'results.confirm': null
  'results.none': null
  'results.outside': null
  'results.allRoutes': null
  'results.details': null
  'results.call': null
  'price.startingAt': null
  'party.onRequest': { party: string | number }
  'place.city': null
  'place.sight': null
  'place.title': { place: string | number }
  'place.priceFrom': { place: string | number }
  'place.about': { place: string | number }
  'place.reachTown': { place: string | number }
  'place.reach': { place: string | number }
  'place.reachIntro': null
  'place.leaving': { place: string | number }
  'older.reasons': null
  'older.fixedPrice': null
  'older.reply': { promise: string | number }
  'older.included': null
  'older.popular': null
  'status.request': { code: string | number }
  'status.message': null
  'status.changeAsked': { moment: string | number }
  'status.summary': null
  'status.change': null
  'status.add': null
  'status.what': null
  'status.whatHint': null
  'status.send': null
  'status.cancel': null
  'status.cancelButton': { code: string | number }
  'status.viewOnly': null
  'status.newRequest': null
  'contacts.title': null
  'contacts.writeTitle': null
  'contacts.writeText': null
  'contacts.phoneText': null
  'contacts.whatsapp': null
  'contacts.whatsappText': null
  'contacts.emailText': null
  'contacts.hours': null
  'contacts.quote': null
  'contacts.office': null
  'contacts.emergency': null
  'contacts.always': null
  'contacts.late': null
  'contacts.lateAlways': null
  'contacts.lateHours': null
  'contacts.emergencyCall': null
  'contacts.follow': null
  'contacts.sent': null
  'contacts.quoteSent': null
  'contacts.toRide': null
  'contacts.sentText': null
  'contacts.failed': null
  'contacts.sendingToast': null
  'contacts.sending': null
  'contacts.send': null
  'closed.title': null
  'closed.message': null
  'closed.text': null
  'toast.close': null
  'party.bySedan': null
  'party.byMinivan': null
  'party.byEconomy': null
  'party.byPremium': null
  'format.fullDay': { date: string | number; weekday: string | number }
  'format.moment': { date: string | number; time: string | number }
  'format.first': null
  'check.required': null
  'check.minLength': { count: string | number }
  'check.maxLength': { count: string | number }
  'check.maxItems': { count: string | number }
  'check.format': null
  'check.min': { value: string | number }
  'check.max': { value: string | number }
  'check.integer': null
  'check.number': null
  'check.boolean': null
  'check.choice': null
  'check.value': null
  'check.characters': null
  'check.oneLine': null
  'check.day': null
  'check.noDay': null
  'check.data': null
  'check.email': null
  'check.emailInvalid': null
  'check.emailNeeded': null
  'check.emailSeveral': null
  'check.emailOnly': null
  'check.emailBlank': null
  'check.emailAt': null
  'check.emailEnds': null
  'check.emailDot': null
  'check.name': null
  'check.phone': null
  'check.phonePrefix': null
  'check.departure': null
  'check.destination': null
  'check.passengers': null
  'check.time': null
  'check.privacy': null
  'check.reviewRating': null
  'check.reviewText': null
  'check.reviewName': null
  'check.dayOrUnknown': null
  'check.timeOrUnknown': null
  'check.returnFirst': null
  'check.returnTimeFirst': null
  'check.noSuchDay': null
  'check.pastDay': null
  'check.pastTime': null
  'check.noSuchTime': null
  'check.skippedHour': { time: string | number }
  'check.farDay': null
  'check.past': null
  'check.position': null
  'check.place': null
  'check.ends': null
  'check.clock': null
  'check.onePassenger': null
  'check.bags': null
  'check.change': null
  'check.link': null
  'check.page': null
  'check.code': null
  'flight.number': { text: string | number }
  'flight.train': { text: string | number }
  'flight.noAirport': null
  'flight.otherAirport': { airport: string | number; place: string | number }
  'flight.tooLate': { advice: string | number; time: string | number }
  'flight.nightLanding': { time: string | number }
  'flight.night': { time: string | number }
  'api.unreadable': null
  'api.unknown': null
  'api.method': null
  'api.slow': null
  'api.large': null
  'api.longAddress': null
  'api.type': null
  'api.headers': null
  'api.invalid': null
  'api.failed': null
  'api.unavailable': null
  'api.unknownOutcome': null
  'api.object': null
  'api.key': null
  'api.otherData': null
  'api.leadStored': null
  'api.exists': null
  'api.inUse': null
  'api.value': null
  'api.tooMany': null
  'api.tooManyNow': null
  'api.busy': null
  'api.robot': null
  'api.noRoute': null
  'api.noMap': null
  'api.noPost': null
  'api.cannotCancel': null
  'api.viewOnly': null
  'api.closed': null
  'api.rideOver': null
  'api.gone': null
  'api.noRequest': null
  'api.noReview': null
  'api.reviewTwice': null
  'api.noTimes': null
  'api.newsletterRobot': null
  'api.newsletterAsked': null
  'api.oldLink': null
  'head.home': { brand: string | number }
  'head.homeShort': null
  'head.homeText': { count: string | number; from: string | number }
  'head.homeFrom': { from: string | number; price: string | number; to: string | number }
  'head.routes': { brand: string | number }
  'head.routesShort': null
  'head.routesText': null
  'head.hubRoutes': { hub: string | number; page: string | number }
  'head.hubRoutesText': { count: string | number; hub: string | number; page: string | number }
  'head.hubPrices': { hub: string | number; page: string | number }
  'head.hubPricesText': { count: string | number; hub: string | number; page: string | number }
  'head.page': { page: string | number }
  'head.route': { from: string | number; price: string | number; to: string | number }
  'head.routeDriven': { from: string | number; to: string | number }
  'head.routeShort': { from: string | number; to: string | number }
  'head.routeText': { from: string | number; price: string | number; to: string | number; way: string | number }
  'head.way': { duration: string | number; km: string | number }
  'head.startPrice': { price: string | number; unit: string | number }
  'head.forTwo': { price: string | number }
  'head.place': { place: string | number }
  'head.placeShort': { place: string | number }
  'head.placeText': { place: string | number; rides: string | number }
  'head.placeFrom': { from: string | number }
  'head.placeTo': { to: string | number }
  'head.transfer': { name: string | number }
  'head.olderText': { duration: string | number; name: string | number; price: string | number; waiting: string | number }
  'head.olderPrice': { price: string | number }
  'head.traffic': null
  'head.results': null
  'head.resultsText': null
  'head.prices': { brand: string | number }
  'head.pricesShort': null
  'head.pricesText': null
  'head.requestSent': null
  'head.requestText': { promise: string | number }
  'head.status': { code: string | number }
  'head.statusText': null
  'head.reviews': { brand: string | number }
  'head.reviewsShort': null
  'head.reviewsText': null
  'head.reviewText': null
  'head.blog': { brand: string | number }
  'head.blogShort': null
  'head.blogText': null
  'head.articleMore': null
  'head.newsletter': null
  'head.newsletterText': null
  'head.busyText': null
  'head.lostText': null
  'head.business': null
  'head.businessText': null
  'head.contacts': null
  'head.contactsSent': null
  'head.contactsText': { always: string | number; hours: string | number }
  'head.contactsAlways': null
  'head.privacy': null
  'head.privacyText': null
  'head.terms': null
  'head.termsText': null
  'head.snippets': null
  'head.snippetsText': null
  'head.maintenance': null
  'head.maintenanceText': null
  'data.fromHub': { hub: string | number }
  'data.service': null
  'data.transfers': null
  'data.priceList': null
  'data.sharedTwo': null
  'data.sharedFour': null
  'data.sharedSeven': null
  'data.car': null
  'data.van': null
  'data.person': null
  'data.group': null
  'data.vehicle': null
  'question.cost': { from: string | number; to: string | number }
  'question.costAnswer': { car: string | number; van: string | number }
  'question.costShared': { price: string | number; unit: string | number }
  'question.costAsk': { promise: string | number }
  'question.time': null
  'question.timeAnswer': { duration: string | number; km: string | number }
  'question.timeTraffic': null
  'question.timeUnknown': null
  'question.meet': null
  'question.meetAnswer': { meetingPoint: string | number; waiting: string | number }
  'question.bags': null
  'question.bagsAnswer': null
  'question.pay': null
  'saving.all': { amounts: string | number; rest: string | number }
  'saving.amount': { amount: string | number; people: string | number }
  'saving.none': { people: string | number }
  'choice.today': null
  'choice.passengers': null
  'choice.bags': null
  'meeting.airport': null
  'meeting.station': null
  'meeting.port': null
  'meeting.town': null
  'meeting.sight': null
  'hub.brindisi': null
  'hub.bari': null
  'hub.lecce': null
  'zone.adriatic': null
  'zone.ionian': null
  'zone.inland': null
  'zone.hubs': null
  'table.text': null
  'table.sights': null
  'waiting.noneWithin': null
  'social.title': null
  'social.note': null
  'social.lead': { from: string | number }
  'social.blog': null
  'map.licences': null
  'trust.label': null
  'consent.title': null
  'consent.closeUnchanged': null
  'consent.closeNecessary': null
  'consent.necessary': null
  'consent.more': null
  'consent.acceptCookies': null
  'consent.necessaryCookies': null
  'consent.manage': null
  'consent.save': null
  'consent.acceptAll': null
  'consent.refuseAll': null
  'consent.back': null
  'consent.closing': null
  'consent.rights': null
  'consent.call': null
  'consent.necessaryTitle': null
  'consent.necessaryText': null
  'consent.analyticsText': { days: string | number; months: string | number }
  'consent.marketingText': null
  'newsletter.eyebrow': null
  'newsletter.title': null
  'newsletter.intro': null
  'newsletter.email': null
  'newsletter.subscribe': null
  'newsletter.failed': null
  'newsletter.failedText': null
  'newsletter.checkInbox': null
  'newsletter.checkInboxText': null
  'newsletter.asked': null
  'newsletter.confirm': null
  'newsletter.confirmButton': null
  'newsletter.confirmed': null
  'newsletter.confirmedText': null
  'newsletter.read': null
  'newsletter.end': null
  'newsletter.endText': null
  'newsletter.endButton': null
  'newsletter.ended': null
  'newsletter.endedText': null
  'newsletter.toBlog': null
  'newsletter.unknown': null
  'newsletter.unknownText': null
  'blog.title': null
  'blog.intro': null
  'blog.categories': null
  'blog.all': null
  'blog.count': { count: number; shown: string | number }
  'blog.more': null
  'blog.none': null
  'blog.toRoutes': null
  'blog.by': { author: string | number }
  'blog.minutes': { count: string | number }
  'blog.routesLabel': null
  'blog.routes': null
  'blog.leave': null
  'blog.priceNote': null
  'blog.continue': null
  'blog.whole': null
  'business.title': null
  'business.intro': null
  'business.introSince': { since: string | number }
  'business.ask': null
  'business.services': null
  'business.agreements': null
  'business.agreementsText': null
  'business.agreementsRates': null
  'business.agreementsContact': null
  'business.agreementsFor': null
  'business.meetings': null
  'business.meetingsText': null
  'business.meetingsSeats': null
  'business.meetingsArrival': null
  'business.meetingsChanges': null
  'business.documents': null
  'business.documentsText': null
  'business.documentsPickup': null
  'business.documentsHand': null
  'business.documentsCall': null
  'business.economy': null
  'business.economyText': null
  'business.economyWait': null
  'business.economyAlone': null
  'business.economyAgree': null
  'business.economyPrices': null
  'business.steps': null
  'business.talk': null
  'business.write': null
  'business.writeText': null
  'business.propose': null
  'business.proposeText': null
  'business.agree': null
  'business.agreeText': null
  'business.travel': null
  'business.travelText': { waiting: string | number }
  'lead.row': { label: string | number; value: string | number }
  'lead.code': null
  'lead.departure': null
  'lead.destination': null
  'lead.date': null
  'lead.time': null
  'lead.passengers': null
  'lead.luggage': null
  'lead.flightOrTrain': null
  'lead.address': null
  'lead.position': null
  'lead.price': null
  'lead.return': null
  'lead.fromTo': { from: string | number; to: string | number }
  'lead.returnDate': null
  'lead.toAgree': null
  'lead.returnTime': null
  'lead.returnPrice': null
  'lead.toConfirm': null
  'lead.total': null
  'lead.phone': null
  'offer.indicative': { offer: string | number }
  'offer.toConfirm': { offer: string | number }
  'state.received': null
  'state.receivedText': null
  'state.underway': null
  'state.underwayText': null
  'state.quoted': null
  'state.quotedText': null
  'state.confirmed': null
  'state.confirmedText': null
  'state.onTheWay': null
  'state.onTheWayText': null
  'state.onSite': null
  'state.onSiteText': null
  'state.aboard': null
  'state.aboardText': null
  'state.returnText': null
  'state.returnToAgreeText': null
  'state.over': null
  'state.overText': null
  'state.noShow': null
  'state.noShowText': null
  'state.closed': null
  'state.closedText': null
  'state.messageReceivedText': null
  'state.messageClosedText': null
  'state.cancelled': null
  'state.cancelledText': null
  'mail.subject': null
  'mail.subjectRoute': { route: string | number }
  'mail.hello': null
  'mail.helloName': { name: string | number }
  'mail.messageIntro': { company: string | number }
  'mail.requestIntro': { company: string | number }
  'mail.messageStep': { promise: string | number }
  'mail.requestStep': { promise: string | number }
  'mail.confirmStep': null
  'mail.driverStep': { waiting: string | number }
  'mail.driverStepShort': null
  'mail.soon': null
  'mail.romeTime': null
  'mail.call': { phone: string | number }
  'mail.why': { site: string | number }
  'mail.yourRequest': null
  'mail.next': null
  'mail.hurry': { code: string | number; phone: string | number }
  'mail.hurryCode': { code: string | number }
  'mail.messageReceived': null
  'mail.requestReceived': null
  'news.confirmSubject': { company: string | number }
  'news.confirmTitle': null
  'news.confirmText': { company: string | number; days: string | number }
  'news.confirm': null
  'news.confirmElse': null
  'news.knownSubject': { company: string | number }
  'news.knownTitle': null
  'news.knownText': { company: string | number }
  'news.knownElse': null
  'news.end': null
  'news.why': { otherwise: string | number; site: string | number }
  'template.tripSubject': { code: string | number; from: string | number; to: string | number }
  'template.trip': { address: string | number; company: string | number; conditions: string | number; confirm: string | number; day: string | number; fare: string | number; from: string | number; name: string | number; time: string | number; to: string | number }
  'template.messageSubject': { code: string | number }
  'template.message': { company: string | number; name: string | number }
  'template.call': { conditions: string | number; confirm: string | number; fare: string | number }
  'reply.subject': { route: string | number }
  'reply.needs': { count: number; list: string | number }
  'reply.agree': null
  'reply.soon': null
  'reply.one': { offer: string | number }
  'reply.many': { offer: string | number; passengers: string | number }
  'reply.or': { offer: string | number }
  'reply.back': { price: string | number }
  'reply.backLater': null
  'reply.total': { total: string | number }
  'reply.fixed': null
  'reply.indicative': null
  'reply.toConfirm': null
  'reply.needDate': null
  'reply.needTime': null
  'reply.needPassengers': null
  'reply.needFlight': null
  'reply.needBags': null
  'reply.needReturnDate': null
  'reply.needReturnTime': null
  'route.brief': { from: string | number; to: string | number }
  'map.page': null
  'map.of': { name: string | number }
  'legal.contents': null
  'legal.governs': null
  'privacy.intro': { company: string | number }
  'privacy.updated': { month: string | number }
  'privacy.controller': null
  'privacy.data': null
  'privacy.purposes': null
  'privacy.retention': null
  'privacy.recipients': null
  'privacy.rights': null
  'privacy.cookies': null
  'privacy.purposeRide': null
  'privacy.purposeLaw': null
  'privacy.purposeSite': null
  'privacy.purposeReviews': null
  'privacy.purposeConsent': null
  'privacy.purposeNeeded': null
  'privacy.keepMails': { years: string | number }
  'privacy.recipientsWho': null
  'privacy.recipientsWhere': null
  'cookies.intro': { days: string | number }
  'cookies.uses': null
  'cookies.table': null
  'cookies.name': null
  'cookies.kind': null
  'cookies.purpose': null
  'cookies.life': null
  'cookies.necessary': null
  'cookies.days': { days: string | number }
  'cookies.choice': null
  'cookies.draft': null
  'cookies.draftLife': null
  'cookies.visitKind': null
  'cookies.visit': null
  'cookies.visitLife': { days: string | number }
  'cookies.analytics': { months: string | number }
  'cookies.analyticsLife': null
  'cookies.map': null
  'cookies.mapKind': null
  'cookies.mapText': { button: string | number }
  'cookies.mapLife': null
  'cookies.marketing': null
  'cookies.marketingText': null
  'cookies.marketingLife': null
  'cookies.withdraw': null
  'cookies.preferences': null
  'cookies.noScript': null
  'terms.intro': { company: string | number }
  'terms.economy': null
  'terms.luggage': null
  'terms.booking': null
  'terms.payment': null
  'terms.delays': null
  'terms.ride': null
  'terms.cancellations': null
  'terms.contacts': null
  'terms.economyShared': null
  'terms.economySaving': null
  'terms.bookingNeeds': null
  'terms.bookingDate': null
  'terms.bookingPassengers': null
  'terms.bookingFlight': null
  'terms.bookingLuggage': null
  'terms.bookingDestination': null
  'terms.paymentWays': null
  'terms.paymentFree': null
  'terms.rideKind': null
  'terms.rideWhere': null
  'terms.rideSeats': null
  'terms.rideStops': null
  'nav.languages': null
  'nav.offer': null
  'cookies.language': null
  'cookies.languageLife': null
  'proposal.title': null
  'proposal.there': null
  'proposal.validUntil': null
  'proposal.accept': null
  'proposal.accepted': { moment: string | number }
  'proposal.expiredState': null
  'proposal.expired': null
  'proposal.withdrawn': null
  'proposal.subject': { route: string | number }
  'proposal.intro': { company: string | number }
  'proposal.open': null
  'api.noOffer': null
  'api.offerChanged': null
  'api.offerExpired': null
  'api.overlap': null
  'booked.subject': { route: string | number }
  'booked.title': null
  'booked.intro': { company: string | number }
  'booked.next': null
  'booked.open': null
  'driver.subject': { day: string | number; time: string | number }
  'driver.subjectUpdate': { day: string | number; time: string | number }
  'driver.title': null
  'driver.intro': null
  'driver.introUpdate': null
  'driver.name': null
  'driver.car': null
  'driver.plate': null
  'driver.phone': null
  'driver.when': null
  'driver.meeting': null
  'driver.whenWords': { day: string | number; time: string | number }
  'moved.subject': { when: string | number }
  'moved.title': null
  'cancelled.subject': { route: string | number }
  'cancelled.title': null
  'cancelled.open': null
}

/** Renders the parts of a message between a tag and its end. */
export type Tag = (parts: ReactNode[]) => ReactNode

/** Values of the messages with tags such as `<link>`. */
export interface Tagged {
  'request.kept': { link: Tag; phone: string | number }
  'request.soon': { link: Tag; phone: string | number }
  'request.consent': { link: Tag }
  'request.code': { code: string | number; strong: Tag }
  'voices.rating': { source: string | number; strong: Tag; value: string | number }
  'voices.ratingOf': { count: string | number; source: string | number; strong: Tag; value: string | number }
  'reviews.average': { count: number; strong: Tag; value: string | number }
  'arrival.nobodyAlways': { phone: string | number; strong: Tag }
  'arrival.nobodyHours': { hours: string | number; phone: string | number; strong: Tag }
  'price.byPhone': { link: Tag; phone: string | number }
  'return.discount': { percent: string | number; strong: Tag }
  'home.title': { br: Tag }
  'list.pricesIntro': { strong: Tag }
  'list.terms': { link: Tag }
  'party.total': { party: string | number; strong: Tag; total: string | number; vehicle: string | number }
  'party.totalBoth': { both: string | number; party: string | number; strong: Tag; total: string | number; vehicle: string | number }
  'status.cancelText': { code: string | number; link: Tag; route: string | number }
  'status.call': { call: Tag; code: string | number; email: string | number; mail: Tag; phone: string | number; strong: Tag }
  'newsletter.confirmText': { link: Tag }
  'privacy.controllerText': { call: Tag; company: string | number; details: string | number; email: string | number; mail: Tag; phone: string | number; strong: Tag }
  'privacy.dataForms': { strong: Tag }
  'privacy.dataOrigin': { strong: Tag }
  'privacy.dataSearches': { strong: Tag }
  'privacy.dataCounts': { strong: Tag }
  'privacy.dataWhatsapp': { days: string | number; strong: Tag }
  'privacy.dataAnalytics': { link: Tag; strong: Tag }
  'privacy.dataNewsletter': { strong: Tag }
  'privacy.dataStatus': { strong: Tag }
  'privacy.dataReviews': { strong: Tag }
  'privacy.dataSheets': { strong: Tag }
  'privacy.keepLeads': { strong: Tag; years: string | number }
  'privacy.keepSearches': { days: string | number; strong: Tag; unmet: string | number }
  'privacy.keepAnalytics': { months: string | number; strong: Tag }
  'privacy.keepConsent': { days: string | number; strong: Tag }
  'privacy.keepNewsletter': { ended: string | number; strong: Tag; unconfirmed: string | number }
  'privacy.keepReviews': { strong: Tag }
  'privacy.keepSheets': { strong: Tag; years: string | number }
  'privacy.rightsText': { call: Tag; days: string | number; email: string | number; mail: Tag; phone: string | number; strong: Tag }
  'privacy.rightsAuthority': { link: Tag }
  'terms.contactsText': { call: Tag; email: string | number; hours: string | number; mail: Tag; phone: string | number }
  'terms.economyWait': { strong: Tag }
  'terms.economyDriver': { strong: Tag }
  'terms.luggageText': { strong: Tag }
  'terms.bookingReply': { promise: string | number; strong: Tag }
  'proposal.acceptHint': { link: Tag }
}
