import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import { getJson, send } from "./client";
import { ApiError } from "./errors";
import type { components } from "./schema.gen";

type Schemas = components["schemas"];

export type ListImport = Schemas["ListImport"];
export type ImportPreview = Schemas["ImportPreview"];
/** A row of a file, and its outcome. */
export type ImportItem = Schemas["ImportItem"];
export type ImportCounts = Schemas["ImportCounts"];
export type ImportState = Schemas["ImportState"];
export type ImportPolicy = Schemas["ImportPolicy"];
/** The user's choices for one row. */
export type RowChoice = Schemas["ImportRowChoice"];
export type ImportApplied = Schemas["ImportApplied"];
export type ImportUndone = Schemas["ImportUndone"];
export type ImportedTitle = Schemas["ImportedTitle"];
export type UnchangedTitle = Schemas["LeftTitle"];
export type UndoOutcome = Schemas["UndoOutcome"];
export type UnresolvedItem = Schemas["UnresolvedItem"];

/** The choices with which an import is applied. */
export interface Choices {
  policy: ImportPolicy;
  accept_proposals: boolean;
  rows: Record<string, RowChoice>;
}

/** Which rows of an import show, and in which order. */
export interface View {
  state: ImportState | null;
  /** Whether only rows with a remark show. */
  remarked: boolean;
  search: string;
  /** The language of the titles that they are sorted by; null for the order of the file. */
  byTitle: Schemas["TitleLanguage"] | null;
}

/** The user's statement of how a CSV file is to be read. */
export interface Columns {
  /** The meaning of each column by the API's name; empty for a column that is ignored. */
  meanings: readonly string[];
  /** The highest score of its scale; null where the server is to guess it from the scores. */
  scoreOf: number | null;
}

/** The server's account of how a CSV file was read. */
export type CsvAsRead = Schemas["CsvAsRead"];

const IMPORTS = "/api/v1/me/imports";

/** Largest file that the server takes, in bytes. */
export const MAX_FILE_BYTES = 32 * 1024 * 1024;

/** The user's imports, newest first, in parts. */
export const importsQuery = (uid: string) =>
  infiniteQueryOptions({
    queryKey: [IMPORTS, uid] as const,
    queryFn: ({ queryKey, pageParam, signal }) =>
      getJson<Schemas["ListImports"]>(
        pageParam === null ? queryKey[0] : `${queryKey[0]}?before=${pageParam}`,
        signal,
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
    staleTime: 0,
  });

const ownImport = (id: number) => `${IMPORTS}/${id}`;

/** Reads one import. */
export const importQuery = (uid: string, id: number) =>
  queryOptions({
    queryKey: [ownImport(id), uid] as const,
    queryFn: ({ queryKey, signal }) => getJson<ImportPreview>(queryKey[0], signal),
  });

/** One of the user's imports: among the newest, which are asked for together, or by its number. */
export function useImport(
  uid: string,
  id: number,
): { found: ListImport | undefined; known: boolean } {
  const newest = useInfiniteQuery(importsQuery(uid));
  const recent = newest.data?.find((each) => each.id === id);
  const older = useQuery({
    ...importQuery(uid, id),
    enabled: newest.data !== undefined && recent === undefined,
  });
  const found = recent ?? older.data;
  return { found, known: found !== undefined || newest.isError || older.isError };
}

/** A part of a preview, with the text of the choices that it was made by. */
export type PreviewPart = ImportPreview & { choicesKey: string };

export const choicesKey = (choices: Choices) => JSON.stringify(choices);

/**
 * The preview of an import, paged, for the rows of a view. Other choices need a new request: the pages stay where they are
 * meanwhile.
 */
export const previewQuery = (uid: string, id: number, choices: Choices, view: View) =>
  infiniteQueryOptions({
    queryKey: [`${ownImport(id)}/preview`, uid, view] as const,
    queryFn: async ({ pageParam }): Promise<PreviewPart> => {
      const { state, remarked, search, byTitle } = view;
      const form = {
        ...choices,
        ...(state && { state }),
        ...(remarked && { remarked }),
        ...(search && { search }),
        ...(byTitle && { by_title: byTitle }),
        ...(pageParam && { after: pageParam }),
      };
      const part = await send("POST", "/api/v1/me/imports/{id}/preview", form, { id });
      return { ...part, choicesKey: choicesKey(choices) };
    },
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });

/** The result of undoing an import. */
export const undoOutcomeQuery = (uid: string, id: number) =>
  queryOptions({
    queryKey: [`${ownImport(id)}/undo`, uid] as const,
    queryFn: ({ queryKey, signal }) => getJson<UndoOutcome>(queryKey[0], signal),
  });

/** The imported entries that have found no title yet, in parts; each says how many there are of all. */
export const unresolvedQuery = (uid: string) =>
  infiniteQueryOptions({
    queryKey: ["/api/v1/me/unresolved", uid] as const,
    queryFn: ({ queryKey, pageParam, signal }) =>
      getJson<Schemas["UnresolvedEntries"]>(
        pageParam === null ? queryKey[0] : `${queryKey[0]}?after=${encodeURIComponent(pageParam)}`,
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });

/** Returns how many imported entries have no title yet. */
export function useUnresolvedCount(uid: string) {
  const { data, refetch } = useInfiniteQuery(unresolvedQuery(uid));
  return { count: data?.pages[0]?.total ?? 0, refetch };
}

/** How many imported entries without a title the export of an address has no place for, of so many. */
export const leftOutQuery = (uid: string, address: string, total: number) =>
  queryOptions({
    queryKey: [address, uid, "left out", total] as const,
    queryFn: async ({ signal }) => {
      const answer = await fetch(address, { method: "HEAD", signal }).catch(() => {
        throw ApiError.unreachable();
      });
      if (!answer.ok) throw await ApiError.fromResponse(answer);
      return Number(answer.headers.get("mitai-left-out-unresolved"));
    },
    enabled: total > 0,
    placeholderData: keepPreviousData,
  });

export interface UploadOptions {
  columns?: Columns | undefined;
  /** Called with the part of the file that has been sent, from 0 to 1. */
  onSent: (part: number) => void;
  signal: AbortSignal;
}

function addressOf(file: File, columns: Columns | undefined): string {
  const query = new URLSearchParams({ name: file.name });
  if (columns) {
    query.set("columns", columns.meanings.join(","));
    if (columns.scoreOf !== null) query.set("score_of", String(columns.scoreOf));
  }
  return `${IMPORTS}?${query}`;
}

/** Brings a file; nothing is written to the list yet. Every failure is an {@link ApiError} or an abort. */
export function uploadFile(file: File, { columns, onSent, signal }: UploadOptions) {
  return new Promise<ImportPreview>((resolve, reject) => {
    // Of a request by `fetch` nobody learns how much is sent.
    const request = new XMLHttpRequest();
    request.open("POST", addressOf(file, columns));
    request.setRequestHeader("accept", "application/json");
    request.setRequestHeader("content-type", "application/octet-stream");
    request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 1);
    request.upload.onload = () => onSent(1);
    request.onload = () => {
      if (request.status === 201) resolve(JSON.parse(request.responseText));
      else ApiError.fromResponse(asResponse(request)).then(reject, reject);
    };
    request.onerror = () => reject(ApiError.unreachable());
    signal.addEventListener("abort", () => {
      request.abort();
      reject(signal.reason);
    });
    request.send(file);
  });
}

function asResponse(request: XMLHttpRequest): Response {
  const headers = { "content-type": request.getResponseHeader("content-type") ?? "" };
  return new Response(request.responseText, { status: request.status, headers });
}
