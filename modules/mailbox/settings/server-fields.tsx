// Where a mailbox is and how one signs in: typed once to connect, and again when a password or a server changes.
import { PasswordField } from "#app/ui/password-field.tsx";
import { SelectField, TextField } from "#app/ui/field.tsx";
import type { TestStep } from "../mailbox-data.ts";

export interface ServerForm {
  address: string;
  signIn: "password" | "oauth2";
  user: string;
  imapHost: string;
  imapPort: string;
  smtpHost: string;
  smtpPort: string;
  password: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  refreshToken: string;
  scope: string;
}

export const blankServer: ServerForm = {
  address: "",
  signIn: "password",
  user: "",
  imapHost: "",
  imapPort: "993",
  smtpHost: "",
  smtpPort: "587",
  password: "",
  tokenUrl: "",
  clientId: "",
  clientSecret: "",
  refreshToken: "",
  scope: "",
};

/** What is known of two big providers, so that nobody has to look it up. */
const known: Record<string, Partial<ServerForm>> = {
  "gmail.com": { imapHost: "imap.gmail.com", smtpHost: "smtp.gmail.com" },
  "googlemail.com": { imapHost: "imap.gmail.com", smtpHost: "smtp.gmail.com" },
  "outlook.com": { imapHost: "outlook.office365.com", smtpHost: "smtp.office365.com", signIn: "oauth2" },
  "hotmail.com": { imapHost: "outlook.office365.com", smtpHost: "smtp.office365.com", signIn: "oauth2" },
};
export const guessServers = (address: string): Partial<ServerForm> =>
  known[address.split("@")[1]?.toLowerCase() ?? ""] ?? {};

export const secretOf = (form: ServerForm) =>
  form.signIn === "password"
    ? { sign_in: "password" as const, password: form.password }
    : {
        sign_in: "oauth2" as const,
        token_url: form.tokenUrl.trim(),
        client_id: form.clientId.trim(),
        client_secret: form.clientSecret,
        refresh_token: form.refreshToken.trim(),
        ...(form.scope.trim() && { scope: form.scope.trim() }),
      };

export const serversOf = (form: ServerForm) => ({
  user_name: form.user.trim() || form.address.trim(),
  imap_host: form.imapHost.trim(),
  imap_port: Number(form.imapPort) || 993,
  smtp_host: form.smtpHost.trim() || null,
  smtp_port: form.smtpHost.trim() ? Number(form.smtpPort) || 587 : null,
});

/** Fields that are missing, by name; the server says the rest. */
export function missingIn(form: ServerForm, needsSecret: boolean): Partial<Record<keyof ServerForm, string>> {
  const empty = (field: keyof ServerForm, words: string) => (form[field].trim() ? {} : { [field]: words });
  return {
    ...empty("address", "Type an address such as dana@example.com."),
    ...empty("imapHost", "Type the name of the IMAP server."),
    ...(!needsSecret
      ? {}
      : form.signIn === "password"
        ? empty("password", "Type the password.")
        : {
            ...empty("tokenUrl", "Type the address of the token server."),
            ...empty("clientId", "Type the client id."),
            ...empty("refreshToken", "Type the refresh token."),
          }),
  };
}

export function ServerFields({
  form,
  errors,
  fixedAddress = false,
  failed,
  onChange,
}: {
  form: ServerForm;
  errors: Partial<Record<keyof ServerForm, string>>;
  fixedAddress?: boolean;
  /** The step of a test that failed, shown at the field it is about. */
  failed?: TestStep | undefined;
  onChange: (changed: Partial<ServerForm>) => void;
}) {
  const field = (key: keyof ServerForm) => ({
    value: form[key],
    error: errors[key],
    size: "compact" as const,
    onChange: ({ target }: { target: { value: string } }) => onChange({ [key]: target.value }),
  });
  const about = (step: TestStep["step"]) => (failed?.step === step ? failed.message : undefined);
  const host = about("resolve") ?? about("connect");
  return (
    <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-2">
      <TextField
        label="Address"
        marked
        type="email"
        autoComplete="off"
        maxLength={254}
        disabled={fixedAddress}
        {...field("address")}
        onBlur={() => form.imapHost === "" && onChange(guessServers(form.address))}
      />
      <SelectField
        label="Sign in with"
        size="compact"
        value={form.signIn}
        onChange={(event) => onChange({ signIn: event.target.value === "oauth2" ? "oauth2" : "password" })}
      >
        <option value="password">Password</option>
        <option value="oauth2">OAuth2 token</option>
      </SelectField>
      <TextField
        label="IMAP server"
        marked
        autoComplete="off"
        maxLength={253}
        {...field("imapHost")}
        error={errors.imapHost ?? host}
      />
      <TextField label="Port" inputMode="numeric" maxLength={5} {...field("imapPort")} />
      <TextField
        label="Server to send by (SMTP)"
        autoComplete="off"
        maxLength={253}
        hint="Empty: mail is read, and replies are written elsewhere."
        {...field("smtpHost")}
      />
      <TextField label="Port to send by" inputMode="numeric" maxLength={5} {...field("smtpPort")} />
      <TextField
        label="User name"
        autoComplete="off"
        maxLength={254}
        placeholder={form.address}
        hint="Empty: the address."
        {...field("user")}
      />
      {form.signIn === "password" ? (
        <div className="sm:col-span-2">
          <PasswordField
            label="Password"
            marked
            autoComplete="off"
            maxLength={1000}
            {...field("password")}
            error={errors.password ?? about("sign_in")}
          />
        </div>
      ) : (
        <>
          <TextField label="Scope" autoComplete="off" maxLength={500} {...field("scope")} />
          <div className="sm:col-span-2">
            <TextField
              label="Token server"
              marked
              type="url"
              autoComplete="off"
              placeholder="https://oauth2.googleapis.com/token"
              maxLength={500}
              {...field("tokenUrl")}
            />
          </div>
          <TextField label="Client id" marked autoComplete="off" maxLength={500} {...field("clientId")} />
          <PasswordField label="Client secret" autoComplete="off" maxLength={1000} {...field("clientSecret")} />
          <div className="sm:col-span-2">
            <PasswordField
              label="Refresh token"
              marked
              autoComplete="off"
              maxLength={5000}
              {...field("refreshToken")}
              error={errors.refreshToken ?? about("sign_in")}
            />
          </div>
        </>
      )}
    </div>
  );
}
