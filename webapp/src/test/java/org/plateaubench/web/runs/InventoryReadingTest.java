// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.web.runs.InventoryReading.Inventory;
import org.plateaubench.web.runs.InventoryReading.Progress;

@Timeout(300)
class InventoryReadingTest {
    private static final Duration SHORT = Duration.ofMillis(1);
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    Path runs = Path.of("");

    /** A reading takes the time at its end, and waits here for it. */
    private final CountDownLatch mayEnd = new CountDownLatch(1);

    private final CompletableFuture<Thread> reader = new CompletableFuture<>();
    private volatile Instant now = Instant.parse("2026-06-01T12:00:00Z");
    private final Thread caller = Thread.currentThread();

    private Path run(String name) throws IOException {
        Path run = Files.createDirectories(runs.resolve("20260421T100000Z-" + name + "-00000a"));
        Files.writeString(StoredFile.PLAN.in(run), "{}");
        return run;
    }

    private Instant now() {
        if (!Thread.currentThread().equals(caller)) {
            reader.complete(Thread.currentThread());
            try {
                assertThat(mayEnd.await(60, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
        return now;
    }

    private InventoryReading reading(Duration patience) {
        return new InventoryReading(new RunInventory(new RunFolders(runs)), this::now, patience);
    }

    private static List<String> names(Inventory all) {
        return all.runs().stream().map(RunFacts::name).toList();
    }

    @Test
    void aCallDoesNotWaitForALongReadingAndALaterOneFetchesIt() throws Exception {
        run("one");
        run("two");
        try (InventoryReading reading = reading(SHORT)) {
            assertThat(reading.progress()).isEqualTo(new Progress(0, 0));
            Instant begun = now;
            while (!reading.progress().equals(new Progress(2, 2))) {
                assertThat(reading.fetch()).as("it does not end before it may").isEmpty();
            }
            run("three");
            now = now.plusSeconds(3);
            mayEnd.countDown();
            Inventory all = fetched(reading);
            assertThat(names(all)).as("as it was when it was read").containsExactly("one", "two");
            assertThat(all.at()).isEqualTo(begun);
            assertThat(reading.progress()).isEqualTo(new Progress(0, 0));
            assertThat(names(fetched(reading))).as("read again").containsExactly("one", "three", "two");
        }
    }

    private static Inventory fetched(InventoryReading reading) throws IOException {
        while (true) {
            Optional<Inventory> all = reading.fetch();
            if (all.isPresent()) {
                return all.get();
            }
        }
    }

    @Test
    void aReadingThatNobodyFetchedIsForgotten() throws Exception {
        run("one");
        try (InventoryReading reading = reading(SHORT)) {
            assertThat(reading.fetch()).isEmpty();
            mayEnd.countDown();
            reader.get().join();
            now = now.plus(InventoryReading.KEPT).plusSeconds(60);
            run("two");
            assertThat(names(fetched(reading))).containsExactly("one", "two");
        }
    }

    @Test
    void aFolderThatCannotBeReadIsAnErrorAndReadAgainByTheNextCall() throws Exception {
        mayEnd.countDown();
        Files.delete(runs);
        Files.writeString(runs, "a file");
        try (InventoryReading reading = reading(LONG)) {
            assertThatThrownBy(reading::fetch).isInstanceOf(IOException.class);
            Files.delete(runs);
            Files.createDirectories(runs);
            assertThat(reading.fetch()).map(Inventory::runs).contains(List.of());
        }
    }
}
