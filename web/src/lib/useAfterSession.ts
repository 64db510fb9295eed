import { useQueryClient } from "@tanstack/react-query";
import { sessionQuery } from "@/api/query";
import { useToast } from "@/lib/toast";
import { failureMessage } from "@/messages/errors";
import { useSession } from "./session";

/**
 * For a press that may come before the server has said who this is: what follows waits for that, and is one thing for who
 * is signed in, another for nobody.
 */
export function useAfterSession() {
  const { expected } = useSession();
  const queries = useQueryClient();
  const toast = useToast();
  return async (signedIn: (uid: string) => void, nobody: () => void) => {
    try {
      const session = sessionQuery();
      const { user } = await queries.ensureQueryData(session).catch((error) => {
        const cached = queries.getQueryData(session.queryKey);
        if (cached) return cached;
        throw error;
      });
      return user ? signedIn(user.uid) : nobody();
    } catch (error) {
      // No user was signed in here before, so most probably none is now.
      if (!expected) return nobody();
      toast({ message: failureMessage(error), tone: "failure" });
    }
  };
}
