/** A running browser, driven through WebDriver. */
export interface Browser {
  /** Loads a URL. Resolves after the page's load event. */
  navigate: (url: string) => Promise<void>
  /** Calls a function in the page. Its argument and result are passed as JSON. */
  evaluate: <A, R>(pageFunction: (argument: A) => R, argument: A) => Promise<R>
  /** Performs WebDriver actions, which are real input: https://www.w3.org/TR/webdriver2/#actions */
  performActions: (actions: InputSource[]) => Promise<void>
  /**
   * Directs the following calls to the page's first frame with this title. Null directs them to the
   * page again.
   */
  enterFrame: (title: string | null) => Promise<void>
  close: () => Promise<void>
}

/** A pointer or keyboard with its actions. */
export type InputSource =
  | { type: 'pointer'; id: string; parameters: { pointerType: 'mouse' }; actions: object[] }
  | { type: 'key'; id: string; actions: object[] }

/** The window of a laptop, in CSS pixels. */
export const WINDOW = { width: 1280, height: 900 }
