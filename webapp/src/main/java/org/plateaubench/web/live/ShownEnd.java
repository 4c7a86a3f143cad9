// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.live;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.StoredFile;

/** How a run ended, as the last event of its stream reports; the other parts are those of its result. */
record ShownEnd(
        String status, @Nullable Object verdict, @Nullable Object conclusion, Object reasons) {

    /** Reads how a run ended; verdict and reasons come from its result, if any. A run that broke off is invalid. */
    static ShownEnd of(RunFolder folder) throws IOException {
        Map<String, Object> result = result(folder);
        RunFolder.State state = folder.state();
        boolean crashed = state == RunFolder.State.CRASHED;
        return new ShownEnd(
                state.label(),
                crashed ? Verdict.INVALID.label() : result.get("verdict"),
                crashed ? null : result.get("conclusion"),
                result.getOrDefault("reasons", List.of()));
    }

    private static Map<String, Object> result(RunFolder folder) throws IOException {
        if (Files.exists(folder.file(StoredFile.RESULT))) {
            try {
                return Documents.parse(Files.readString(folder.file(StoredFile.RESULT), StandardCharsets.UTF_8));
            } catch (IllegalArgumentException e) {
                // A damaged result gives no verdict.
                return Map.of();
            }
        }
        return Map.of();
    }
}
