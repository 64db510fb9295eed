import { whenIdleOrTouched } from "./idle";

/** Once the mark of a signed-in user is on the document, which is there before the first paint or comes with a session. */
function marked(): Promise<void> {
  const page = document.documentElement;
  return new Promise((resolve) => {
    const look = () => {
      if (page.dataset.signedIn === undefined) return;
      observer.disconnect();
      resolve();
    };
    const observer = new MutationObserver(look);
    observer.observe(page, { attributeFilter: ["data-signed-in"] });
    look();
  });
}

/** Resolves when code may load that visitors do without. */
export const whenSignedIn = () => marked().then(whenIdleOrTouched);
