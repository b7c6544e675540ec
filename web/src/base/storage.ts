/** Values that this browser keeps between visits, as JSON in its local storage. The page also works where there is none. */

const PREFIX = "sevenfold.";

/** Whether a stored value is what the page stores with names; another version, or another page of this origin, may store something else. */
export const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

/** The value kept under a name, whatever it is; `fallback` if there is none, or something unreadable. */
export function readStored<T>(name: string, fallback: T): T {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

export function writeStored(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // No storage: the value lasts as long as the page.
  }
}
