// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.store.AtomicFile;
import org.plateaubench.web.http.Role;

/**
 * The file of the accounts, their API tokens and their sessions. Each change replaces the whole file atomically and is
 * on the disk when it returns. Thread-safe.
 */
final class AccountFile {
    private static final int SHOWN_LENGTH = 8;

    private final Path file;
    private volatile Content content;

    private AccountFile(Path file, Content content) {
        this.file = file;
        this.content = content;
    }

    /** The content of the file, in the order of creation; tokens and sessions are by digests of their secrets. */
    record Content(Map<String, Account> accounts, Map<String, Token> tokens, Map<String, Session> sessions) {
        private Content copy() {
            return new Content(
                    new LinkedHashMap<>(accounts), new LinkedHashMap<>(tokens), new LinkedHashMap<>(sessions));
        }
    }

    /**
     * A user who may sign in. Immutable.
     *
     * @param password digest of the password
     * @param lastSeenAt when the user last sent a request; null for never
     */
    record Account(
            String name,
            Role role,
            String password,
            boolean disabled,
            Instant createdAt,
            @Nullable Instant lastSeenAt) {
        Account with(Role newRole, String newPassword, boolean isDisabled) {
            return new Account(name, newRole, newPassword, isDisabled, createdAt, lastSeenAt);
        }

        Account withLastSeen(Instant now) {
            return new Account(name, role, password, disabled, createdAt, now);
        }

        /** Returns the account as text, without the digest of the password. */
        @Override
        public String toString() {
            return "Account[" + name + ", " + role + "]";
        }
    }

    /**
     * A token with which a program calls the API. Immutable.
     *
     * @param role role of its requests, never more than that of its owner
     * @param expiresAt when it expires; null for never
     * @param lastUsedAt when it was last used; null for never
     */
    record Token(
            String id,
            String name,
            Role role,
            String owner,
            Instant createdAt,
            @Nullable Instant expiresAt,
            @Nullable Instant lastUsedAt) {
        Token used(Instant now) {
            return new Token(id, name, role, owner, createdAt, expiresAt, now);
        }

        /** Returns the name of the token in the audit log. */
        String credential() {
            return "token " + id + " " + name;
        }
    }

    /**
     * A session of a signed-in user. Immutable.
     *
     * @param digest digest of the secret in the cookie
     * @param account name of the account; null for a sign-in with the token of the first start
     * @param endsAt when the session ends at the latest
     */
    record Session(String digest, @Nullable String account, Instant createdAt, Instant seenAt, Instant endsAt) {
        Session withLastSeen(Instant now) {
            return new Session(digest, account, createdAt, now, endsAt);
        }

        /** Returns the name of the session in the audit log; its digest does not let a reader use the session. */
        String credential() {
            return "session " + digest.substring(0, SHOWN_LENGTH);
        }
    }

    /** Opens the file of a console, which is created by the first change. */
    static AccountFile open(Path data) throws IOException {
        Path file = data.toAbsolutePath().normalize().resolve("accounts.json");
        if (!Files.exists(file)) {
            return new AccountFile(file, new Content(Map.of(), Map.of(), Map.of()));
        }
        try {
            return new AccountFile(file, Documents.read(Files.readString(file), Content.class));
        } catch (IOException | IllegalArgumentException e) {
            throw new IOException(
                    "The file " + file + " with accounts and API tokens cannot be read (" + e.getMessage()
                            + "): put a copy of it in its place, or rename it to begin without accounts.",
                    e);
        }
    }

    /** Returns the present content, which must not be changed. */
    Content content() {
        return content;
    }

    /** Changes a copy of the content, which then takes its place; no other change happens meanwhile. */
    synchronized void change(Consumer<Content> change) {
        Content after = content.copy();
        change.accept(after);
        try {
            AtomicFile.writeForOwner(file, Documents.text(after));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        content = after;
    }
}
