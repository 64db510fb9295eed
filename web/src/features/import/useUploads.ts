import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { send } from "@/api/client";
import { ApiError, failureCode } from "@/api/errors";
import {
  type Columns,
  type ImportPreview,
  importsQuery,
  MAX_FILE_BYTES,
  uploadFile,
} from "@/api/imports";
import { isTransient } from "@/api/retry";
import { dropImportDraft } from "@/lib/import-draft";
import { importPath } from "@/lib/imports";
import { type Toast, useToast } from "@/lib/toast";
import { refusalOf } from "@/messages/errors";

type Step =
  | { kind: "waiting" }
  | { kind: "sending"; part: number }
  /** What is wrong with the file itself stays wrong: sending it again is no way out. */
  | { kind: "failed"; why: string; canRetry: boolean; isFull: boolean }
  /** The file is a CSV whose columns the user has to name. */
  | { kind: "columns"; names: readonly string[]; why: string | null };

/** A file on its way to the server. One that has arrived is an import. */
export interface Upload {
  key: string;
  file: File;
  step: Step;
  /** Whether the file was brought by itself, so that its user goes on with it at once. */
  alone: boolean;
  columns?: Columns;
  /** Whether the file was chosen more than once; it is read once. */
  again?: boolean;
  /** The id of the import that the upload replaces: the same file, read otherwise. */
  replaces?: number;
}

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1024 / 1024)} MB`;

function tooLarge({ name, size }: File): string | null {
  if (size <= MAX_FILE_BYTES) return null;
  return `“${name}” has ${megabytes(size)}, and a file may have ${megabytes(MAX_FILE_BYTES)}. As .gz it may fit.`;
}

let count = 0;

function begun(file: File, alone: boolean): Upload {
  const why = tooLarge(file);
  count += 1;
  return {
    key: String(count),
    file,
    alone,
    step:
      why === null ? { kind: "waiting" } : { kind: "failed", why, canRetry: false, isFull: false },
  };
}

const isSame = (one: File, other: File) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

/** The uploads with another file: one that is on its way already stays one, and one that failed begins anew. */
function withFile(uploads: readonly Upload[], upload: Upload): Upload[] {
  const same = (each: Upload) => isSame(each.file, upload.file);
  if (uploads.some((each) => same(each) && isGoing(each)))
    return uploads.map((each) => (same(each) ? { ...each, again: true } : each));
  return [...uploads.filter((each) => !same(each)), upload];
}

const isGoing = ({ step }: Upload) => step.kind !== "failed";

const isFull = (error: unknown) => failureCode(error) === "too_many_imports";

function failure(error: unknown): Step {
  if (error instanceof ApiError && error.code === "columns_needed") {
    return { kind: "columns", names: error.columns, why: null };
  }
  const full = isFull(error);
  const canRetry = full || failureCode(error) === "too_many_attempts" || isTransient(error);
  return { kind: "failed", why: refusalOf(error), canRetry, isFull: full };
}

/** Sends a file. The browser asks before it is closed meanwhile: the file would not arrive. */
async function bring(
  { file, columns }: Upload,
  onSent: (part: number) => void,
  signal: AbortSignal,
) {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener("beforeunload", ask);
  try {
    return await uploadFile(file, { columns, onSent, signal });
  } finally {
    window.removeEventListener("beforeunload", ask);
  }
}

function begunTogether(files: readonly File[], before: readonly Upload[]): Upload[] {
  const isOne = files.every((file) => files[0] && isSame(file, files[0]));
  const alone = isOne && !before.some(isGoing);
  return files.map((file) => begun(file, alone));
}

/** Forgets an import on the server. If that fails, it is forgotten within a day. */
function forget(uid: string, id: number) {
  dropImportDraft(uid, id);
  send("DELETE", "/api/v1/me/imports/{id}", undefined, { id }).catch(() => {});
}

const isWaiting = ({ step }: Upload) => step.kind === "waiting";

/** The files that waited when the page was left; null while it is open. */
function useLeft(uploads: readonly Upload[]) {
  const left = useRef<Upload[] | null>(null);
  const waiting = useEffectEvent(() => uploads.filter(isWaiting));
  useEffect(() => {
    left.current = null;
    return () => {
      left.current = waiting();
    };
  }, []);
  return left;
}

const readText = ({ file }: Upload, { id }: ImportPreview): Toast => ({
  message: `“${file.name}” is read.`,
  link: { label: "Look through it", href: importPath(id) },
});

function failedText({ file }: Upload, error: unknown): Toast {
  const why = failureCode(error) === "columns_needed" ? "Please bring it again." : refusalOf(error);
  return { message: `“${file.name}” was not read. ${why}`, tone: "failure" };
}

/**
 * The files that the user brings, one at a time, for the server takes no more at once. `onRead` hears of each that has
 * become an import, and whether it was brought alone. Those that are on their way when the user goes to another page
 * arrive all the same, and toasts say so.
 */
export function useUploads(uid: string, onRead: (preview: ImportPreview, alone: boolean) => void) {
  /** The files that were read here, by the ids of their imports. */
  const [files, setFiles] = useState<Readonly<Record<number, File>>>({});
  const queries = useQueryClient();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const stop = useRef<{ key: string; abort: () => void } | null>(null);
  const set = (key: string, fields: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...fields } : each)));
  const drop = (key: string) => setUploads((all) => all.filter((each) => each.key !== key));
  const toast = useToast();
  const left = useLeft(uploads);

  const arrived = useEffectEvent((upload: Upload, preview: ImportPreview) => {
    drop(upload.key);
    setFiles((all) => ({ ...all, [preview.id]: upload.file }));
    if (upload.replaces !== undefined) forget(uid, upload.replaces);
    void queries.invalidateQueries(importsQuery(uid));
    if (left.current) toast(readText(upload, preview));
    else onRead(preview, upload.alone);
  });
  const failed = useEffectEvent((upload: Upload, error: unknown) => {
    set(upload.key, { step: failure(error) });
    // Those that wait may have been brought on another device.
    if (isFull(error)) void queries.invalidateQueries(importsQuery(uid));
    if (left.current) toast(failedText(upload, error));
  });
  const start = async (upload: Upload) => {
    const controller = new AbortController();
    stop.current = { key: upload.key, abort: () => controller.abort() };
    set(upload.key, { step: { kind: "sending", part: 0 } });
    try {
      const onSent = (part: number) => set(upload.key, { step: { kind: "sending", part } });
      const preview = await bring(upload, onSent, controller.signal);
      stop.current = null;
      arrived(upload, preview);
    } catch (error) {
      stop.current = null;
      if (controller.signal.aborted) drop(upload.key);
      else failed(upload, error);
    }
    const waiting = left.current?.shift();
    if (waiting) void start(waiting);
  };
  const startNext = useEffectEvent(() => {
    const next = uploads.find(isWaiting);
    if (next && stop.current === null) void start(next);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever one has ended, the next may begin
  useEffect(() => startNext(), [uploads]);

  return {
    uploads,
    add: (files: readonly File[]) => {
      const more = begunTogether(files, uploads);
      setUploads((all) => more.reduce<readonly Upload[]>(withFile, all));
    },
    again: (key: string) => set(key, { step: { kind: "waiting" } }),
    files,
    /** Reads the file of an import once more, by other columns. */
    readAnew: (replaces: number, file: File, columns: Columns) =>
      setUploads((all) => [...all, { ...begun(file, true), columns, replaces }]),
    withColumns: (key: string, columns: Columns) =>
      set(key, { columns, step: { kind: "waiting" } }),
    leave: (key: string) => (stop.current?.key === key ? stop.current.abort() : drop(key)),
  };
}
