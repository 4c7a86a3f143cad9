// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.live;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.report.series.StoredSeries;
import org.plateaubench.engine.store.RunFolder;

/**
 * Caches the series of runs and the last answers for ended runs, both up to a bound. Thread-safe; the number of
 * concurrent reads is limited, since each holds its data in memory.
 */
final class StoredRuns {
    private static final int MAX_RUNS = 12;
    private static final long MAX_ANSWER_BYTES = 48L << 20;
    private static final int MAX_READERS = 3;

    private final Map<String, StoredSeries> runs = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<String, byte[]> answers = new LinkedHashMap<>(16, 0.75f, true);
    private final Semaphore readers = new Semaphore(MAX_READERS, true);
    private long answerBytes;

    @FunctionalInterface
    interface Answer {
        Object of(StoredSeries series) throws IOException;
    }

    /** Returns the series of a run; reads none of its measurements. */
    synchronized StoredSeries series(RunFolder folder) throws IOException {
        StoredSeries known = runs.get(folder.path().toString());
        if (known == null) {
            known = StoredSeries.of(folder);
            runs.put(folder.path().toString(), known);
            if (runs.size() > MAX_RUNS) {
                runs.remove(runs.keySet().iterator().next());
            }
        }
        return known;
    }

    /** Returns an answer in JSON; equal questions have equal answers. */
    byte[] answer(RunFolder folder, String question, Answer answer) throws IOException {
        boolean isFinal = !folder.isOwned();
        String key = folder.path() + "\n" + question;
        byte[] known = isFinal ? known(key) : null;
        if (known != null) {
            return known;
        }
        readers.acquireUninterruptibly();
        try {
            // Another thread may have cached the answer while this one waited.
            byte[] cached = isFinal ? known(key) : null;
            if (cached != null) {
                return cached;
            }
            byte[] bytes = Documents.line(answer.of(series(folder))).getBytes(StandardCharsets.UTF_8);
            if (isFinal) {
                keep(key, bytes);
            }
            return bytes;
        } finally {
            readers.release();
        }
    }

    private synchronized byte @Nullable [] known(String key) {
        return answers.get(key);
    }

    private synchronized void keep(String key, byte[] bytes) {
        byte[] before = answers.put(key, bytes);
        answerBytes += bytes.length - (before == null ? 0 : before.length);
        Iterator<byte[]> eldest = answers.values().iterator();
        while (answerBytes > MAX_ANSWER_BYTES && eldest.hasNext()) {
            answerBytes -= eldest.next().length;
            eldest.remove();
        }
    }

    /** Drops a run, whose folder may be gone. */
    synchronized void forget(String id) {
        runs.keySet().removeIf(path -> path.endsWith("/" + id));
        answers.entrySet().removeIf(entry -> {
            boolean isOfRun = entry.getKey().contains("/" + id + "\n");
            answerBytes -= isOfRun ? entry.getValue().length : 0;
            return isOfRun;
        });
    }
}
