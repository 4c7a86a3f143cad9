// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.plateaubench.engine.document.Documents;

/**
 * A file that identifies a process, such as the one that writes a run folder, by its id and its start, because ids are
 * reused. Stateless; any thread.
 */
public final class OwnerFile {
    private static final String UNKNOWN = "unknown";

    /**
     * The greatest difference between two readings of the same start: each JVM computes the boot time of the host
     * again, and it changes with the clock.
     */
    private static final Duration SAME_START = Duration.ofSeconds(2);

    private record Mark(long processId, String startedAt) {}

    private OwnerFile() {}

    public static void write(Path file) throws IOException {
        ProcessHandle self = ProcessHandle.current();
        AtomicFile.write(file, Documents.text(new Mark(self.pid(), startOf(self))));
    }

    /** The process in the file, while it runs; also empty if the file is missing or not readable. */
    public static Optional<ProcessHandle> living(Path file) throws IOException {
        try {
            Mark mark = Documents.read(Files.readString(file), Mark.class);
            return ProcessHandle.of(mark.processId())
                    .filter(ProcessHandle::isAlive)
                    .filter(process -> isSame(startOf(process), mark.startedAt()))
                    .filter(process -> !isZombie(process.pid()));
        } catch (NoSuchFileException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Whether the process in the file still runs; false if the file is missing or not readable. */
    static boolean isAlive(Path file) throws IOException {
        return living(file).isPresent();
    }

    private static boolean isSame(String one, String other) {
        try {
            return Duration.between(Instant.parse(one), Instant.parse(other))
                            .abs()
                            .compareTo(SAME_START)
                    <= 0;
        } catch (DateTimeException e) {
            return one.equals(other);
        }
    }

    /**
     * Whether an ended process is still in the process table, as in a container whose first process does not collect
     * exit codes.
     */
    private static boolean isZombie(long processId) {
        try {
            String stat = Files.readString(Path.of("/proc/" + processId + "/stat"), StandardCharsets.ISO_8859_1);
            return stat.startsWith(") Z", stat.lastIndexOf(')'));
        } catch (IOException e) {
            return false;
        }
    }

    private static String startOf(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toString).orElse(UNKNOWN);
    }
}
