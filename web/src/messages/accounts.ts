/** Said by everything that would need an account. */
export const accountsNotOpen =
  "Accounts are not open on this server yet. Nothing you typed was sent, and it stays in the form.";
