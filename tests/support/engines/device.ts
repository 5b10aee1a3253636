// A browser of another engine, as the journey through other engines drives it (tests/e2e/engines.spec.ts).
// Playwright drives only its own builds of Firefox and WebKit, not the browsers that members use. Those speak the standards: Firefox
// WebDriver BiDi, through puppeteer-core, and WebKitGTK the older WebDriver, through selenium-webdriver.

/** Elements are found by CSS, or by XPath where the place begins with `//`. */
export type Place = string;

/** A phone's screen. Neither browser makes its window narrower than some 450 pixels. */
export const WINDOW = { width: 450, height: 900 } as const;

/** How long a place may take to appear: only what hangs takes as long. */
export const TIMEOUT_MS = 60_000;

export interface Device {
  open(address: string): Promise<void>;
  /** Waits until a visible element is there. */
  see(place: Place): Promise<void>;
  /** Presses the first visible one. */
  press(place: Place): Promise<void>;
  type(place: Place, text: string): Promise<void>;
  /** Evaluates an expression in the page. */
  evaluate(expression: string): Promise<unknown>;
  picture(file: string): Promise<void>;
  close(): Promise<void>;
}

export const isXPath = (place: Place): boolean => place.startsWith('//');
