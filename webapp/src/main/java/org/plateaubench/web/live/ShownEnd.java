// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.live;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.StoredFile;

/** The end of a run in the form of the last event of its stream; the other parts are taken from its result. */
record ShownEnd(
        String status, @Nullable Object verdict, @Nullable Object conclusion, Object reasons) {

    /** The parts of a result; parts with an unknown structure are null. */
    private record Parts(
            @Nullable String verdict,
            @Nullable Map<String, Object> conclusion,
            @Nullable List<Object> reasons) {}

    /** Reads how a run ended; verdict and reasons come from its result, if any. A run that broke off is invalid. */
    static ShownEnd of(RunFolder folder) throws IOException {
        Parts result = result(folder).orElse(new Parts(null, null, null));
        RunFolder.State state = folder.state();
        boolean crashed = state == RunFolder.State.CRASHED;
        return new ShownEnd(
                state.label(),
                crashed ? Verdict.INVALID.label() : result.verdict(),
                crashed ? null : result.conclusion(),
                result.reasons() == null ? List.of() : result.reasons());
    }

    private static Optional<Parts> result(RunFolder folder) {
        try {
            return Documents.ifValid(folder.document(StoredFile.RESULT), Parts.class);
        } catch (IOException | IllegalArgumentException e) {
            // A missing or damaged result gives no verdict.
            return Optional.empty();
        }
    }
}
