// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.store.RunAnnotation;
import org.plateaubench.engine.store.RunFolder;

final class RunChangesTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void whatIsSaidOfARunAsItBeginsIsSaidOnce() throws IOException {
        CatalogFixture fixture = new CatalogFixture(folder);
        RunFolder run = RunFolder.create(fixture.runs, "one", fixture.now);
        RunChanges changes = new RunChanges(fixture.folders, fixture.indexer());
        changes.begun(run.runId(), "ada", List.of("night"), "first");
        changes.annotate(run.runId(), said -> said.withNote("second"));
        // As the next console does when the one before it was killed.
        changes.begun(run.runId(), "ada", List.of("night"), "first");
        assertThat(RunAnnotation.read(run))
                .isEqualTo(new RunAnnotation("second", List.of("night"), false, false, "ada"));

        // Of a study it is told when all its runs are over.
        RunFolder other = RunFolder.create(fixture.runs, "two", fixture.now);
        changes.annotate(other.runId(), said -> said.withNote("fan failed").withTags(List.of("discard")));
        changes.begun(other.runId(), "ada", List.of("night"), "");
        assertThat(RunAnnotation.read(other))
                .isEqualTo(new RunAnnotation("fan failed", List.of("discard", "night"), false, false, "ada"));
    }
}
