// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.Installation;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.plugin.proving.ProvingPlugin;

/** {@code kill -9} of a console in every state of its queue: the next one goes on, and starts nothing twice. */
@Tag("slow")
final class QueueRestartTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void theNextConsoleFollowsWhatRunsAndMarksWhatDiedMeanwhile() throws IOException, InterruptedException {
        String followed;
        String killed;
        String stopped;
        String last;
        try (QueueFixture fixture = new QueueFixture(folder)) {
            fixture.queue.pause(true);
            followed = fixture.submit("followed", "4s").id();
            killed = fixture.submit("killed", "60s").id();
            stopped = fixture.submit("stopped", "60s").id();
            last = fixture.submit("last", "300ms").id();
            fixture.queue.pause(false);
            fixture.queue.close();
        }
        Path runs = folder.resolve("runs");
        killedWhenSteady("followed", "");
        assertThat(QueueFixture.run(runs, "followed").orElseThrow().owner()).isPresent();
        killedWhenSteady("killed", "");
        QueueFixture.run(runs, "killed").orElseThrow().owner().orElseThrow().destroyForcibly();
        try (QueueProcess console = QueueProcess.start(folder, "stopped")) {
            QueueFixture.await(
                    () -> "not asked to end",
                    () -> QueueFixture.run(runs, "stopped")
                            .filter(run -> !QueueFixture.hows(run).isEmpty())
                            .isPresent());
            console.kill();
        }

        try (QueueFixture fixture = new QueueFixture(folder)) {
            fixture.await(stopped, ItemState.CANCELLED);
            fixture.await(last, ItemState.DONE);
            assertThat(fixture.queue.item(followed).state()).isEqualTo(ItemState.DONE);
            assertThat(fixture.queue.item(followed).progress().exitCode()).isBetween(0, 2);
            QueueItem dead = fixture.queue.item(killed);
            assertThat(dead.state()).isEqualTo(ItemState.FAILED);
            assertThat(dead.progress().exitCode()).isNull();
            assertThat(dead.progress().message()).contains("killed");
            assertThat(fixture.runNames()).containsExactly("followed", "killed", "stopped", "last");
            RunFolder crashed = QueueFixture.run(runs, "killed").orElseThrow();
            assertThat(crashed.runId()).isEqualTo(dead.progress().runId());
            assertThat(crashed.state()).isEqualTo(RunFolder.State.CRASHED);
            try (Installation installation = Installation.of(PluginCatalog.of(new ProvingPlugin()))) {
                assertThat(installation.reports(crashed.path()).judgement().verdict())
                        .isEqualTo(Verdict.INVALID);
            }
        }
    }

    private void killedWhenSteady(String name, String cancelled) throws IOException, InterruptedException {
        try (QueueProcess console = QueueProcess.start(folder, cancelled)) {
            QueueFixture.awaitSteady(folder.resolve("runs"), name);
            console.kill();
        }
    }

    @Test
    void whatWasToBeStartedAndIsNotTakenWaitsAgainAndItsProcessDoesNothing() throws Exception {
        String notYet;
        Process late;
        try (QueueFixture fixture = new QueueFixture(folder)) {
            fixture.queue.pause(true);
            notYet = fixture.submit("late", "300ms").id();
            QueueItem item = fixture.queue.item(notYet);
            fixture.queue.close();
            // As a console leaves it that is killed right after its process was made.
            fixture.itemFolder(notYet).keep(item.starting(item.requestedAt()));
            late = fixture.runLauncher()
                    .start(
                            fixture.itemFolder(notYet),
                            1,
                            QueueOrderTest.item("a", 1).wanted());
        }
        try (QueueFixture fixture = new QueueFixture(folder)) {
            QueueFixture.await(
                    () -> "still " + fixture.queue.item(notYet),
                    () -> fixture.queue.item(notYet).state() == ItemState.WAITING);
            assertThat(late.waitFor(180, TimeUnit.SECONDS)).isTrue();
            assertThat(late.exitValue()).isEqualTo(4);
            assertThat(fixture.runNames()).isEmpty();
        }
    }
}
