// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.plateaubench.app.KeptSut.SutRequest;
import org.plateaubench.app.RunReports.FinishedRun;
import org.plateaubench.engine.run.event.RunEnd;
import org.plateaubench.engine.store.RunEvent;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.loader.PluginCatalog;

/** A SUT that uses another one starts after it and stops before it. */
@Execution(ExecutionMode.CONCURRENT)
class SutUsesRunTest {
    private static final String MIDDLE = "suts.middle={service: fakestore, mode: embedded, behind: zone}";
    private static final String ZONE = "suts.zone={service: fakestore, mode: embedded}";

    @TempDir
    Path folder;

    private static List<String> scopes(StoredRun run, String type) {
        return run.events().stream()
                .filter(event -> event.type().equals(type))
                .map(RunEvent::scope)
                .toList();
    }

    @Test
    void usedSutsStartFirstAndStopLast() throws Exception {
        AppFixture fixture = new AppFixture(folder);
        FinishedRun finished = fixture.run("phases.steady=500ms", MIDDLE, ZONE, "suts.store.behind=middle");
        assertThat(finished.end().status()).isEqualTo(RunEnd.Status.COMPLETED);
        StoredRun run = fixture.read(finished);
        assertThat(scopes(run, "sut-started")).containsExactly("sut/zone", "sut/middle", "sut/store");
        assertThat(scopes(run, "sut-stopped")).containsExactly("sut/store", "sut/middle", "sut/zone");
        assertThat(Files.readString(finished.folder().path().resolve("suts/store/sut.log")))
                .isEqualTo("started, behind it middle (fakestore) with [password, telemetry], password s3cret\n");
    }

    @Test
    void manualStartFollowsDependencyOrder() throws Exception {
        AppFixture fixture = new AppFixture(folder);
        PlannedRun run = fixture.plan("tiles=2", MIDDLE, ZONE, "suts.store.behind=middle", "suts.zone.life=5s");
        assertThat(SutRequest.of(run, PluginCatalog.of(fixture.plugin)))
                .containsExactly(
                        new SutRequest("fakestore", "zone", Map.of("life", "5s")),
                        new SutRequest("fakestore", "middle", Map.of("behind", "zone")),
                        new SutRequest("fakestore", "store", Map.of("behind", "middle")));
    }

    @Test
    void eachTileStartsSeparateSuts() throws Exception {
        AppFixture fixture = new AppFixture(folder);
        FinishedRun finished = fixture.run("phases.steady=500ms", "tiles=2", "suts.store.behind=zone", ZONE);
        assertThat(scopes(fixture.read(finished), "sut-started"))
                .containsExactly("sut/1/zone", "sut/1/store", "sut/2/zone", "sut/2/store");
    }

    @Test
    void failedSutPreventsStartOfDependentSut() throws Exception {
        AppFixture fixture = new AppFixture(folder);
        FinishedRun finished = fixture.run(ZONE, "suts.zone.starts=false", MIDDLE, "suts.store.behind=middle");
        assertThat(finished.end().status()).isEqualTo(RunEnd.Status.NOT_STARTED);
        StoredRun run = fixture.read(finished);
        assertThat(scopes(run, "sut-failed")).containsOnly("sut/zone");
        assertThat(scopes(run, "sut-started")).isEmpty();
    }
}
