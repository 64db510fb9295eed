import { HttpResponse, http } from "msw";
import type {
  Choices,
  CsvAsRead,
  ImportCounts,
  ImportedTitle,
  ImportItem,
  ImportPreview,
  ListImport,
  UnchangedTitle,
} from "@/api/imports";
import type { ErrorCode } from "@/api/types";
import { server } from "./server";

export const someCounts = (fields: Partial<ImportCounts> = {}): ImportCounts => ({
  added: 0,
  changed: 0,
  kept: 0,
  equal: 0,
  proposed: 0,
  unresolved: 0,
  refused: 0,
  skipped: 0,
  waiting: 0,
  remarked: 0,
  ...fields,
});

export const someTitle = (malId: number, fields: Partial<ImportedTitle> = {}): ImportedTitle => ({
  mal_id: malId,
  title: `Title ${malId}`,
  title_english: null,
  title_japanese: null,
  image_url: null,
  episodes: 24,
  kind: "TV",
  year: 2013,
  ...fields,
});

/** Makes a title that stayed as it was. */
export const someUnchanged = (
  malId: number,
  fields: Partial<UnchangedTitle> = {},
): UnchangedTitle => ({
  mal_id: malId,
  title: `Title ${malId}`,
  title_english: null,
  title_japanese: null,
  reason: "It was changed after the import, so it stays as it is.",
  ...fields,
});

/** Makes the account of how a CSV file of titles and scores was read. */
export const someCsv = (fields: Partial<CsvAsRead> = {}): CsvAsRead => ({
  separator: ",",
  columns: [
    { name: "Title", meaning: "title" },
    { name: "Stars", meaning: "score" },
    { name: "Shelf", meaning: null },
  ],
  score_of: 5,
  score_of_is_guessed: true,
  ...fields,
});

/** Makes a row whose title joins the list. */
export const someRow = (row: number, fields: Partial<ImportItem> = {}): ImportItem => ({
  row,
  state: "added",
  name: `Title ${row}`,
  number: String(row),
  site: "myanimelist",
  title: someTitle(row),
  proposal: null,
  policy: "mine",
  takes_title: true,
  waits: false,
  differs: false,
  remarks: [],
  changes: [],
  kept: [],
  ...fields,
});

export const someImport = (id: number, fields: Partial<ListImport> = {}): ListImport => ({
  id,
  name: `list-${id}.xml`,
  format: "myanimelist",
  rows: 3,
  created_at: "2026-11-25T09:00:00Z",
  applied_at: null,
  applied: null,
  undone_at: null,
  ...fields,
});

export const somePreview = (id: number, fields: Partial<ImportPreview> = {}): ImportPreview => ({
  ...someImport(id),
  version: 4,
  counts: someCounts({ added: 1 }),
  differing: 0,
  matching: 1,
  items: [someRow(1)],
  next: null,
  left: [],
  left_count: 0,
  csv: null,
  has_unreadable_text: false,
  ...fields,
});

export type Asked = Choices & {
  state?: string;
  remarked?: boolean;
  search?: string;
  by_title?: string;
  after?: number;
};

/** Fakes an import that waits; returns the choices with which its preview was asked for. */
export function fakeImport(
  preview: ImportPreview | ((asked: Asked | null) => ImportPreview),
): Asked[] {
  const asked: Asked[] = [];
  const of = (by: Asked | null) => (typeof preview === "function" ? preview(by) : preview);
  server.use(
    http.get("*/api/v1/me/imports/:id", () => HttpResponse.json({ ...of(null) })),
    http.post("*/api/v1/me/imports/:id/preview", async ({ request }) => {
      const by = (await request.json()) as Asked;
      asked.push(by);
      return HttpResponse.json({ ...of(by) });
    }),
  );
  return asked;
}

/** Fakes the server's answer to each file: an import, or a problem. */
export function fakeFiles(
  answer: (name: string, query: URLSearchParams) => ImportPreview | [ErrorCode, string, string[]?],
  wait: () => Promise<void> = async () => {},
) {
  const names: string[] = [];
  server.use(
    http.post("*/api/v1/me/imports", async ({ request }) => {
      const query = new URL(request.url).searchParams;
      const name = query.get("name") ?? "";
      names.push(name);
      await wait();
      const answered = answer(name, query);
      if (!Array.isArray(answered)) return HttpResponse.json({ ...answered }, { status: 201 });
      const [code, detail, columns] = answered;
      return HttpResponse.json(
        { code, detail, columns, request_id: "test-request" },
        { status: 400, headers: { "content-type": "application/problem+json" } },
      );
    }),
  );
  return names;
}
