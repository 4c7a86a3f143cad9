// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.RunTicket;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.store.RunEvent;

/** Items of the queue: their order, their files, and the state in which their runs leave them. */
final class QueueItemTest {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
    private static final QueueItem STARTING = item("a", 1).starting(Instant.EPOCH);

    @TempDir
    private Path queue = Path.of("");

    static QueueItem item(String id, long place) {
        return new QueueItem(
                id,
                "run-" + id,
                ItemState.WAITING,
                place,
                new QueueItem.Wanted("", List.of(), null, List.of(), "", null),
                "ada",
                NOW,
                QueueItem.Progress.NONE);
    }

    @Test
    void firstEligibleItemIsNext() {
        List<QueueItem> items =
                List.of(item("b", 2).notBefore(NOW), item("c", 3), item("a", 1).notBefore(NOW.plusSeconds(1)));

        assertThat(RunQueue.next(items, NOW)).map(QueueItem::id).hasValue("b");
        assertThat(RunQueue.next(items, NOW.plusSeconds(1))).map(QueueItem::id).hasValue("a");
    }

    @Test
    void noItemIsNextDuringActiveItem() {
        QueueItem starting = item("a", 1).starting(NOW);
        for (QueueItem active : List.of(starting, starting.withRun("r"), starting.stopping("Ramping down."))) {
            assertThat(RunQueue.next(List.of(active, item("b", 2)), NOW)).isEmpty();
        }
        QueueItem ended = starting.withEnd(ItemState.FAILED, NOW, 3, "no");
        assertThat(RunQueue.next(List.of(ended, item("b", 2)), NOW))
                .map(QueueItem::id)
                .hasValue("b");
    }

