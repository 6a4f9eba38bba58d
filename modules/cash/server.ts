// Files of the bank.
import type { ModuleServer } from "#server/platform/module-server.ts";
import { bankRoutes } from "./server/bank/bank-routes.ts";

export const server: ModuleServer = {
  open({ sql }, { admin }) {
    bankRoutes(sql, admin);
  },
};
