// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.olio.data.ConfirmedKind;
import org.plateaubench.plugin.olio.data.Counts;
import org.plateaubench.plugin.olio.data.ForeignObjects;
import org.plateaubench.plugin.olio.data.HarnessState;
import org.plateaubench.plugin.olio.data.HarnessState.MarkerState;
import org.plateaubench.plugin.olio.data.Population;
import org.plateaubench.plugin.olio.data.Scale;
import org.plateaubench.plugin.olio.model.UserWrite;
import org.plateaubench.plugin.olio.service.HarnessClient;
import org.plateaubench.process.database.OwnTables.Change;
import org.plateaubench.spi.Acknowledged;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutIncarnation;

/** The data of an application that the harness may fill, through the application's own requests. */
final class OlioDataSet implements DataSet {
    private final HarnessClient client;
    private final Scale scale;
    private final int users;
    private final long seed;
    private Counts before = Counts.NONE;
    private boolean asLoaded;

    OlioDataSet(HarnessClient client, Scale scale, int users, long seed) {
        this.client = client;
        this.scale = scale;
        this.users = users;
        this.seed = seed;
    }

    @Override
    public List<Finding> preflight(DataPolicy policy) throws SutException {
        if (users > scale.concurrentUsers()) {
            return List.of(OlioSite.tooManyUsers(users, scale));
        }
        HarnessState state = client.state();
        boolean fits = state.marker() == MarkerState.NONE || isOurs(state);
        if (!fits && policy != DataPolicy.RELOAD) {
            return List.of(refusal(state));
        }
        boolean isKept = policy != DataPolicy.RELOAD && state.holds(scale, seed);
        Change change = !isKept ? Change.DROP : policy == DataPolicy.RESET ? Change.DELETE : Change.WRITE;
        ForeignObjects foreign = client.foreign(change);
        if (!foreign.names().isEmpty()) {
            return List.of(Finding.problem(
                    "The application at " + client.place()
                            + " holds objects that do not carry the marker of Plateau and"
                            + " that the run would change, remove or collide with: " + foreign.names() + ".",
                    "Drop or move them, or give the application a database and a folder of its own."));
        }
        return foreign.hidden().isEmpty() ? List.of() : List.of(Finding.note(foreign.hidden()));
    }

    private boolean isOurs(HarnessState state) {
        return state.concurrentUsers() == scale.concurrentUsers() && state.seed() == seed;
    }

    private Finding refusal(HarnessState state) {
        boolean otherScale = state.concurrentUsers() != scale.concurrentUsers();
        return Finding.problem(
                        "The application holds data for " + state.concurrentUsers() + " users of seed " + state.seed()
                                + ", and this run is for " + scale.concurrentUsers() + " of seed " + seed + ".",
                        "Set 'data: reload'" + (otherScale ? ", or set 'loadedUsers' to the loaded number." : "."))
                .about(otherScale ? "loadedUsers" : "");
    }

    @Override
    public void prepare(DataPolicy policy, Progress progress) throws SutException, InterruptedException {
        HarnessState state = client.state();
        if (policy != DataPolicy.RELOAD && state.holds(scale, seed)) {
            if (policy == DataPolicy.RESET) {
                client.reset(progress);
                asLoaded = true;
            }
        } else {
            if (state.marker() != MarkerState.NONE && (policy == DataPolicy.RELOAD || !isOurs(state))) {
                if (policy != DataPolicy.RELOAD) {
                    throw new SutException(refusal(state).toString());
                }
                client.clear(progress);
            }
            client.load(scale, seed, progress);
            asLoaded = true;
        }
        before = client.counts();
    }

    @Override
    public void clear(Progress progress) throws SutException, InterruptedException {
        client.clear(progress);
    }

    @Override
    public List<Finding> verify() throws SutException {
        List<Finding> findings = new ArrayList<>();
        HarnessState state = client.state();
        if (!state.holds(scale, seed)) {
            findings.add(Finding.problem(
                    "The application does not hold the data that was loaded.",
                    "Set 'data: reload' and find out which other client uses the application."));
            return findings;
        }
        before = client.counts();
        Map<String, String> there = before.byName();
        new Population(scale, seed).counts().byName().forEach((name, count) -> {
            long wanted = Long.parseLong(count);
            long found = Long.parseLong(there.getOrDefault(name, "0"));
            if (asLoaded ? found != wanted : found < wanted) {
                findings.add(Finding.problem(
                        "The application holds " + found + " " + name + " instead of " + (asLoaded ? "" : "at least ")
                                + wanted + ".",
                        "Set 'data: reload'."));
            }
        });
        return findings;
    }

    @Override
    public Optional<Map<String, String>> baseline() {
        return Optional.of(before.byName());
    }

    @Override
    public void resume(Map<String, String> baseline) {
        before = Counts.of(baseline);
    }

    @Override
    public List<SutIncarnation> incarnations() throws SutException {
        String incarnation = client.incarnation();
        return incarnation.isEmpty() ? List.of() : List.of(new SutIncarnation(client.place(), incarnation, ""));
    }

    @Override
    public List<Reconciliation> reconcile(SentTotals sent) throws SutException {
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
                rows.add(lookedFor(kind, sample));
            }
        }
        return rows;
    }

    private Reconciliation lookedFor(ConfirmedKind kind, Acknowledged.Sample sample) throws SutException {
        List<Long> things = List.copyOf(sample.identities());
        return Reconciliation.things(
                "sampled " + kind.title() + " by their number", things.size(), client.found(kind, things), 0);
    }

    private static Reconciliation row(String what, long before, long after, SentTotals sent, UserWrite... added) {
        long expected = before;
        long uncertain = 0;
        for (UserWrite kind : added) {
            long kept = sent.counter(kind.kept().title());
            expected += kept;
            uncertain += sent.counter(kind.sent().title())
                    - kept
                    - sent.counter(kind.refused().title());
        }
        return new Reconciliation(what, before, after, expected, after, uncertain, Reconciliation.Kind.SUM, "");
    }
}