    @Test
    void moveKeepsOrderOfOtherItems() {
        Random random = new Random(7);
        List<QueueItem> items = new ArrayList<>(List.of(item("x", 50).starting(NOW)));
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            items.add(item("i" + i, RunQueue.lastPlace(items)));
            expected.add("i" + i);
        }
        for (int round = 0; round < 500; round++) {
            String moved = expected.get(random.nextInt(6));
            int position = 1 + random.nextInt(8);
            List<QueueItem> changed = RunQueue.move(items, moved, position);
            for (QueueItem changedItem : changed) {
                items.replaceAll(item -> item.id().equals(changedItem.id()) ? changedItem : item);
                assertThat(RunQueue.waitingItems(items))
                        .extracting(QueueItem::place)
                        .doesNotHaveDuplicates();
            }

            expected.remove(moved);
            expected.add(Math.min(position - 1, expected.size()), moved);
            assertThat(RunQueue.waitingItems(items)).extracting(QueueItem::id).isEqualTo(expected);
        }
    }

    @Test
    void unreadableItemDoesNotAffectOthers() throws IOException {
        QueueItem good = item("good", 1);
        new ItemFolder(queue, "good").store(good);
        for (String broken : List.of("", "{", "{}", "[]", "{\"state\": \"waiting\", \"wanted\": {}, \"runId\": 7}")) {
            Files.writeString(Files.createDirectories(queue.resolve("broken")).resolve("item.json"), broken);
            assertThat(ItemFolder.all(queue)).as(broken).containsExactly(good);
        }
    }

    @Test
    void itemIsReadBackUnchanged() throws IOException {
        Instant noon = Instant.parse("2026-11-21T12:00:00.123Z");
        QueueItem item = new QueueItem(
                "q1",
                "a",
                ItemState.NOT_STARTED,
                -3,
                new QueueItem.Wanted("a.yaml", List.of("x=\"1\""), noon, List.of("night"), "n", null),
                "ada",
                noon,
                new QueueItem.Progress(2, noon, noon, null, 130, "It \u2603."));
        new ItemFolder(queue, "q1").store(item);
        assertThat(ItemFolder.all(queue)).containsExactly(item);
    }

    @Test
    void lastOutputLineHasNoControlCharacters() throws IOException {
        ItemFolder folder = new ItemFolder(queue, "one");
        folder.store(Map.of(ItemFolder.RUN_FILE, "run: {}"));
        Files.writeString(folder.output(), "plateau: no\0thing\tgoes\n\n");
        assertThat(folder.lastSentence()).hasValue("no thing goes");
    }

    private static RunTicket.State ticket(
            @Nullable String runId, @Nullable String rigUser, @Nullable Integer exitCode) {
        return new RunTicket.State(
                RunTicket.Holder.PROCESS,
                Optional.empty(),
                Optional.ofNullable(runId),
                Optional.empty(),
                Optional.ofNullable(rigUser),
                Optional.ofNullable(exitCode));
    }

    private static RunOutcome of(QueueItem item, RunTicket.State ticket, @Nullable Integer seen) {
        return RunOutcome.of(item, ticket, seen, Optional.empty(), Optional.empty(), Optional.of("no such plugin"));
    }

    private static RunOutcome ended(String status, String message, int exitCode) {
        RunEvent end = new RunEvent(
                Instant.EPOCH,
                RunEvent.BEFORE_START,
                EventType.RUN_ENDED.label(),
                "",
                message,
                Map.of("status", status));
        return RunOutcome.of(
                STARTING.withRun("r"),
                ticket("r", null, exitCode),
                exitCode,
                Optional.of(end),
                Optional.empty(),
                Optional.of("The last line of the output."));
    }

    @Test
    void runOutcomeFollowsRecordedEnd() {
        assertThat(ended("not-started", "No server answers.", 3))
                .isEqualTo(new RunOutcome(ItemState.NOT_STARTED, 3, "No server answers."));
        assertThat(ended("interrupted", "Agent local has gone.", 3))
                .isEqualTo(new RunOutcome(ItemState.FAILED, 3, "Agent local has gone."));
        assertThat(ended("interrupted", "Interrupted by ada, through the console.", 130))
                .isEqualTo(new RunOutcome(ItemState.CANCELLED, 130, "Interrupted by ada, through the console."));
        // Its result could not be written.
        assertThat(ended("completed", "The run has ended.", 3))
                .isEqualTo(new RunOutcome(ItemState.FAILED, 3, "The last line of the output."));
        for (int code = 0; code <= 2; code++) {
            assertThat(of(STARTING.withRun("r"), ticket("r", null, code), null))
                    .isEqualTo(new RunOutcome(ItemState.DONE, code, null));
        }
        assertThat(of(STARTING, ticket(null, null, 4), 4))
                .isEqualTo(new RunOutcome(ItemState.NOT_STARTED, 4, "no such plugin"));
    }

    @Test
    void stoppedRunIsCancelled() {
        assertThat(of(STARTING.withRun("r"), ticket("r", null, 130), null).state())
                .isEqualTo(ItemState.CANCELLED);
        assertThat(of(STARTING.stopping(""), ticket(null, null, null), 143).state())
                .isEqualTo(ItemState.CANCELLED);
        RunTicket.State used = ticket(null, "Run x uses the rig.", 3);
        assertThat(of(STARTING, used, 3)).isEqualTo(new RunOutcome(ItemState.WAITING, null, "Run x uses the rig."));
        assertThat(of(STARTING.stopping(""), used, 3).state()).isEqualTo(ItemState.CANCELLED);
    }

    @Test
    void crashedProcessFailsWithCauseIfKnown() {
        QueueItem running = STARTING.withRun("r");
        RunTicket.State nothing = ticket("r", null, null);
        assertThat(of(running, nothing, 137).message()).contains("signal 9");
        RunOutcome unknown = of(running, nothing, null);
        assertThat(unknown.state()).isEqualTo(ItemState.FAILED);
        assertThat(unknown.exitCode()).isNull();
        assertThat(unknown.message()).contains("killed");
        RunOutcome failedRun = of(running, nothing, 1);
        assertThat(failedRun.state()).isEqualTo(ItemState.FAILED);
        assertThat(failedRun.message()).contains("exit code 1");
        assertThat(failedRun.exitCode()).isEqualTo(3);
    }
}
