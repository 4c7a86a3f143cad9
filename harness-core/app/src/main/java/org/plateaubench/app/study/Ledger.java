// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

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
import org.plateaubench.engine.document.Documents;

/**
 * What was planned, started and ended in a sequence of runs, a line each; a line is on disk when the call that writes it
 * returns. A kill at any instant loses the line that is being written and nothing else. One thread at a time.
 */
final class Ledger implements AutoCloseable {
    static final String FILE = "ledger.ndjson";

    private static final String PLANNED = "planned";
    private static final String STARTED = "started";
    private static final String ENDED = "ended";

    private final FileChannel channel;
    private final List<EndedRun> ended;

    private Ledger(FileChannel channel, List<EndedRun> ended) {
        this.channel = channel;
        this.ended = new ArrayList<>(ended);
    }

    /** A line. */
    private record Line(String event, String at, Step step, String runId, List<EndedRun> end) {}

    /** Opens the ledger of a folder, a new one where there is none, and removes a line that was not written to its end. */
    static Ledger open(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        List<EndedRun> ended = read(folder);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        channel.truncate(wholeLines(Files.readAllBytes(file)));
        channel.position(channel.size());
        return new Ledger(channel, ended);
    }

    /**
     * The runs of a folder that have ended, without interrupted ones, in their order.
     *
     * @throws IOException with a sentence for a person when a line is no line of a ledger
     */
    static List<EndedRun> read(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        if (!Files.exists(file)) {
            return List.of();
        }
        List<EndedRun> ended = new ArrayList<>();
        int number = 0;
        for (String line : lines(file)) {
            number++;
            try {
                Line read = Documents.read(line, Line.class);
                read.end().stream()
                        .filter(run -> run.outcome() != Outcome.INTERRUPTED)
                        .forEach(ended::add);
            } catch (IllegalArgumentException e) {
                throw new IOException(file + ":" + number + " is broken: " + e.getMessage() + ".", e);
            }
        }
        return ended;
    }

    /** The lines that were written to their ends; what is behind them may end amid a character. */
    private static List<String> lines(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        return new String(bytes, 0, wholeLines(bytes), StandardCharsets.UTF_8)
                .lines()
                .toList();
    }

    private static int wholeLines(byte[] bytes) {
        int length = bytes.length;
        while (length > 0 && bytes[length - 1] != '\n') {
            length--;
        }
        return length;
    }

    /**
     * A run that was planned, and has not ended.
     *
     * @param step what is run
     * @param runId its id, empty before it has a folder
     * @param since when it was planned or started
     */
    record Current(Step step, String runId, Instant since) {}

    /**
     * The last run of a folder if it has not ended. Safe while a process writes the ledger.
     *
     * @throws IOException with a sentence for a person when the line is no line of a ledger
     */
    static Optional<Current> current(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        List<String> lines = lines(file);
        if (lines.isEmpty()) {
            return Optional.empty();
        }
        String last = lines.getLast();
        try {
            Line line = Documents.read(last, Line.class);
            return line.event().equals(ENDED)
                    ? Optional.empty()
                    : Optional.of(new Current(line.step(), line.runId(), Instant.parse(line.at())));
        } catch (IllegalArgumentException | DateTimeParseException e) {
            throw new IOException(file + " is broken at its end: " + e.getMessage() + ".", e);
        }
    }

    void planned(String at, Step step) throws IOException {
        append(new Line(PLANNED, at, step, "", List.of()));
    }

    void started(String at, Step step, String runId) throws IOException {
        append(new Line(STARTED, at, step, runId, List.of()));
    }

    void ended(String at, EndedRun run) throws IOException {
        append(new Line(ENDED, at, run.step(), run.runId(), List.of(run)));
        if (run.outcome() != Outcome.INTERRUPTED) {
            ended.add(run);
        }
    }

    /** The runs that have ended, without interrupted ones. */
    List<EndedRun> ended() {
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
