// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.plateaubench.engine.store.file.Lines;
import org.plateaubench.engine.store.record.HistogramLog;
import org.plateaubench.engine.store.record.StoredInterval;

/**
 * Repairs the files of a run whose writer was killed before more is appended. It removes a line that was being written,
 * and histograms of an interval whose own line was not written, because the interval will be written again.
 */
final class TornRun {
    private TornRun() {}

    static void mend(RunFolder folder) throws IOException {
        for (StoredFile file : List.of(
                StoredFile.EVENTS,
                StoredFile.ERRORS,
                StoredFile.TELEMETRY,
                StoredFile.INTERVALS,
                StoredFile.HISTOGRAMS)) {
            if (Files.exists(folder.file(file))) {
                cutTornEnd(folder.file(file));
            }
        }
        if (Files.exists(folder.file(StoredFile.HISTOGRAMS))) {
            long[] lines = {0};
            List<String> damage = new ArrayList<>();
            Lines.read(
                    folder.file(StoredFile.INTERVALS),
                    line -> HistogramLog.forEachTimes(
                            StoredInterval.read(line).workloads(), (tag, times) -> lines[0]++),
                    damage);
            // The line was complete but cannot be read, so its histograms are unknown.
            if (damage.isEmpty()) {
                keepHistograms(folder.file(StoredFile.HISTOGRAMS), lines[0]);
            }
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

    /**
     * Keeps the given number of lines. Histograms are written before the line that counts them, interval by interval.
     */
    private static void keepHistograms(Path path, long lines) throws IOException {
        long at = 0;
        long kept = 0;
        long left = lines;
        try (InputStream content = new BufferedInputStream(Files.newInputStream(path))) {
            boolean isHistogram = false;
            boolean isBegin = true;
            for (int next = content.read(); next >= 0; next = content.read()) {
                at++;
                if (isBegin) {
                    isHistogram = next == 'T';
                    isBegin = false;
                }
                if (next == '\n') {
                    left -= isHistogram ? 1 : 0;
                    kept = left >= 0 ? at : kept;
                    isBegin = true;
                }
            }
        }
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.setLength(Math.min(kept, file.length()));
        }
    }
}
