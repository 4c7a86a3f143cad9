// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
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
 * The log of every change made through the console and every change refused, in order of time. Done and refused
 * requests have separate files and separate bounds, so that a caller cannot push out entries of changes by many refused
 * requests. An entry is on the disk before the caller has the answer. Thread-safe.
 */
final class AuditLog implements Journal, Routes {
    private static final int FILES = 11;
    private static final int LIMIT = 100;
    private static final int MAXIMUM_LIMIT = 1_000;

    /** Maximum number of entries in a file; the newest ten files and the one that is written are kept. */
    record Bounds(int done, int refused) {
        static final Bounds DEFAULT = new Bounds(10_000, 2_000);
    }

    private final InstantSource clock;
    private final RotatedFile done;
    private final RotatedFile refused;
    private long lastId;

    private AuditLog(RotatedFile done, RotatedFile refused, InstantSource clock) throws IOException {
        this.done = done;
        this.refused = refused;
        this.clock = clock;
        for (RotatedFile rotated : List.of(done, refused)) {
            List<Path> files = rotated.all();
            if (!files.isEmpty()) {
                read(files.getLast(), row -> lastId = Math.max(lastId, row.id()));
            }
        }
    }

    static AuditLog open(Path data, InstantSource clock) throws IOException {
        return open(data, clock, Bounds.DEFAULT);
    }

    static AuditLog open(Path data, InstantSource clock, Bounds bounds) throws IOException {
        Path folder = data.resolve("audit");
        AtomicFile.createFolders(folder);
        return new AuditLog(
                new RotatedFile(folder, "done", bounds.done(), FILES),
                new RotatedFile(folder, "refused", bounds.refused(), FILES),
                clock);
    }

    /** One entry, in the form in which it is stored and the API returns it. */
    record Row(long id, Instant at, @JsonUnwrapped Entry entry) {}

    /** A page of the log, the newest entry first, with the number of the matching entries on all pages. */
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

    /** Reads the entries of a file. An incomplete line, which a killed console has left, is skipped. */
    private static void read(Path file, Consumer<Row> taker) throws IOException {
        Lines.read(file, line -> taker.accept(Documents.read(line, Row.class)), new ArrayList<>());
    }

    /**
     * Files of lines; lines are appended to the last file. A full file is followed by a new one, and the oldest file is
     * deleted when there are too many. Not thread-safe.
     */
    static final class RotatedFile {
        private static final String END = ".ndjson";

        private final Path folder;
        private final String name;
        private final int maxLines;
        private final int maxFiles;
        /** The size of the last file up to its last complete line. */
        private long sizeBytes;

        private int lineCount;

        /** Opens the files with a name; the given number of files is kept, including the last one. */
        RotatedFile(Path folder, String name, int lines, int files) throws IOException {
            this.folder = folder;
            this.name = name;
            maxLines = lines;
            maxFiles = files;
            List<Path> all = all();
            while (!all.isEmpty() && lineCount == 0) {
                byte[] last = Files.readAllBytes(all.getLast());
                for (int i = 0; i < last.length; i++) {
                    if (last[i] == '\n') {
                        lineCount++;
                        sizeBytes = i + 1L;
                    }
                }
                if (lineCount == 0) {
                    // The console was killed before the first line was complete.
                    Files.delete(all.removeLast());
                }
            }
        }

        /** Returns the files, the oldest first. */
        List<Path> all() throws IOException {
            try (Stream<Path> all = Files.list(folder)) {
                return new ArrayList<>(all.filter(file -> {
                            String found = file.getFileName().toString();
                            return found.startsWith(name + "-") && found.endsWith(END);
                        })
                        .sorted()
                        .toList());
            }
        }

        /** Appends a line, on the disk when this returns; its number is greater than those of all lines before. */
        void append(long number, String line) throws IOException {
            List<Path> all = all();
            if (all.isEmpty() || lineCount == maxLines) {
                all.add(folder.resolve(String.format(Locale.ROOT, "%s-%012d%s", name, number, END)));
                lineCount = 0;
                sizeBytes = 0;
            }
            try (FileChannel channel =
                    FileChannel.open(all.getLast(), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                // A killed console, or a full disk, may have left a part of a line.
                channel.truncate(sizeBytes).position(sizeBytes);
                ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
                int length = bytes.remaining();
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(false);
                sizeBytes += length;
            }
            lineCount++;
            if (lineCount == 1) {
                while (all.size() > maxFiles) {
                    Files.delete(all.removeFirst());
                }
                AtomicFile.forceFolder(folder);
            }
        }
    }
}
