// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.live;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.Verdict;
import org.plateaubench.engine.store.Json;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.StoredFile;

/** Converts records of a run to trees of plain data, as the API returns them. */
final class LiveTrees {
    private LiveTrees() {}

    /** Returns how a run ended; verdict and reasons come from its result, if any. A run that broke off is invalid. */
    static Map<String, @Nullable Object> end(RunFolder folder) throws IOException {
        Map<String, @Nullable Object> result = new LinkedHashMap<>();
        if (Files.exists(folder.file(StoredFile.RESULT))) {
            try {
                result.putAll(Json.parse(Files.readString(folder.file(StoredFile.RESULT), StandardCharsets.UTF_8)));
            } catch (IllegalArgumentException e) {
                // A damaged result gives no verdict.
                result.clear();
            }
        }
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        RunFolder.State state = folder.state();
        tree.put("status", state.label());
        tree.put("verdict", state == RunFolder.State.CRASHED ? Verdict.INVALID.label() : result.get("verdict"));
        tree.put("conclusion", state == RunFolder.State.CRASHED ? null : result.get("conclusion"));
        tree.put("reasons", result.getOrDefault("reasons", List.of()));
        return tree;
    }

    /** Returns the series of a run that has not been planned yet. */
    static Map<String, @Nullable Object> noSeries() {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("from", 0.0);
        tree.put("to", 0.0);
        tree.put("binSeconds", 1.0);
        for (String list : List.of("phases", "time", "missing", "late", "workloads", "telemetry", "harness")) {
            tree.put(list, List.of());
        }
        return tree;
    }
}
