// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study.plan;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.plateaubench.app.study.run.EndedRun;
import org.plateaubench.app.study.run.Outcome;
import org.plateaubench.app.study.run.Step;
import org.plateaubench.engine.document.Documents;

/**
 * The record of the runs of a sequence that were planned, started and ended, a line each. A line is on disk when the
 * call that writes it returns, so a kill loses at most the line that is being written. One thread at a time.
 */
public final class Ledger implements AutoCloseable {
    public static final String FILE = "ledger.ndjson";

    private static final String PLANNED = "planned";
    private static final String STARTED = "started";
    private static final String ENDED = "ended";

    private final FileChannel channel;
    private final List<EndedRun> ended;

    private Ledger(FileChannel channel, List<EndedRun> ended) {
        this.channel = channel;
        this.ended = new ArrayList<>(ended);
    }

    private record Line(String event, String at, Step step, String runId, List<EndedRun> end) {}

    /** Opens the ledger of a folder, or creates one, and removes an incomplete line. */
    public static Ledger open(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        List<EndedRun> ended = new ArrayList<>();
        long whole = read(folder, ended::add);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        channel.truncate(whole);
        channel.position(channel.size());
        return new Ledger(channel, ended);
    }

    /** The ended runs of a folder, without interrupted ones, in order. */
    static List<EndedRun> read(Path folder) throws IOException {
        List<EndedRun> ended = new ArrayList<>();
        read(folder, ended::add);
        return ended;
    }

    /**
     * Reads the ended runs of a folder like {@link #read(Path)}, but with only one line in memory at a time.
     *
     * @return length of the complete lines, in bytes
     */
    public static long read(Path folder, Consumer<EndedRun> each) throws IOException {
        Path file = folder.resolve(FILE);
        if (!Files.exists(file)) {
            return 0;
        }
        try (LedgerLines lines = LedgerLines.of(file)) {
            String line = lines.next();
            while (line != null) {
                try {
                    Documents.read(line, Line.class).end().stream()
                            .filter(run -> run.outcome() != Outcome.INTERRUPTED)
                            .forEach(each);
                } catch (IllegalArgumentException e) {
                    throw new IOException(file + ":" + lines.number() + " is broken: " + e.getMessage() + ".", e);
                }
                line = lines.next();
            }
            return lines.wholeBytes();
        }
    }

    /**
     * A run that was planned and has not ended.
     *
     * @param runId its id, empty before it has a folder
     * @param since time at which it was planned or started
     */
    public record Current(Step step, String runId, Instant since) {}

    /** The last run of a folder if it has not ended. Safe while a process writes the ledger. */
    public static Optional<Current> current(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        String last = LedgerLines.last(file);
        if (last == null) {
            return Optional.empty();
        }
        try {
            Line line = Documents.read(last, Line.class);
            return line.event().equals(ENDED)
                    ? Optional.empty()
                    : Optional.of(new Current(line.step(), line.runId(), Instant.parse(line.at())));
        } catch (IllegalArgumentException | DateTimeParseException e) {
            throw new IOException(file + " is broken at its end: " + e.getMessage() + ".", e);
        }
    }

    public void planned(String at, Step step) throws IOException {
        append(new Line(PLANNED, at, step, "", List.of()));
    }

    public void started(String at, Step step, String runId) throws IOException {
        append(new Line(STARTED, at, step, runId, List.of()));
    }

    public void ended(String at, EndedRun run) throws IOException {
        append(new Line(ENDED, at, run.step(), run.runId(), List.of(run)));
        if (run.outcome() != Outcome.INTERRUPTED) {
            ended.add(run);
        }
    }

    /** The ended runs, without interrupted ones. */
    public List<EndedRun> ended() {
        return List.copyOf(ended);
    }

    private void append(Line line) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap((Documents.line(line) + "\n").getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
        channel.force(true);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
