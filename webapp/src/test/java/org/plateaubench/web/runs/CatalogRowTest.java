// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plateaubench.app.runs.RunSummary;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.judge.Conclusion;
import org.plateaubench.engine.store.RunAnnotation;
import org.plateaubench.engine.store.RunFolder;

/** The documents of the catalog, which are the answers about runs. */
final class CatalogRowTest {
    private static final RunSummary.Headline RATE = new RunSummary.Headline("shop", "orders", 12.5, "1/s");

    @Test
    void theDocumentsAreWhatTheAnswersHold() {
        RunSummary run = new RunSummary(
                "r-1",
                "night \u2603",
                RunFolder.State.COMPLETED,
                "pass",
                new Conclusion(Conclusion.Kind.PASS, "All was well.", "Use it."),
                null,
                "dev",
                Instant.parse("2026-01-31T12:00:00Z"),
                Instant.parse("2026-01-31T12:00:01.500Z"),
                RunAnnotation.NONE.withNote("a\nb").withTags(List.of("x")).withStartedBy("ada"),
                List.of("dvdstore"),
                RATE,
                List.of(
                        new RunSummary.Workload(1, "shop", "dvdstore/shop", 1e9, 0.1 + 0.2, true, false, 1e-7, RATE),
                        new RunSummary.Workload(2, "idle", "dvdstore/shop", null, null, false, true, null, null)),
                List.of(0.0, 123.4567),
                List.of("why"),
                List.of(new RunSummary.Phase("steady", "1 s", null)),
                true,
                List.of());
        CatalogRow row = CatalogRow.of("f", run);
        assertThat(Documents.line(row.run())).isEqualTo("""
                {"id":"r-1","name":"night ☃","status":"completed","verdict":"pass","conclusion":{"kind":"pass",\
                "word":"Pass","tone":"good","sign":"✓","detail":"All was well.","meaning":"Use it."},\
                "class":"dev","startedAt":"2026-01-31T12:00:00Z","endedAt":"2026-01-31T12:00:01.500Z",\
                "durationSeconds":1.5,"tags":["x"],"note":"a\\nb","archived":false,"pinned":false,\
                "startedBy":"ada","plugins":["dvdstore"],"headline":{"workload":"shop","name":"orders",\
                "value":12.5,"unit":"1/s"},"workloads":[{"tile":1,"name":"shop","plugin":"dvdstore/shop",\
                "throughputPerSecond":1.0E9,"p95Ms":0.30000000000000004,"p95LowerBound":true,\
                "p95LimitedByHarness":false,"errorShare":1.0E-7,"metric":{"workload":"shop","name":"orders",\
                "value":12.5,"unit":"1/s"}},{"tile":2,"name":"idle","plugin":"dvdstore/shop",\
                "throughputPerSecond":null,"p95Ms":null,"p95LowerBound":false,"p95LimitedByHarness":true,\
                "errorShare":null,"metric":null}],"sparkline":[0.0,123.5],"reasons":["why"],"problems":[]}""");
        assertThat(Documents.line(row.detail()))
                .isEqualTo("{\"phases\":[{\"name\":\"steady\",\"start\":\"1 s\",\"end\":null}],\"sealed\":true}");
    }
}
