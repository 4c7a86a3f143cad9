// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Removes the line or record that was being written from the files of a run whose writer was killed. */
final class TornRun {
    private TornRun() {}

    static void mend(RunFolder folder) throws IOException {
        for (StoredFile file : List.of(StoredFile.EVENTS, StoredFile.ERRORS, StoredFile.TELEMETRY)) {
            if (Files.exists(folder.file(file))) {
                cutTornEnd(folder.file(file));
            }
        }
        IntervalFile intervals = new IntervalFile(folder.file(StoredFile.INTERVALS));
        boolean[] isBroken = {false};
        intervals.find(place -> {}, broken -> isBroken[0] = true);
        if (!isBroken[0] && Files.exists(folder.file(StoredFile.INTERVALS))) {
            cut(folder.file(StoredFile.INTERVALS), intervals.endOffset());
        }
    }

    private static void cutTornEnd(Path path) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            long end = file.length();
            while (end > 0) {
                file.seek(end - 1);
                if (file.read() == '\n') {
                    break;
                }
                end--;
            }
            file.setLength(end);
        }
    }

    private static void cut(Path path, long end) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.setLength(end);
        }
    }
}
