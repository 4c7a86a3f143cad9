// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.store.RunAnnotation;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.web.database.Database;
import org.plateaubench.web.database.TestDatabases;
import org.plateaubench.web.http.Journal;
import org.plateaubench.web.http.runs.RunReading;

/** What passes do to real folders, with real records. */
@Timeout(300)
@SuppressWarnings("NullAway.Init")
final class RetentionTest {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final RetentionPolicy MONTH = new RetentionPolicy(30, null, null);

    @TempDir
    Path folder;

    private Database records;
    private Database index;
    private CatalogFixture fixture;
    private RunChanges changes;
    private final List<Journal.Entry> journal = Collections.synchronizedList(new ArrayList<>());
    private Consumer<Journal.Entry> whenWritten = entry -> {};
    private volatile Instant now = Instant.parse("2026-06-01T12:00:00Z");

    @BeforeEach
    void open() throws IOException {
        records = TestDatabases.embeddedRecords(folder.resolve("data"));
        index = TestDatabases.embeddedCatalog(folder.resolve("data"));
        fixture = new CatalogFixture(folder.resolve("runs"), index);
        changes = new RunChanges(fixture.folders, fixture.indexer());
    }

    @AfterEach
    void close() {
        index.close();
        records.close();
    }

    /** As a console has it after its start. */
    private Retention retention() {
        return new Retention(
                new RunInventory(fixture.folders),
                changes,
                new RetentionStore(records.jdbi()),
                entry -> {
                    journal.add(entry);
                    whenWritten.accept(entry);
                },
                () -> now);
    }

    /** A run that was last heard of so many days ago. */
    private String run(String name, int daysAgo) throws IOException {
        return run(name, daysAgo, 10);
    }

    private String run(String name, int daysAgo, int bytes) throws IOException {
        Instant at = now.minus(Duration.ofDays(daysAgo));
        String id = TIME.format(at) + "-" + name + "-00000a";
        Path run = Files.createDirectories(fixture.runs.resolve(id));
        Files.write(StoredFile.PLAN.in(run), new byte[bytes]);
        age(run, at);
        return id;
    }

    private RetentionChoice choice(RetentionPolicy policy) throws IOException {
        return RetentionChoice.of(policy, new RunInventory(fixture.folders).all(), now);
    }

    private static void age(Path run, Instant at) throws IOException {
        try (Stream<Path> files = Files.walk(run)) {
            for (Path file : files.toList()) {
                Files.setLastModifiedTime(file, FileTime.from(at));
            }
        }
    }

    private void say(String id, RunAnnotation said) throws IOException {
        Path run = fixture.runs.resolve(id);
        said.write(RunFolder.of(run));
        age(run, now.minus(Duration.ofDays(40)));
    }

    private List<String> runs() throws IOException {
        try (Stream<Path> runs = Files.list(fixture.runs)) {
            return runs.map(run -> run.getFileName().toString())
                    .filter(name -> !name.equals(RunChanges.DELETED))
                    .sorted()
                    .toList();
        }
    }

    /** Goes on in steps of a minute, as the console looks each second, until it is time. */
    private void pass(Retention retention, Duration time) {
        Instant then = now.plus(time);
        while (now.isBefore(then)) {
            now = now.plusSeconds(60);
            retention.step();
        }
    }

    private static RetentionPass last(Retention retention) {
        return retention.state().lastPass().orElseThrow();
    }

    @Test
    void nothingEverGoesUnlessSomebodySaysSo() throws Exception {
        run("old", 140);
        Retention retention = retention();
        pass(retention, Duration.ofDays(2));
        assertThat(runs()).hasSize(1);
        assertThat(retention.state().nextPassAt()).isNull();
        assertThat(retention.state().lastPass()).isEmpty();
    }

