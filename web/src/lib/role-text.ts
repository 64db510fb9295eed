/** How large a part is. */
export const roleText = (role: "main" | "supporting") => (role === "main" ? "Main" : "Supporting");
