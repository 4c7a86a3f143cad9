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
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A file that names a process, such as the one that writes a run folder: by its id and its start, since ids are used
 * again. Stateless; any thread.
 */
public final class OwnerMark {
    private static final int MOST_BYTES = 4096;
    private static final String UNKNOWN = "unknown";

    /** Each JVM works out anew when this host was booted, which moves with its clock. */
    private static final Duration SAME_START = Duration.ofSeconds(2);

    private OwnerMark() {}

    /** Names this process. */
    public static void write(Path file) throws IOException {
        ProcessHandle self = ProcessHandle.current();
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("processId", self.pid());
        tree.put("startedAt", startOf(self));
        AtomicFile.write(file, Json.toText(tree));
    }

    /** The process that is named, as long as it runs; empty also when there is no mark or none that can be read. */
    public static Optional<ProcessHandle> living(Path file) throws IOException {
        try {
            Map<String, Object> tree = Json.parse(BoundedFile.text(file, MOST_BYTES));
            String startedAt = Tree.text(tree, "startedAt");
            return ProcessHandle.of(Tree.number(tree, "processId"))
                    .filter(ProcessHandle::isAlive)
                    .filter(process -> isSame(startOf(process), startedAt))
                    .filter(process -> !isZombie(process.pid()));
        } catch (NoSuchFileException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Whether the process that is named still runs; false when there is no mark or none that can be read. */
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

    /** In a container whose first process asks for no exit code, what has ended stays in the table of processes. */
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
