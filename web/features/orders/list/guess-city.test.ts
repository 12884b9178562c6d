import { expect, test } from 'vitest'
import { guessCity } from './guess-city.ts'

test.each([
  ['Werftstrasse 8\n20457 Hamburg\nGermany', 'Hamburg'],
  ['Werftstrasse 8, Hamburg', 'Hamburg'],
  ['3 rue des Carmes, 44000 Nantes, France', 'Nantes'],
  ['14 Marina Road\nLagos Island\nNigeria', 'Lagos Island'],
  ['10 Downing Street\nLondon SW1A 2AA\nUnited Kingdom', 'London'],
  ['12 Main St, Portland, OR 97201', 'Portland'],
  ['Acme Inc\n1200 Main Street\nPortland, OR 97201', 'Portland'],
  ['12 Main St, Suite 1200, Portland, OR 97201', 'Portland'],
  ['Damrak 1\n1012 AB Amsterdam', 'Amsterdam'],
  ['12 Wheel Lane, Dhaka', 'Dhaka'],
  ['Here', ''],
  ['', ''],
])('reads the city of %j', (address, city) => {
  expect(guessCity(address)).toBe(city)
})
