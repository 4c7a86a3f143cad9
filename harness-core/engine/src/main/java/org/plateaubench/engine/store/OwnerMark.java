// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Names the process that writes a run folder, by its id and its start, since ids are used again. */
final class OwnerMark {
    private static final int MOST_BYTES = 4096;
    private static final String UNKNOWN = "unknown";

    private OwnerMark() {}

    static void write(Path file) throws IOException {
        ProcessHandle self = ProcessHandle.current();
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("processId", self.pid());
        tree.put("startedAt", startOf(self));
        AtomicFile.write(file, Json.toText(tree));
    }

    /** Whether the process that is named still runs; false when there is no mark or none that can be read. */
    static boolean isAlive(Path file) throws IOException {
        try {
            Map<String, Object> tree = Json.parse(BoundedFile.text(file, MOST_BYTES));
            Optional<ProcessHandle> process = ProcessHandle.of(Tree.number(tree, "processId"));
            return process.isPresent()
                    && process.get().isAlive()
                    && startOf(process.get()).equals(Tree.text(tree, "startedAt"));
        } catch (NoSuchFileException | IllegalArgumentException e) {
            return false;
        }
    }

    private static String startOf(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toString).orElse(UNKNOWN);
    }
}
