// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.store.AtomicFile;
import org.plateaubench.engine.store.Lines;
import org.plateaubench.web.http.Journal;
import org.plateaubench.web.http.Query;
import org.plateaubench.web.http.Role;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.http.Routes;

/**
 * The log of every change made through the console and every change refused, in order of time. Done and refused requests
 * have separate files and separate bounds, so that a caller cannot push out entries of changes by many refused requests.
 * An entry is on the disk before the caller has the answer. Any thread.
 */
final class AuditLog implements Journal, Routes {
    private static final int FILES = 11;
    private static final int LIMIT = 100;
    private static final int MAXIMUM_LIMIT = 1_000;

    /**
     * How many entries a file has; the newest ten files and the one that is written are kept.
     *
     * @param done entries of requests that were done
     * @param refused entries of requests that were refused or failed
     */
    record Bounds(int done, int refused) {
        static final Bounds USUAL = new Bounds(10_000, 2_000);
    }

    private final InstantSource clock;
    private final RotatedFile done;
    private final RotatedFile refused;
    private long lastId;

    private AuditLog(RotatedFile done, RotatedFile refused, InstantSource clock) throws IOException {
        this.done = done;
        this.refused = refused;
        this.clock = clock;
        for (RotatedFile one : List.of(done, refused)) {
            List<Path> files = one.all();
            if (!files.isEmpty()) {
                read(files.getLast(), row -> lastId = Math.max(lastId, row.id()));
            }
        }
    }

    static AuditLog open(Path data, InstantSource clock) throws IOException {
        return open(data, clock, Bounds.USUAL);
    }

    static AuditLog open(Path data, InstantSource clock, Bounds bounds) throws IOException {
        Path folder = data.resolve("audit");
        AtomicFile.createFolders(folder);
        return new AuditLog(
                new RotatedFile(folder, "done", bounds.done(), FILES),
                new RotatedFile(folder, "refused", bounds.refused(), FILES),
                clock);
    }

    /** One entry, as it is stored and as the API returns it. */
    record Row(long id, Instant at, @JsonUnwrapped Entry entry) {}

    /**
     * A page of the log.
     *
     * @param total number of the entries that match, on all pages
     * @param entries entries of the page, the newest first
     */
    record Page(long total, List<Row> entries) {}

    @Override
    public void addTo(RouteTable table) {
        table.get(RouteTable.API + "/audit", Role.ADMIN, this::list, "limit", "before", "user", "action");
    }

    private void list(Context context) throws IOException {
        Query query = Query.of(context);
        context.json(list(
                query.number("limit", 1, MAXIMUM_LIMIT, LIMIT),
                query.number("before", 1, Long.MAX_VALUE).orElse(null),
                query.text("user").orElse(null),
                query.text("action").orElse(null)));
    }

    @Override
    public synchronized void write(Entry entry) {
        lastId++;
        Row row = new Row(lastId, clock.instant(), entry);
        try {
            (entry.refused() ? refused : done).append(lastId, Documents.line(row));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the entries that match, the newest first.
     *
     * @param before only entries with a smaller id; null for all
     * @param user account; null for any
     * @param action part of the action, in any case; null for any
     */
    Page list(int limit, @Nullable Long before, @Nullable String user, @Nullable String action) throws IOException {
        List<Path> files = new ArrayList<>(done.all());
        files.addAll(refused.all());
        String part = action == null ? "" : action.toLowerCase(Locale.ROOT);
        TreeMap<Long, Row> newest = new TreeMap<>();
        long[] total = new long[1];
        for (Path file : files) {
            read(file, row -> {
                boolean matches = (user == null || user.equals(row.entry().user()))
                        && row.entry().action().toLowerCase(Locale.ROOT).contains(part);
                if (matches) {
                    total[0]++;
                }
                if (matches && (before == null || row.id() < before)) {
                    newest.put(row.id(), row);
                    if (newest.size() > limit) {
                        newest.pollFirstEntry();
                    }
                }
            });
        }
        return new Page(total[0], List.copyOf(newest.descendingMap().values()));
    }

    /** Reads the entries of a file. A line that a killed console did not write to its end is left out. */
    private static void read(Path file, Consumer<Row> taker) throws IOException {
        Lines.read(file, line -> taker.accept(Documents.read(line, Row.class)), new ArrayList<>());
    }
}