    @Test
    void whatThePreviewOfThatInstantSaysGoesAndTheJournalSaysWhy() throws Exception {
        String big = run("big", 20, 3 << 20);
        run("older", 35);
        String oldest = run("oldest", 40);
        String small = run("small", 5, 1 << 19);
        Retention retention = retention();
        retention.set(new RetentionPolicy(36, 2, 1L << 20), "ada");
        assertThat(retention.state().nextPassAt()).isEqualTo(now.plus(Duration.ofHours(1)));
        pass(retention, Duration.ofMinutes(59));
        assertThat(runs()).as("an hour to think").hasSize(4);
        now = now.plusSeconds(60);
        List<String> foretold = choice(retention.state().kept().policy()).going().stream()
                .map(going -> going.run().id() + " " + Documents.word(going.rule()))
                .toList();
        retention.step();
        assertThat(runs()).containsExactly(small);
        assertThat(journal)
                .extracting(entry -> entry.target() + " " + entry.asked().replaceAll(".*rule\":\"(\\w+)\".*", "$1"))
                .isEqualTo(foretold)
                .startsWith(oldest + " age")
                .endsWith(big + " size");
        assertThat(journal).allMatch(entry -> entry.outcome().equals("200"));
        assertThat(journal.getFirst().asked())
                .contains("It is 40 days old, and runs are kept for 36 days.", "\"sizeBytes\":10");
        RetentionPass pass = last(retention);
        assertThat(pass.runs()).isEqualTo(3);
        assertThat(pass.bytes()).isEqualTo((3 << 20) + 20);
        assertThat(pass.startedAt()).isEqualTo(now);
        assertThat(pass.endedAt()).isEqualTo(now);
        assertThat(fixture.runs.resolve(RunChanges.DELETED)).isEmptyDirectory();
        assertThat(retention.state().nextPassAt()).isEqualTo(now.plus(Duration.ofHours(1)));
    }

    @Test
    void whatIsPinnedTaggedNotedOrGoesOnStaysAndSoDoesWhatIsNotOurs() throws Exception {
        say(run("pinned", 40), RunAnnotation.NONE.withPinned(true));
        say(run("tagged", 40), RunAnnotation.NONE.withTags(List.of("release")));
        say(run("noted", 40), RunAnnotation.NONE.withNote("look at this"));
        String archived = run("archived", 40);
        say(archived, RunAnnotation.NONE.withArchived(true));
        Path damaged = fixture.runs.resolve(run("damaged", 40));
        Files.writeString(StoredFile.ANNOTATION.in(damaged), "{\"pinned\":");
        age(damaged, now.minus(Duration.ofDays(40)));
        StoredRuns.running(fixture.runs, "20260421T100000Z-going-00000a", ProcessHandle.current());
        age(fixture.runs.resolve("20260421T100000Z-going-00000a"), now.minus(Duration.ofDays(40)));
        Path touched = fixture.runs.resolve(run("touched", 40));
        Files.setLastModifiedTime(StoredFile.PLAN.in(touched), FileTime.from(now));
        Path outside = Files.createDirectories(folder.resolve("outside"));
        Files.writeString(StoredFile.PLAN.in(outside), "{}");
        Files.createSymbolicLink(fixture.runs.resolve("20260421T100000Z-link-00000a"), outside);
        for (String name : List.of("my results", "20260421-mine", "..20260421T100000Z-x-00000a", "ünïcode", "a\nb")) {
            Files.writeString(StoredFile.PLAN.in(Files.createDirectories(fixture.runs.resolve(name))), "{}");
            age(fixture.runs.resolve(name), now.minus(Duration.ofDays(40)));
        }
        Files.createDirectories(fixture.runs.resolve("20260421T100000Z-empty-00000a"));
        run("future", -400);
        List<String> before = runs();
        Retention retention = retention();
        retention.set(new RetentionPolicy(1, 1, 1L << 20), "ada");
        pass(retention, Duration.ofHours(2));
        assertThat(runs())
                .containsExactlyElementsOf(
                        before.stream().filter(id -> !id.equals(archived)).toList());
        assertThat(outside).isNotEmptyDirectory();
        RetentionChoice choice = choice(retention.state().kept().policy());
        assertThat(choice.spared())
                .extracting(spared -> spared.run().name() + " " + spared.why())
                .contains(
                        "pinned [PINNED]",
                        "tagged [TAGGED]",
                        "noted [NOTED]",
                        "going [RUNNING]",
                        "damaged [UNREADABLE]")
                .contains("touched [RECENT]", "link [RECENT, FOREIGN]", "20260421-mine [FOREIGN]");
    }

