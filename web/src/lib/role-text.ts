/** Returns the size of a character's part in words. */
export const roleText = (role: "main" | "supporting") => (role === "main" ? "Main" : "Supporting");
