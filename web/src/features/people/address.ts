/** The address of somebody's page; parameters that are null are left out. */
export function userPath(name: string, params: Readonly<Record<string, string | null>> = {}) {
  const present = Object.entries(params).filter((param): param is [string, string] => {
    return param[1] !== null;
  });
  const query = new URLSearchParams(present).toString();
  return `/user/${encodeURIComponent(name.toLowerCase())}${query === "" ? "" : `?${query}`}`;
}
