// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.olio.OlioMeasure.UserWrite;
import org.plateaubench.plugin.olio.data.ConfirmedKind;
import org.plateaubench.plugin.olio.data.Counts;
import org.plateaubench.plugin.olio.data.DataState;
import org.plateaubench.plugin.olio.data.DataState.ForeignObjects;
import org.plateaubench.plugin.olio.data.Population;
import org.plateaubench.plugin.olio.data.Scale;
import org.plateaubench.process.data.DataMarker;
import org.plateaubench.process.data.MarkedData;
import org.plateaubench.process.data.MarkedDataSet;
import org.plateaubench.process.database.OwnTables.Change;
import org.plateaubench.spi.Acknowledged;
import org.plateaubench.spi.DataDescription;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutIncarnation;

/** The data of an application that the harness may fill, through the application's own requests. */
public final class OlioDataSet extends MarkedDataSet {
    private final HarnessClient client;
    private final Scale scale;
    private final int users;
    private final long seed;

    public OlioDataSet(HarnessClient client, Scale scale, int users, long seed) {
        this.client = client;
        this.scale = scale;
        this.users = users;
        this.seed = seed;
    }

    @Override
    protected List<Finding> checkReachable() {
        return users > scale.concurrentUsers() ? List.of(tooManyUsers(users, scale)) : List.of();
    }

    /** Returns the finding of too many users: each needs 100 persons, so that no two users sign in as the same person. */
    static Finding tooManyUsers(int users, Scale scale) {
        return Finding.problem(
                        "The load has " + users + " users, and the data is for " + scale.concurrentUsers() + ".",
                        "Raise 'loadedUsers' or lower the number of users.")
                .about("loadedUsers");
    }

    @Override
    protected MarkedData open(boolean inAdvance) {
        return new ApplicationData();
    }

    @Override
    public List<SutIncarnation> incarnations() throws SutException {
        String incarnation = client.state().started();
        return incarnation.isEmpty() ? List.of() : List.of(new SutIncarnation(client.place(), incarnation, ""));
    }

    /** The data, accessed by requests to the application, which removes the marker with the data. */
    private final class ApplicationData implements MarkedData {
        @Override
        public DataMarker wanted() {
            return DataState.wanted(scale, seed);
        }

        @Override
        public Map<String, Optional<DataMarker>> markers() throws SutException {
            return Map.of(client.place(), DataMarker.ofText(client.state().marker()));
        }

        @Override
        public void mark(DataMarker marker) throws SutException {
            client.mark(marker);
        }

        @Override
        public boolean continuesLoad() {
            return true;
        }

        @Override
        public void load(Progress progress) throws SutException, InterruptedException {
            client.load(scale, seed, progress);
        }

        @Override
        public boolean restore(Progress progress) throws SutException, InterruptedException {
            client.reset(progress);
            return true;
        }

        @Override
        public void clear(Progress progress) throws SutException, InterruptedException {
            client.clear(progress);
        }

        @Override
        public List<Finding> foreign(List<Task> tasks) throws SutException {
            ForeignObjects foreign = client.foreign(Change.of(tasks.getFirst().work()));
            if (!foreign.names().isEmpty()) {
                return List.of(Finding.problem(
                        "The application at " + client.place()
                                + " contains objects that are not of Plateau and"
                                + " that the run would change, remove or collide with: " + foreign.names() + ".",
                        "Drop or move them, or give the application a database and a folder of its own."));
            }
            return foreign.hidden().isEmpty() ? List.of() : List.of(Finding.note(foreign.hidden()));
        }

        @Override
        public List<Finding> check(boolean isFresh) throws SutException {
            List<Finding> findings = new ArrayList<>();
            Map<String, String> actual = count();
            new Population(scale, seed).counts().byName().forEach((name, count) -> {
                long wanted = Long.parseLong(count);
                long found = Long.parseLong(actual.getOrDefault(name, "0"));
                if (isFresh ? found != wanted : found < wanted) {
                    findings.add(Finding.problem(
                            "The application has " + found + " " + name + " instead of " + (isFresh ? "" : "at least ")
                                    + wanted + ".",
                            "Set 'data: reload'."));
                }
            });
            return findings;
        }

        @Override
        public DataDescription describe() throws SutException {
            return client.describe();
        }

        @Override
        public Map<String, String> count() throws SutException {
            return client.counts().byName();
        }

        @Override
        public List<Reconciliation> reconcile(Map<String, String> counted, SentTotals sent) throws SutException {
            Counts before = Counts.of(counted);
            Counts after = client.counts();
            List<Reconciliation> rows = new ArrayList<>(List.of(
                    row("persons", before.users(), after.users(), sent, UserWrite.PERSON),
                    row("addresses", before.addresses(), after.addresses(), sent, UserWrite.PERSON, UserWrite.EVENT),
                    row("events", before.events(), after.events(), sent, UserWrite.EVENT),
                    row("attendances", before.attendances(), after.attendances(), sent, UserWrite.ATTENDANCE),
                    row("friendships", before.friendships(), after.friendships(), sent),
                    row("comments", before.comments(), after.comments(), sent)));
            for (ConfirmedKind kind : ConfirmedKind.values()) {
                Acknowledged.Sample sample = sent.acknowledged(kind.title());
                if (!sample.identities().isEmpty()) {
                    rows.add(sampleRow(kind, sample));
                }
            }
            return rows;
        }
    }

    private Reconciliation sampleRow(ConfirmedKind kind, Acknowledged.Sample sample) throws SutException {
        List<Long> numbers = List.copyOf(sample.identities());
        return Reconciliation.items(
                "sampled " + kind.title() + " that the database still has",
                numbers.size(),
                client.countExisting(kind, numbers),
                0);
    }

    private static Reconciliation row(String what, long before, long after, SentTotals sent, UserWrite... added) {
        long expected = before;
        long uncertain = 0;
        for (UserWrite kind : added) {
            long confirmed = sent.counter(kind.confirmed.title());
            expected += confirmed;
            uncertain += sent.counter(kind.sent.title()) - confirmed - sent.counter(kind.refused.title());
        }
        return Reconciliation.held(what, before, after, expected, uncertain);
    }
}
