import { ApiError } from "./errors";

/** How long a browser may take to begin keeping a file, in milliseconds. */
const GRACE = 60_000;

/** Fetches one of our own addresses and hands it to the browser to keep under a name. */
export async function download(path: string, name: string): Promise<void> {
  let blob: Blob;
  try {
    const response = await fetch(path);
    if (!response.ok) throw await ApiError.fromResponse(response);
    blob = await response.blob();
  } catch (error) {
    throw error instanceof ApiError ? error : ApiError.unreachable();
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), GRACE);
}
