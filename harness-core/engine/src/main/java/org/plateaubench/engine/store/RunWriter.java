// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.UsedFile;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.run.Delivery;
import org.plateaubench.engine.run.ErrorRecord;
import org.plateaubench.engine.run.IntervalLog;
import org.plateaubench.engine.run.event.EventDetails;
import org.plateaubench.engine.run.event.RunJournal;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.IntervalSnapshot;
import org.plateaubench.wire.TelemetrySample;

/**
 * Writes a run folder. Lines and records are written to the operating system immediately and are never changed; a
 * complete file is written under a temporary name and moved. Thread-safe. When a line cannot be written, {@link
 * #failure()} reports it, the file stays unchanged, and later lines are still tried.
 */
public final class RunWriter implements RunJournal, IntervalLog, AutoCloseable {
    private final RunFolder folder;
    private final NanoClock clock;
    private final Map<StoredFile, AppendFile> files = new EnumMap<>(StoredFile.class);
    private @Nullable NanoClock runClock;
    private @Nullable String failure;

    public RunWriter(RunFolder folder, NanoClock clock) throws IOException {
        this.folder = folder;
        this.clock = clock;
        withFailureDescribed(folder, () -> {
            for (StoredFile file :
                    List.of(StoredFile.EVENTS, StoredFile.ERRORS, StoredFile.TELEMETRY, StoredFile.INTERVALS)) {
                files.put(file, new AppendFile(folder.file(file)));
            }
        });
    }

    private interface Writing {
        void write() throws IOException;
    }

    /** Writes something; the message of a failure is a sentence about the folder. */
    private static void withFailureDescribed(RunFolder folder, Writing writing) throws IOException {
        try {
            writing.write();
        } catch (IOException e) {
            throw new IOException(sentence(folder.path(), e), e);
        }
    }

    /** Opens the files of a run whose writer was killed, in order to append to them. */
    public static RunWriter resume(RunFolder folder, NanoClock clock, @Nullable Instant start) throws IOException {
        withFailureDescribed(folder, () -> removeIncompleteEnds(folder));
        RunWriter writer = new RunWriter(folder, clock);
        if (start != null) {
            writer.clockStarted(
                    clock.nanoTime() - Duration.between(start, clock.wallTime()).toNanos());
        }
        return writer;
    }

    public synchronized void file(StoredFile file, String text) throws IOException {
        withFailureDescribed(folder, () -> AtomicFile.write(folder.file(file), text));
    }

    /** Whether a name is within the folder and is not the name of one of the run's own files. */
    public static boolean isAllowedName(String name) {
        Path path = Path.of(name).normalize();
        String first = path.getName(0).toString();
        return !path.isAbsolute() && !first.isEmpty() && !first.equals("..") && !RunFolder.isReserved(first);
    }

    public synchronized void addFile(String name, String text) throws IOException {
        Path file = folder.path().resolve(name).normalize();
        withFailureDescribed(folder, () -> {
            AtomicFile.createFolders(file.resolveSibling("."));
            AtomicFile.write(file, UsedFile.bytes(text));
        });
    }

    @Override
    public synchronized void clockStarted(long originNanos) {
        runClock = clock.startingAt(originNanos);
    }

    @Override
    public synchronized void event(EventDetails event, String scope, String message) {
        long runNanos = runClock == null ? RunEvent.BEFORE_START : runClock.nanoTime();
        append(StoredFile.EVENTS, line(RunEvent.of(clock.wallTime(), runNanos, event, scope, message)));
    }

    @Override
    public synchronized void eventAt(long runNanos, EventDetails event, String scope, String message) {
        if (runClock == null) {
            event(event, scope, message);
            return;
        }
        Instant at = clock.wallTime().minusNanos(runClock.nanoTime() - runNanos);
        append(StoredFile.EVENTS, line(RunEvent.of(at, runNanos, event, scope, message)));
    }

    @Override
    public synchronized void telemetry(List<TelemetrySample> samples) {
        StringBuilder lines = new StringBuilder();
        for (TelemetrySample sample : samples) {
            if (Double.isFinite(sample.value())) {
                lines.append(line(sample));
            }
        }
        append(StoredFile.TELEMETRY, lines.toString());
    }

    @Override
    public synchronized void interval(IntervalSnapshot snapshot, Delivery delivery) {
        append(StoredFile.INTERVALS, IntervalFile.bytes(snapshot, delivery));
    }

