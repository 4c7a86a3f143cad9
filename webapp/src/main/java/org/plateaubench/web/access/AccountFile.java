// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.store.AtomicFile;

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
     * The content of the file. Immutable.
     *
     * @param accounts the accounts, in the order of their creation
     * @param tokens API tokens by the digests of their secrets, in the order of their creation
     * @param sessions the sessions, in the order of sign-in
     */
    record Content(List<Account> accounts, Map<String, ApiToken> tokens, List<Session> sessions) {
        Content withAccounts(List<Account> changed) {
            return new Content(changed, tokens, sessions);
        }

        Content withTokens(Map<String, ApiToken> changed) {
            return new Content(accounts, changed, sessions);
        }

        Content withoutTokens(Predicate<ApiToken> which) {
            Map<String, ApiToken> left = new LinkedHashMap<>(tokens);
            left.values().removeIf(which);
            return withTokens(left);
        }

        Content withSessions(List<Session> changed) {
            return new Content(accounts, tokens, changed);
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
            return new AccountFile(file, new Content(List.of(), Map.of(), List.of()));
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

    Content content() {
        return content;
    }

    /** Changes the content; no other change happens meanwhile. */
    synchronized void change(UnaryOperator<Content> change) {
        Content after = change.apply(content);
        try {
            AtomicFile.writeForOwner(file, Documents.text(after));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        content = after;
    }

    /** Returns a list with one element more. */
    static <T> List<T> added(List<T> list, T element) {
        List<T> all = new ArrayList<>(list);
        all.add(element);
        return all;
    }

    /** Returns a list in which the elements that match are replaced. */
    static <T> List<T> replaced(List<T> list, Predicate<T> which, UnaryOperator<T> by) {
        return list.stream().map(one -> which.test(one) ? by.apply(one) : one).toList();
    }

    /** Returns a list without the elements that match. */
    static <T> List<T> without(List<T> list, Predicate<T> which) {
        return list.stream().filter(which.negate()).toList();
    }
}