    @Test
    void linksWithinARunAreRemovedAndNotWhatTheyLeadTo() throws Exception {
        Path outside = Files.createDirectories(folder.resolve("outside"));
        Path precious = Files.write(outside.resolve("precious"), new byte[5_000]);
        Path run = fixture.runs.resolve(run("links", 40));
        Files.createSymbolicLink(run.resolve("folder"), outside);
        Files.createSymbolicLink(run.resolve("file"), precious);
        // The link itself has a time too, which Java cannot set.
        now = Instant.now().plus(Duration.ofDays(400));
        Retention retention = retention();
        retention.set(MONTH, "ada");
        assertThat(choice(MONTH).gone()).isEqualTo(new RetentionChoice.Amount(1, 10));
        pass(retention, Duration.ofHours(1));
        assertThat(Files.exists(run, LinkOption.NOFOLLOW_LINKS)).isFalse();
        assertThat(precious).hasSize(5_000);
    }

    @Test
    void aRunThatIsBeingReadGoesWhenThatIsOver() throws Exception {
        String id = run("read", 40);
        Retention retention = retention();
        retention.set(MONTH, "ada");
        try (RunReading.Use use = fixture.folders.use(id)) {
            pass(retention, Duration.ofHours(1));
            assertThat(use.folder().path()).isDirectory();
            assertThat(last(retention).left())
                    .singleElement()
                    .satisfies(left -> assertThat(left.reason()).contains("downloaded, compared, judged or shown"));
            assertThat(changes.delete(List.of(id)).refused()).as("nor by hand").hasSize(1);
        }
        assertThat(journal).isEmpty();
        pass(retention, Duration.ofHours(1));
        assertThat(runs()).isEmpty();
        assertThat(last(retention).left()).isEmpty();
    }

    @Test
    void whatIsPinnedWhileAPassGoesOnStays() throws Exception {
        run("first", 50);
        String second = run("second", 40);
        whenWritten = entry -> changes.annotate(second, said -> said.withPinned(true));
        Retention retention = retention();
        retention.set(MONTH, "ada");
        pass(retention, Duration.ofHours(1));
        assertThat(runs()).containsExactly(second);
        assertThat(last(retention).left())
                .containsExactly(
                        new RunChanges.Refused(second, "It was changed meanwhile, and is pinned and recent now."));
        assertThat(changes.delete(List.of(second)).refused())
                .containsExactly(new RunChanges.Refused(second, "It is pinned: unpin it first."));
    }

