/** Offer a file for download; anything but a string and a file made already is written as JSON. */
export function saveFile(content: unknown, name: string, type = "application/json"): void {
  const text = (): string => (typeof content === "string" ? content : JSON.stringify(content, null, 1));
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([text()], { type }));
  const link = document.createElement("a");
  Object.assign(link, { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
