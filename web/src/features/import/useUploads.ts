import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { send } from "@/api/client";
import { ApiError, failureCode } from "@/api/errors";
import {
  bringFile,
  type Columns,
  type ImportPreview,
  importsQuery,
  MAX_FILE_BYTES,
} from "@/api/imports";
import { mayPass } from "@/api/retry";
import { dropWishes } from "@/lib/import-wishes";
import { refusalOf } from "@/messages/errors";

type Step =
  | { kind: "waiting" }
  | { kind: "sending"; part: number }
  /** What is wrong with the file itself stays wrong: sending it again is no way out. */
  | { kind: "failed"; why: string; mayPass: boolean; isFull: boolean }
  /** It is a CSV whose columns nobody knows. */
  | { kind: "columns"; names: readonly string[]; why: string | null };

/** A file on its way. One that has arrived is an import. */
export interface Upload {
  key: string;
  file: File;
  step: Step;
  /** It was brought by itself: its user goes on with it at once. */
  alone: boolean;
  columns?: Columns;
  /** It was chosen more than once, and is read once. */
  again?: boolean;
  /** The import that it takes the place of: the same file, read otherwise. */
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
      why === null ? { kind: "waiting" } : { kind: "failed", why, mayPass: false, isFull: false },
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
  const mayGo = full || failureCode(error) === "too_many_attempts" || mayPass(error);
  return { kind: "failed", why: refusalOf(error), mayPass: mayGo, isFull: full };
}

/**
 * The files that the user brings, one at a time, for the server takes no more at once. `onRead` hears of each that has
 * become an import, and whether it was brought alone.
 */
export function useUploads(uid: string, onRead: (preview: ImportPreview, alone: boolean) => void) {
  /** The files that were read here, by their imports. */
  const [files, setFiles] = useState<Readonly<Record<number, File>>>({});
  const queries = useQueryClient();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const stop = useRef<{ key: string; abort: () => void } | null>(null);
  const set = (key: string, fields: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...fields } : each)));
  const drop = (key: string) => setUploads((all) => all.filter((each) => each.key !== key));

  const arrived = useEffectEvent((upload: Upload, preview: ImportPreview) => {
    const { key, file, alone, replaces } = upload;
    drop(key);
    setFiles((all) => ({ ...all, [preview.id]: file }));
    if (replaces !== undefined) {
      dropWishes(uid, replaces);
      // One that stays is forgotten within a day.
      send("DELETE", "/api/v1/me/imports/{id}", undefined, { id: replaces }).catch(() => {});
    }
    void queries.invalidateQueries(importsQuery(uid));
    onRead(preview, alone);
  });
  const start = async (upload: Upload) => {
    const { key, file, columns } = upload;
    const controller = new AbortController();
    stop.current = { key, abort: () => controller.abort() };
    set(key, { step: { kind: "sending", part: 0 } });
    try {
      const onSent = (part: number) => set(key, { step: { kind: "sending", part } });
      const preview = await bringFile(file, { columns, onSent, signal: controller.signal });
      stop.current = null;
      arrived(upload, preview);
    } catch (error) {
      stop.current = null;
      if (controller.signal.aborted) drop(key);
      else set(key, { step: failure(error) });
      // Those that wait may have been brought on another device.
      if (isFull(error)) void queries.invalidateQueries(importsQuery(uid));
    }
  };
  const next = uploads.find(({ step }) => step.kind === "waiting");
  const startNext = useEffectEvent(() => {
    if (next && stop.current === null) void start(next);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever one has ended, the next may begin
  useEffect(() => startNext(), [uploads]);
  useEffect(() => () => stop.current?.abort(), []);

  return {
    uploads,
    add: (files: readonly File[]) => {
      const isOne = files.every((file) => files[0] && isSame(file, files[0]));
      const alone = isOne && !uploads.some(isGoing);
      const more = files.map((file) => begun(file, alone));
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
