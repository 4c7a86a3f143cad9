// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.store.file.AtomicFile;

/**
 * The file of the accounts, their API tokens and their sessions. Each change replaces the whole file atomically and is on
 * the disk when it returns. Any thread.
 */
final class AccountFile {
    private final Path file;
    private volatile Content content;

    private AccountFile(Path file, Content content) {
        this.file = file;
        this.content = content;
    }

    /**
     * The content of the file, each part in the order of creation.
     *
     * @param accounts accounts by their names
     * @param tokens API tokens by the digests of their secrets
     * @param sessions sessions by the digests of their secrets
     */
    record Content(
            Map<String, Account> accounts,
            Map<String, ApiTokens.Token> tokens,
            Map<String, Sessions.Session> sessions) {
        private Content copy() {
            return new Content(
                    new LinkedHashMap<>(accounts), new LinkedHashMap<>(tokens), new LinkedHashMap<>(sessions));
        }
    }

    /**
     * Opens the file of a console, which is created by the first change.
     *
     * @param data folder of the console's own data
     * @throws IOException with a message for the user when it cannot be read
     */
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

    /** Returns the present content, which nobody may change. */
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
