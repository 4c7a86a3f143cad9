// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.runs;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.judge.result.Conclusion;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.LineResult;
import org.plateaubench.engine.judge.result.Severity;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.judge.result.WorkloadResult.MetricValue;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.StoredFile;

/** The part of {@code result.json} that lists and histories show. Immutable. */
record StoredResult(
        String schema,
        String name,
        @JsonProperty("class") String runClass,
        Verdict verdict,
        Conclusion conclusion,
        List<Reason> reasons,
        List<RunSummary.Phase> phases,
        List<Workload> workloads,
        List<Aggregate> aggregate,
        @Nullable Score score) {
    record Reason(Severity severity, String message) {}

    record Workload(
            int tile,
            String name,
            String plugin,
            Load load,
            @Nullable MetricValue metric,
            LineResult all) {}

    record Load(String kind) {}

    record Aggregate(String name, @Nullable MetricValue metric, LineResult all, List<LineResult> operations) {}

    record Score(@Nullable String notation, @Nullable Double value) {}

    static Optional<StoredResult> of(RunFolder folder) throws IOException {
        try {
            StoredResult result = Documents.ofTree(folder.document(StoredFile.RESULT), StoredResult.class);
            Documents.requireSchema(StoredFile.RESULT.fileName(), result.schema(), Judgement.SCHEMA);
            return Optional.of(result);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            throw new IOException(StoredFile.RESULT.fileName() + " cannot be read: " + e.getMessage() + ".", e);
        }
    }
}
