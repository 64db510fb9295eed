import { act, screen, waitFor } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { expect, test } from "vitest";
import { render } from "@/test/render";
import { useFocusRecovery } from "./focus-recovery";

/** A page of parts, with messages over it. What is named in `gone` is not there. */
function Page({ parts, message }: { parts: (gone: Set<string>) => ReactNode; message?: boolean }) {
  const [gone, setGone] = useState(new Set<string>());
  useFocusRecovery();
  const onClick = ({ target }: React.MouseEvent) => {
    const { leaves } = (target as HTMLElement).dataset;
    if (leaves) setGone(new Set(gone).add(leaves));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons are within
    // biome-ignore lint/a11y/useKeyWithClickEvents: the buttons are within
    <div onClick={onClick}>
      <main tabIndex={-1}>{parts(gone)}</main>
      {message && !gone.has("message") && (
        <aside>
          <button type="button" data-leaves="message">
            Dismiss
          </button>
        </aside>
      )}
    </div>
  );
}

const row = (name: string) => (
  <li key={name}>
    <a href={`/${name}`}>{name}</a>
    <button type="button" data-leaves={name}>
      Remove {name}
    </button>
  </li>
);
const rows = (gone: Set<string>) => (
  <ul>{["one", "two", "three"].filter((name) => !gone.has(name)).map(row)}</ul>
);
const press = (name: string) => act(() => screen.getByRole("button", { name }).focus());

test("focus moves to the same button in the row that replaces a removed one", async () => {
  const { user } = render(<Page parts={rows} />);
  press("Remove two");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.getByRole("button", { name: "Remove three" })).toHaveFocus());
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.getByRole("button", { name: "Remove one" })).toHaveFocus());
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
});

test("focus stays within the part whose button was removed", async () => {
  const parts = (gone: Set<string>) => (
    <p>
      <a href="/title">Title</a>
      {!gone.has("undo") && (
        <button type="button" data-leaves="undo">
          Undo
        </button>
      )}
    </p>
  );
  const { user } = render(<Page parts={parts} />);
  press("Undo");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.getByRole("link", { name: "Title" })).toHaveFocus());
});

test("focus moves to the next control in the row of a removed button", async () => {
  const parts = (gone: Set<string>) => (
    <p>
      <a href="/title">Title</a>
      <span>
        {!gone.has("accept") && (
          <button type="button" data-leaves="accept">
            Accept
          </button>
        )}
      </span>
      <button type="button">More</button>
    </p>
  );
  const { user } = render(<Page parts={parts} />);
  press("Accept");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.getByRole("button", { name: "More" })).toHaveFocus());
});

test("moved focus opens no on-screen keyboard", async () => {
  const parts = (gone: Set<string>) => (
    <div>
      {!gone.has("tag") && (
        <button type="button" data-leaves="tag">
          Remove tag
        </button>
      )}
      <p>
        <input aria-label="Tag" />
        <button type="button">Add tag</button>
      </p>
    </div>
  );
  const { user } = render(<Page parts={parts} />);
  press("Remove tag");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.getByRole("button", { name: "Add tag" })).toHaveFocus());
});

test("focus returns to the page when a message closes", async () => {
  const { user } = render(<Page parts={rows} message />);
  press("Remove two");
  press("Dismiss");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.getByRole("button", { name: "Remove two" })).toHaveFocus());
});
