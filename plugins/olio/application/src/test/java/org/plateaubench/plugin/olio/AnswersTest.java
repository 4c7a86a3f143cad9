// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.plugin.olio.OlioOperation.ADD_EVENT;
import static org.plateaubench.plugin.olio.OlioOperation.ADD_PERSON;
import static org.plateaubench.plugin.olio.OlioOperation.EVENT_DETAIL;
import static org.plateaubench.plugin.olio.OlioOperation.HOME_PAGE;
import static org.plateaubench.plugin.olio.OlioOperation.LOGIN;
import static org.plateaubench.plugin.olio.OlioOperation.PERSON_DETAIL;
import static org.plateaubench.plugin.olio.OlioOperation.TAG_SEARCH;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Draws;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.olio.ModifiableSite;
import org.plateaubench.plugin.olio.data.Scale;
import org.plateaubench.spi.Acknowledged;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.testkit.CountingUser;
import org.plateaubench.testkit.SingleCall;

/** Wrong content in the application's database is reported as an error in every profile; correct content is not. */
final class AnswersTest {
    private static final List<OlioOperation> VISIT =
            List.of(HOME_PAGE, LOGIN, TAG_SEARCH, PERSON_DETAIL, ADD_EVENT, EVENT_DETAIL, ADD_PERSON, PERSON_DETAIL);

    private static ModifiableSite site;

    private final Map<String, Set<Long>> stored = new HashMap<>();
    private final CountingUser user = new CountingUser(3) {
        @Override
        public Acknowledged acknowledged(String kind) {
            Set<Long> identities = stored.computeIfAbsent(kind, each -> new HashSet<>());
            return new Acknowledged() {
                @Override
                public void stored(long identity) {
                    identities.add(identity);
                }

                @Override
                public void removed(long identity) {
                    identities.remove(identity);
                }
            };
        }
    };

    /** The requests that the only user has sent. */
    private final SentTotals sent = new SentTotals() {
        @Override
        public long operations(String operation, OutcomeKind outcome) {
            return 0;
        }

        @Override
        public long counter(String name) {
            return user.counted(name);
        }

        @Override
        public Acknowledged.Sample acknowledged(String kind) {
            return new Acknowledged.Sample(stored.getOrDefault(kind, Set.of()), 1);
        }
    };

    private OlioSession session;
    private OlioDriver driver;
    private long number;

