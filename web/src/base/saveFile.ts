/** Offer a file for download; anything but a string is written as JSON. */
export function saveFile(content: unknown, name: string, type = "application/json"): void {
  const text = typeof content === "string" ? content : JSON.stringify(content, null, 1);
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  Object.assign(link, { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
