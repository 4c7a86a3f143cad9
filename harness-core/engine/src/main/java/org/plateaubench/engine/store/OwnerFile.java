// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.plateaubench.engine.document.Documents;

/** A file that names a process, such as a run folder's writer, by id and start, since ids are reused. Thread-safe. */
public final class OwnerFile {
    private static final String UNKNOWN = "unknown";

    /** Number of the field of {@code /proc/PID/stat} with the start in clock ticks, counted from the field of the state. */
    private static final int START_TICKS = 19;

    private record Mark(long processId, String startedAt) {}

    private OwnerFile() {}

    public static void write(Path file) throws IOException {
        write(file, ProcessHandle.current());
    }

    public static void write(Path file, ProcessHandle process) throws IOException {
        AtomicFile.write(file, Documents.text(new Mark(process.pid(), startOf(process))));
    }

    /** The process in the file, while it runs; also empty if the file is missing or not readable. */
    public static Optional<ProcessHandle> runningProcess(Path file) throws IOException {
        try {
            Mark mark = Documents.read(Files.readString(file), Mark.class);
            return ProcessHandle.of(mark.processId())
                    .filter(ProcessHandle::isAlive)
                    .filter(process -> startOf(process).equals(mark.startedAt()));
        } catch (NoSuchFileException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /**
     * The start of a process. On Linux this is the id of the boot and the time since then, because a JVM computes the
     * instant from the clock of the host, which may be set in the meantime.
     */
    private static String startOf(ProcessHandle process) {
        try {
            String boot =
                    Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
            String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"), StandardCharsets.ISO_8859_1);
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            // A container whose first process does not collect exit codes still lists ended processes.
            return fields[0].equals("Z") ? UNKNOWN : boot + " " + fields[START_TICKS];
        } catch (IOException e) {
            return process.info().startInstant().map(Instant::toString).orElse(UNKNOWN);
        }
    }
}
