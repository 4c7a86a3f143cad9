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
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;

/**
 * The record of the runs of a sequence that were planned, started and ended, a line each. A line is on disk when the
 * call that writes it returns, so a kill loses at most the line that is being written. Not thread-safe.
 */
final class Ledger implements AutoCloseable {
    static final String FILE = "ledger.ndjson";

    private final FileChannel channel;
    private final List<EndedRun> ended;

    private Ledger(FileChannel channel, List<EndedRun> ended) {
        this.channel = channel;
        this.ended = new ArrayList<>(ended);
    }

    enum Event {
        PLANNED,
        STARTED,
        ENDED
    }

    record Line(
            Event event,
            Instant at,
            Step step,
            String runId,
            @Nullable EndedRun end) {}

    /** Opens the ledger of a folder, or creates one, and removes an incomplete line. */
    static Ledger open(Path folder) throws IOException {
        FileChannel channel =
                FileChannel.open(folder.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        String completeLines = completeLines(folder);
        channel.truncate(completeLines.getBytes(StandardCharsets.UTF_8).length);
        channel.position(channel.size());
        return new Ledger(channel, ended(folder));
    }

    /** The complete lines of a file; the text after them may end in the middle of a character. */
    private static String completeLines(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        String text = Files.exists(file) ? new String(Files.readAllBytes(file), StandardCharsets.UTF_8) : "";
        return text.substring(0, text.lastIndexOf('\n') + 1);
    }

    private static List<Line> lines(Path folder) throws IOException {
        List<Line> lines = new ArrayList<>();
        for (String line : completeLines(folder).lines().toList()) {
            try {
                lines.add(Documents.read(line, Line.class));
            } catch (IllegalArgumentException e) {
                throw new IOException(
                        folder.resolve(FILE) + ":" + (lines.size() + 1) + " is broken: " + e.getMessage() + ".", e);
            }
        }
        return lines;
    }

    static List<EndedRun> ended(Path folder) throws IOException {
        return lines(folder).stream()
                .map(Line::end)
                .filter(Objects::nonNull)
                .filter(run -> run.outcome() != Outcome.INTERRUPTED)
                .toList();
    }

    /** The last run of a folder if it has not ended. Safe while a process writes the ledger. */
    static Optional<Line> current(Path folder) throws IOException {
        List<Line> lines = lines(folder);
        return lines.isEmpty() || lines.getLast().event() == Event.ENDED
                ? Optional.empty()
                : Optional.of(lines.getLast());
    }

    void planned(Instant at, Step step) throws IOException {
        append(new Line(Event.PLANNED, at, step, "", null));
    }

    void started(Instant at, Step step, String runId) throws IOException {
        append(new Line(Event.STARTED, at, step, runId, null));
    }

    void ended(Instant at, EndedRun run) throws IOException {
        append(new Line(Event.ENDED, at, run.step(), run.runId(), run));
        if (run.outcome() != Outcome.INTERRUPTED) {
            ended.add(run);
        }
    }

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