    @Override
    public void missing(String agent, long sequence, long startNanos, long endNanos) {
        AgentHealth unknown = new AgentHealth(0, 0, 0, 0, 0, 0);
        interval(
                new IntervalSnapshot(agent, sequence, startNanos, endNanos, false, List.of(), unknown),
                Delivery.MISSING);
    }

    @Override
    public synchronized void errors(List<ErrorRecord> errors) {
        StringBuilder lines = new StringBuilder();
        errors.forEach(error -> lines.append(line(error)));
        append(StoredFile.ERRORS, lines.toString());
    }

    @Override
    public synchronized @Nullable String failure() {
        return failure;
    }

    /** Closes the files; the folder is unchanged and still owned by this process. */
    @Override
    public synchronized void close() {
        for (AppendFile file : files.values()) {
            try {
                file.close();
            } catch (IOException e) {
                recordFailure(e);
            }
        }
        files.clear();
    }

    /** Closes the files and writes the manifest; nothing may be written afterwards. */
    public synchronized void seal() throws IOException {
        close();
        withFailureDescribed(folder, () -> Manifest.write(folder.path()));
    }

    /** Removes the owner file, because this process no longer uses the folder, even if it could not complete it. */
    public synchronized void release() {
        try {
            Files.deleteIfExists(folder.file(StoredFile.OWNER));
        } catch (IOException e) {
            recordFailure(e);
        }
    }

    private static String line(Object document) {
        return Documents.line(document) + "\n";
    }

    private void append(StoredFile file, String lines) {
        append(file, lines.getBytes(StandardCharsets.UTF_8));
    }

    private void append(StoredFile file, byte[] lines) {
        AppendFile target = files.get(file);
        boolean isAccepted = failure == null || file == StoredFile.EVENTS;
        if (target == null || lines.length == 0 || !isAccepted) {
            return;
        }
        try {
            target.append(lines);
        } catch (IOException e) {
            recordFailure(e);
        }
    }

    private void recordFailure(IOException cause) {
        if (failure == null) {
            failure = sentence(folder.path(), cause);
        }
    }

    private static String sentence(Path folder, IOException cause) {
        String message = String.valueOf(cause.getMessage());
        boolean isFull = message.toLowerCase(Locale.ROOT).contains("no space left");
        return (isFull
                        ? "The disk that holds " + folder + " is full"
                        : "The run folder " + folder + " cannot be written (" + message + ")")
                + "; everything written before is kept.";
    }

    /**
     * A file to which only complete lines or records are appended. They are written to the operating system
     * immediately, so that they survive if this process is killed. A failed append is undone as far as the system
     * allows. Not thread-safe.
     */
    private static final class AppendFile implements AutoCloseable {
        private final FileChannel channel;
        private long completeSizeBytes;

        AppendFile(Path file) throws IOException {
            channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            completeSizeBytes = channel.size();
            channel.position(completeSizeBytes);
        }

        void append(byte[] lines) throws IOException {
            ByteBuffer buffer = ByteBuffer.wrap(lines);
            try {
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
                completeSizeBytes += lines.length;
            } catch (IOException e) {
                undoAppend(e);
                throw e;
            }
        }

        private void undoAppend(IOException cause) {
            try {
                channel.truncate(completeSizeBytes);
                channel.position(completeSizeBytes);
            } catch (IOException e) {
                cause.addSuppressed(e);
            }
        }

        @Override
        public void close() throws IOException {
            try (channel) {
                channel.force(true);
            }
        }
    }

    /** Removes the line or record that was being written from the files of a run whose writer was killed. */
    private static void removeIncompleteEnds(RunFolder folder) throws IOException {
        for (StoredFile file : List.of(StoredFile.EVENTS, StoredFile.ERRORS, StoredFile.TELEMETRY)) {
            Lines lines = new Lines(folder.file(file));
            while (lines.next(line -> {}, broken -> {})) {
                // The offset is then the end of the last complete line.
            }
            truncate(folder.file(file), lines.offset());
        }
        IntervalFile intervals = new IntervalFile(folder.file(StoredFile.INTERVALS));
        boolean[] isBroken = {false};
        intervals.findNewRecords(entry -> {}, broken -> isBroken[0] = true);
        if (!isBroken[0]) {
            truncate(folder.file(StoredFile.INTERVALS), intervals.endOffset());
        }
    }

    private static void truncate(Path path, long end) throws IOException {
        if (Files.exists(path)) {
            try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
                file.truncate(end);
            }
        }
    }
}