    private record Call(int operation, long unitNumber) implements SingleCall {
        @Override
        public Draws draws() {
            return Draws.of(KeyedRandom.key(7, unitNumber));
        }
    }

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        site = new ModifiableSite(folder, ModifiableSite.today());
        site.execute(
                "CREATE TABLE kept_tags AS SELECT * FROM olio_event_tag",
                "CREATE TABLE kept_events AS SELECT id, title FROM olio_event");
    }

    @AfterAll
    static void stop() {
        site.close();
    }

    @BeforeEach
    void connect() throws Exception {
        begin(site, Profile.MODERN);
    }

    private void begin(ModifiableSite drivenSite, Profile profile) throws Exception {
        OlioParameters parameters = new OlioParameters(profile, Dialect.Name.PLATEAU, 0, 0, 60);
        session = new OlioSession(new WorkloadContext<>(
                1, "olio", parameters, drivenSite.address(), ModifiableSite.USERS, ModifiableSite.SEED));
        driver = new OlioDriver(session, user);
        driver.connect();
    }

    @AfterEach
    void restore() {
        driver.close();
        session.close();
        site.execute(
                "DELETE FROM olio_event_tag",
                "INSERT INTO olio_event_tag SELECT * FROM kept_tags",
                "UPDATE olio_event SET title = (SELECT k.title FROM kept_events k WHERE k.id = olio_event.id)"
                        + " WHERE id IN (SELECT id FROM kept_events)");
    }

    private Outcome execute(OlioOperation operation) {
        Call call = new Call(operation.index(), number++);
        driver.prepareOperation(call);
        return driver.execute(call);
    }

    private static boolean isCorrect(Outcome outcome) {
        return outcome.kind() == OutcomeKind.OK;
    }

    /** Repeats an operation until it fails, up to a maximum number of times. */
    private Outcome firstFailure(OlioOperation operation, int times) {
        Outcome outcome = execute(operation);
        for (int i = 1; i < times && isCorrect(outcome); i++) {
            outcome = execute(operation);
        }
        return outcome;
    }

    @Test
    void correctApplicationPassesAllAnswerChecks(@TempDir Path folder) throws Exception {
        LocalDate daysAgo = ModifiableSite.today().minusDays(200);
        try (ModifiableSite old = new ModifiableSite(folder, daysAgo)) {
            for (ModifiableSite drivenSite : List.of(site, old)) {
                for (Profile profile : Profile.values()) {
                    driver.close();
                    session.close();
                    begin(drivenSite, profile);
                    List<String> wrong = new ArrayList<>();
                    for (int i = 0; i < 64; i++) {
                        OlioOperation operation = VISIT.get(i % VISIT.size());
                        Outcome outcome = execute(operation);
                        if (!isCorrect(outcome)) {
                            wrong.add(operation + ": " + outcome);
                        }
                    }
                    assertThat(wrong).as(profile.toString()).isEmpty();
                }
            }
        }
    }

    @Test
    void searchWithMissingEventsIsWrong() {
        assertThat(execute(HOME_PAGE)).isEqualTo(Outcome.ok());
        assertThat(firstFailure(TAG_SEARCH, 20)).isEqualTo(Outcome.ok());
        site.execute("DELETE FROM olio_event_tag");
        Outcome outcome = firstFailure(TAG_SEARCH, 5);
        assertThat(outcome.reason()).isEqualTo("wrong-content");
        assertThat(outcome.message()).contains("lists 0 events, and there are at least");
    }

    @Test
    void searchResultWithoutSearchedTagIsWrong() {
        site.execute("INSERT INTO olio_event_tag SELECT (SELECT id FROM olio_event WHERE starts_at > "
                + (System.currentTimeMillis() / 1000 + 60) + " ORDER BY starts_at LIMIT 1), t.id FROM olio_tag t"
                + " WHERE NOT EXISTS (SELECT 1 FROM olio_event_tag x WHERE x.tag_id = t.id AND x.event_id ="
                + " (SELECT id FROM olio_event WHERE starts_at > " + (System.currentTimeMillis() / 1000 + 60)
                + " ORDER BY starts_at LIMIT 1))");
        assertThat(firstFailure(TAG_SEARCH, 5).message()).contains("which does not have the tag");
    }

    @Test
    void changedEventTitleIsWrongOnBothPages() {
        assertThat(execute(HOME_PAGE)).isEqualTo(Outcome.ok());
        site.execute("UPDATE olio_event SET title = 'Something else'");
        assertThat(execute(EVENT_DETAIL).reason()).isEqualTo("wrong-content");
        assertThat(execute(HOME_PAGE).message()).contains("'Something else' instead of '");
    }

    @Test
    void lostAttendanceIsWrongOnNextPage() {
        execute(LOGIN);
        execute(HOME_PAGE);
        for (int i = 0; i < 100 && user.counted("attendances") == 0; i++) {
            assertThat(execute(EVENT_DETAIL)).isEqualTo(Outcome.ok());
        }
        assertThat(execute(EVENT_DETAIL)).isEqualTo(Outcome.ok());
        site.execute("DELETE FROM olio_attendance");
        assertThat(execute(EVENT_DETAIL).message()).contains("does not show that");
    }

    @Test
    void reconciliationFindsLostAttendances() throws Exception {
        OlioDataSet data = new OlioDataSet(
                HarnessClient.of(site.address()).orElseThrow(),
                new Scale(ModifiableSite.USERS),
                ModifiableSite.USERS,
                ModifiableSite.SEED);
        data.prepare(DataPolicy.REUSE, Progress.SILENT);
        data.verify();
        for (int i = 0; i < 100 && user.counted("attendances") == 0; i++) {
            VISIT.forEach(this::execute);
        }
        assertThat(data.reconcile(sent)).hasSize(9).allMatch(Reconciliation::isMet);

        site.execute("DELETE FROM olio_attendance");

        assertThat(data.reconcile(sent))
                .filteredOn(row -> !row.isMet())
                .extracting(Reconciliation::what)
                .containsExactly("attendances", "sampled attendances that the database still has");
    }
}