    @Test
    void aRunThatSomebodyElseTakesAwayAtThatMomentIsNoFailureAndTheJournalSaysSo() throws Exception {
        String id = run("moved", 40);
        whenWritten = entry -> {
            try {
                if (entry.outcome().equals("200")) {
                    Files.move(fixture.runs.resolve(id), folder.resolve("elsewhere"));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
        Retention retention = retention();
        retention.set(MONTH, "ada");
        pass(retention, Duration.ofHours(1));
        assertThat(folder.resolve("elsewhere")).isNotEmptyDirectory();
        assertThat(last(retention).runs()).isZero();
        assertThat(last(retention).left()).isEmpty();
        assertThat(journal).extracting(Journal.Entry::outcome).containsExactly("200", "500 There is no such run.");
        assertThat(fixture.runs.resolve(RunChanges.DELETED)).isEmptyDirectory();
    }

    @Test
    void noRunGoesByAPolicyThatWasChanged() throws Exception {
        run("first", 50);
        String second = run("second", 40);
        Retention retention = retention();
        retention.set(MONTH, "ada");
        whenWritten = entry -> retention.set(RetentionPolicy.OFF, "grace");
        pass(retention, Duration.ofHours(3));
        assertThat(runs()).containsExactly(second);
        assertThat(retention.state().kept().changedBy()).isEqualTo("grace");
    }

    @Test
    void aConsoleThatIsKilledInAPassGoesOnAfterItsStart() throws Exception {
        for (int i = 0; i < 4; i++) {
            run("run" + i, 40 + i);
        }
        Retention killed = retention();
        killed.set(MONTH, "ada");
        whenWritten = entry -> {
            if (journal.size() == 3) {
                throw new StackOverflowError("as if it were killed");
            }
        };
        assertThatThrownBy(() -> pass(killed, Duration.ofHours(1))).isInstanceOf(StackOverflowError.class);
        assertThat(runs()).hasSize(2);
        // What was on its way out when it was killed.
        Files.writeString(
                Files.createDirectories(fixture.runs.resolve(RunChanges.DELETED + "/x-1/x"))
                        .resolve("plan.json"),
                "{}");
        whenWritten = entry -> {};
        Retention again = retention();
        changes.removeLeftovers();
        assertThat(last(again).endedAt()).isNull();
        assertThat(last(again).runs()).isEqualTo(2);
        assertThat(again.state().kept().policy()).isEqualTo(MONTH);
        pass(again, Duration.ofMinutes(9));
        assertThat(runs()).hasSize(2);
        // The console was off for long enough that the policy applies, and has its ten minutes after the start.
        pass(again, Duration.ofHours(1));
        assertThat(runs()).isEmpty();
        assertThat(fixture.runs.resolve(RunChanges.DELETED)).isEmptyDirectory();
    }

    @Test
    void aPassIsBoundedAndTheNextGoesOnSoon() throws Exception {
        for (int i = 0; i <= Retention.MOST_RUNS; i++) {
            run("run" + i, 40);
        }
        Retention retention = retention();
        retention.set(MONTH, "ada");
        pass(retention, Duration.ofHours(1));
        assertThat(runs()).hasSize(1);
        assertThat(last(retention).more()).isTrue();
        pass(retention, Duration.ofMinutes(1));
        assertThat(runs()).isEmpty();
        assertThat(last(retention).more()).isFalse();
    }

    @Test
    void twoPassesAtOnceAndTwoConsolesOfOneFolderRemoveEachRunOnce() throws Exception {
        for (int i = 0; i < 30; i++) {
            run("run" + i, 40);
        }
        try (Database others = TestDatabases.embeddedRecords(folder.resolve("other"));
                Database otherIndex = TestDatabases.embeddedCatalog(folder.resolve("other"));
                ExecutorService threads = Executors.newFixedThreadPool(4)) {
            CatalogFixture otherFixture = new CatalogFixture(fixture.runs, otherIndex);
            Retention other = new Retention(
                    new RunInventory(otherFixture.folders),
                    new RunChanges(otherFixture.folders, otherFixture.indexer()),
                    new RetentionStore(others.jdbi()),
                    journal::add,
                    () -> now);
            Retention one = retention();
            one.set(MONTH, "ada");
            other.set(MONTH, "ada");
            now = now.plus(Duration.ofHours(1));
            CyclicBarrier begin = new CyclicBarrier(4);
            List<Future<?>> steps = new ArrayList<>();
            for (Retention each : List.of(one, one, other, other)) {
                steps.add(threads.submit(() -> {
                    begin.await();
                    each.step();
                    return null;
                }));
            }
            for (Future<?> step : steps) {
                step.get();
            }
            assertThat(runs()).isEmpty();
            assertThat(fixture.runs.resolve(RunChanges.DELETED)).isEmptyDirectory();
            assertThat(last(one).runs() + last(other).runs()).isEqualTo(30);
            assertThat(last(one).left()).isEmpty();
            assertThat(last(other).left()).isEmpty();
        }
    }

    @Test
    void aClockThatIsSetLetsNothingGoForAnHour() throws Exception {
        run("run", 20);
        Retention retention = retention();
        retention.set(MONTH, "ada");
        Instant right = now;
        now = now.minus(Duration.ofDays(365));
        retention.step();
        assertThat(retention.state().nextPassAt()).isEqualTo(now.plus(Duration.ofHours(1)));
        pass(retention, Duration.ofHours(2));
        assertThat(runs()).as("it is of the future").hasSize(1);
        now = right.plus(Duration.ofDays(3_650));
        retention.step();
        pass(retention, Duration.ofMinutes(59));
        now = right.plus(Duration.ofHours(4));
        retention.step();
        pass(retention, Duration.ofHours(2));
        assertThat(runs()).as("the clock was wrong for less than an hour").hasSize(1);
        assertThat(retention().state().nextPassAt()).isEqualTo(now.plus(Duration.ofMinutes(10)));
        now = right.minus(Duration.ofDays(365));
        assertThat(retention().state().nextPassAt())
                .as("what is far ahead by a clock that was set back is not waited for")
                .isEqualTo(now.plus(Duration.ofDays(1)));
    }

    @Test
    void aClockThatIsFarAheadForEverLetsNothingGoAndSaysWhyUntilThePolicyIsSavedAnew() throws Exception {
        run("run", 20);
        Retention retention = retention();
        retention.set(new RetentionPolicy(60, null, null), "ada");
        pass(retention, Duration.ofHours(2));
        Instant seen = last(retention).startedAt();
        assertThat(last(retention).problem()).isNull();
        now = now.plus(Duration.ofDays(3_650));
        pass(retention, Duration.ofHours(5));
        assertThat(runs()).hasSize(1);
        assertThat(last(retention).problem())
                .startsWith("No run is removed, since the clock of this host shows 2036-")
                .contains("more than 31 days after " + seen)
                .endsWith("If the clock is right, save the policy again.");
        Retention restarted = retention();
        pass(restarted, Duration.ofHours(5));
        assertThat(runs()).as("nor after a start").hasSize(1);
        assertThat(last(restarted).startedAt()).isEqualTo(seen);
        restarted.set(MONTH, "ada");
        pass(restarted, Duration.ofHours(2));
        assertThat(runs()).isEmpty();
        assertThat(last(restarted).problem()).isNull();
        run("again", 40);
        now = now.plus(Duration.ofDays(30));
        pass(restarted, Duration.ofHours(2));
        assertThat(runs()).as("a month without a pass is not a reason").isEmpty();
    }

    @Test
    void aFolderThatCannotBeMovedIsLeftAndTheOthersGo() throws Exception {
        String stays = run("first", 50);
        run("second", 40);
        // Something stands where deleted runs go.
        Path bin = Files.createSymbolicLink(
                fixture.runs.resolve(RunChanges.DELETED), Files.createDirectories(folder.resolve("bin")));
        Retention retention = retention();
        retention.set(MONTH, "ada");
        pass(retention, Duration.ofHours(1));
        assertThat(runs()).hasSize(2);
        assertThat(last(retention).left()).hasSize(2).first().satisfies(left -> {
            assertThat(left.id()).isEqualTo(stays);
            assertThat(left.reason()).contains("is a symbolic link");
        });
        assertThat(folder.resolve("bin")).isEmptyDirectory();
        Files.delete(bin);
        pass(retention, Duration.ofHours(1));
        assertThat(runs()).isEmpty();
    }
}
