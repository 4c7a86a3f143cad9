// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The journals of an agent, one for each run whose controller has not reported that its result is complete. Each is
 * limited in size, and all are limited in age and total size. Thread-safe.
 */
public final class Journals {
    private static final long MOST_BYTES = 1L << 30;
    private static final long MOST_BYTES_OF_ALL = 4L << 30;
    /** How long a journal is kept if no controller removes it. */
    static final Duration OLDEST = Duration.ofDays(7);

    private static final String SUFFIX = ".journal";
    /** Valid ids of runs. Controllers send them, and they become file names. */
    private static final Pattern RUN = Pattern.compile("[0-9A-Za-z][0-9A-Za-z-]{0,200}");

    private final Path folder;
    private final Supplier<Instant> now;
    private final long mostBytes;
    private String driven = "";

    enum State {
        /** There is no journal of the run. */
        NONE(0),
        /** The agent still drives the run. */
        DRIVEN(1),
        /** The agent drives another run, which reading the journal would disturb. */
        BUSY(2),
        /** Bytes of the journal follow; no bytes mean its end. */
        KEPT(3);

        final byte code;

        State(int code) {
            this.code = (byte) code;
        }

        static @Nullable State of(byte code) {
            for (State state : values()) {
                if (state.code == code) {
                    return state;
                }
            }
            return null;
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // Parts are not compared.
    record Part(State state, byte[] bytes) {}

    private Journals(Path folder, Supplier<Instant> now, long mostBytes) {
        this.folder = folder;
        this.now = now;
        this.mostBytes = mostBytes;
    }

    /** Opens the journals of a folder and removes those that are too old or too large in total. */
    public static Journals in(Path folder, Supplier<Instant> now) throws IOException {
        return in(folder, now, MOST_BYTES);
    }

    static Journals in(Path folder, Supplier<Instant> now, long mostBytes) throws IOException {
        Journals journals = new Journals(folder, now, mostBytes);
        journals.removeOld(now.get(), MOST_BYTES_OF_ALL);
        return journals;
    }

    /** Removes journals that are too old, and the oldest ones while the total size is too large. */
    synchronized void removeOld(Instant at, long mostBytesOfAll) throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.list(folder)) {
            all.filter(file -> file.getFileName().toString().endsWith(SUFFIX)).forEach(files::add);
        }
        List<FileTime> times = new ArrayList<>();
        for (Path file : files) {
            times.add(Files.getLastModifiedTime(file));
        }
        List<Integer> newestFirst = Stream.iterate(0, each -> each + 1)
                .limit(files.size())
                .sorted(Comparator.comparing((Integer each) -> times.get(each)).reversed())
                .toList();
        long bytes = 0;
        for (int each : newestFirst) {
            bytes += Files.size(files.get(each));
            boolean isOld = times.get(each).toInstant().isBefore(at.minus(OLDEST));
            if ((isOld || bytes > mostBytesOfAll) && !files.get(each).equals(file(driven))) {
                Files.deleteIfExists(files.get(each));
            }
        }
    }

    private Path file(String run) {
        return folder.resolve(run + SUFFIX);
    }

    /** Begins the journal of a run that is driven from now on. */
    synchronized Journal begin(String run) throws IOException {
        if (!RUN.matcher(run).matches()) {
            throw new IOException("The controller's run has no valid id.");
        }
        try {
            removeOld(now.get(), MOST_BYTES_OF_ALL);
            Journal begun = new Journal(file(run), mostBytes);
            driven = run;
            return begun;
        } catch (IOException e) {
            throw new IOException("The journal of the run cannot be made: " + e.getMessage() + ".", e);
        }
    }

    /** Ends the current run. An empty journal is removed. */
    synchronized void over() {
        Path file = file(driven);
        driven = "";
        try {
            if (Files.size(file) == 0) {
                Files.delete(file);
            }
        } catch (IOException e) {
            // It is removed later, when it is too old.
            return;
        }
    }

    /** Removes a journal, since the result of its run is complete. */
    synchronized void remove(String run) throws IOException {
        if (RUN.matcher(run).matches() && !run.equals(driven)) {
            Files.deleteIfExists(file(run));
        }
    }

    /** Reads some bytes of a journal from an offset on. */
    synchronized Part part(String run, long offset) throws IOException {
        byte[] nothing = {};
        if (!driven.isEmpty()) {
            return new Part(run.equals(driven) ? State.DRIVEN : State.BUSY, nothing);
        }
        if (!RUN.matcher(run).matches() || !Files.exists(file(run)) || offset < 0) {
            return new Part(State.NONE, nothing);
        }
        try (RandomAccessFile file = new RandomAccessFile(file(run).toFile(), "r")) {
            long left = Math.max(0, file.length() - offset);
            byte[] bytes = new byte[(int) Math.min(left, Frame.MOST_CONTENT - 1)];
            file.seek(offset);
            file.readFully(bytes);
            return new Part(State.KEPT, bytes);
        }
    }
}
