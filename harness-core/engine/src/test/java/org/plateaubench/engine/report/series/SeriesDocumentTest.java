// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.judge.SampleRun;
import org.plateaubench.engine.store.RunFolder;

/** Series and curves are formats: pages and scripts read them as they stand in the files beside this test. */
final class SeriesDocumentTest {
    @TempDir
    Path folder;

    @Test
    void seriesAndCurvesHaveTheirForm() throws IOException {
        SampleRun.failing(folder, 10).close();
        StoredSeries stored = StoredSeries.of(RunFolder.of(folder));
        assertThat(Documents.text(stored.series(0, null, 4, ServiceTimes.EACH))).isEqualTo(golden("series.json"));
        assertThat(Documents.text(stored.percentiles(ServiceTimes.EACH))).isEqualTo(golden("percentiles.json"));
    }

    private static String golden(String name) throws IOException {
        try (InputStream file = Objects.requireNonNull(SeriesDocumentTest.class.getResourceAsStream(name), name)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
