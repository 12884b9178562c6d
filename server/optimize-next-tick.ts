/**
 * Calls of `process.nextTick` before the rest of the server runs. V8 then optimizes it for objects of one shape. Without
 * them, about half of all processes keep a slow version, depending on what V8 has compiled first. Each call starts the
 * next one, because many pending calls would make V8 allocate the objects as long-lived.
 * A version of Node whose `nextTick` has no computed keys makes this file unnecessary.
 */
const CALLS = 30_000

let calls = 0

function callAgain(): void {
  calls += 1
  if (calls < CALLS) process.nextTick(callAgain)
}

callAgain()
