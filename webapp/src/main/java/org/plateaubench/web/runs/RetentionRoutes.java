// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import io.javalin.http.Context;
import java.io.IOException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.web.http.Body;
import org.plateaubench.web.http.Caller;
import org.plateaubench.web.http.Journal;
import org.plateaubench.web.http.Role;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.http.Routes;

/** The routes of the policy for keeping runs, and of its preview. */
final class RetentionRoutes implements Routes {
    private static final String PATH = RouteTable.API + "/retention";

    private final Retention retention;
    private final InventoryReading reading;

    /** Most rows of each list of a preview: with ten thousand runs, all rows would be megabytes. */
    static final int MOST_SHOWN = 500;

    RetentionRoutes(Retention retention, InventoryReading reading) {
        this.retention = retention;
        this.reading = reading;
    }

    private record Shown(
            RetentionPolicy policy,
            @Nullable String changedBy,
            @Nullable Instant changedAt,
            @Nullable Instant appliesFrom,
            @Nullable Instant nextPassAt,
            @Nullable RetentionPass lastPass) {}

    private record Preview(
            Instant at,
            RetentionPolicy policy,
            RetentionChoice.Amount all,
            RetentionChoice.Amount goes,
            List<Going> going,
            int sparedRuns,
            List<Spared> spared) {}

    private record Going(String id, String name, Instant datedAt, long sizeBytes, String rule, String reason) {
        static Going of(RetentionChoice.Going going) {
            RunFacts run = going.run();
            return new Going(
                    run.id(),
                    run.name(),
                    run.datedAt(),
                    run.sizeBytes(),
                    going.rule().label(),
                    going.reason());
        }
    }

    private record Spared(String id, String name, Instant datedAt, long sizeBytes, String rule, List<String> why) {
        static Spared of(RetentionChoice.Spared spared) {
            RunFacts run = spared.run();
            return new Spared(
                    run.id(),
                    run.name(),
                    run.datedAt(),
                    run.sizeBytes(),
                    spared.rule().label(),
                    labels(spared.why()));
        }

        private static List<String> labels(Collection<RunFacts.Spare> why) {
            return why.stream().map(RunFacts.Spare::label).toList();
        }
    }

    @Override
    public void addTo(RouteTable table) {
        table.get(PATH, Role.VIEWER, context -> context.json(shown()))
                .put(PATH, Role.ADMIN, this::replace)
                .post(PATH + "/preview", Role.ADMIN, this::preview);
    }

    private Shown shown() {
        Retention.State state = retention.state();
        RetentionStore.Kept kept = state.kept();
        return new Shown(
                kept.policy(),
                kept.changedBy(),
                kept.changedAt(),
                kept.policy().isOff() ? null : kept.appliesFrom(),
                state.nextPassAt(),
                state.lastPass().orElse(null));
    }

    private void replace(Context context) {
        RetentionPolicy policy =
                Body.read(context, RetentionPolicy.RequestedPolicy.class).checked();
        Journal.target(context, policy.text());
        retention.set(policy, Caller.of(context).name());
        context.json(shown());
    }

    private void preview(Context context) throws IOException {
        Journal.changesNothing(context);
        RetentionPolicy policy =
                Body.read(context, RetentionPolicy.RequestedPolicy.class).checked();
        Optional<InventoryReading.Inventory> read = reading.fetch();
        if (read.isEmpty()) {
            context.status(202).header("Retry-After", "1").json(reading.progress());
            return;
        }
        Instant at = read.get().at();
        RetentionChoice choice = RetentionChoice.of(policy, read.get().runs(), at);
        context.json(new Preview(
                at,
                policy,
                choice.all(),
                choice.gone(),
                choice.going().stream().limit(MOST_SHOWN).map(Going::of).toList(),
                choice.spared().size(),
                choice.spared().stream().limit(MOST_SHOWN).map(Spared::of).toList()));
    }
}
